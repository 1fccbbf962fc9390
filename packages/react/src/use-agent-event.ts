"use client";
import type { EventOf, EventType } from "@holdpoint/client";
import { useEffect } from "react";
import { useLatest } from "./use-latest.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useThread } from "./use-thread.ts";

/**
 * Calls the handler for each event of a type that a run of the thread delivers, as the stages let it
 * through, before it shows. It is the handler of the latest render that is called, and never one of a
 * component that is gone. One that throws is shown on the console, and the run goes on.
 */
export function useAgentEvent<Type extends EventType>(
  type: Type,
  handler: (event: EventOf<Type>) => void,
  options?: ThreadOptions,
): void {
  const thread = useThread(options);
  const latest = useLatest(handler);
  useEffect(
    () =>
      thread.onEvent((event) => {
        if (isOf(type, event)) latest.current(event);
      }),
    [thread, type, latest],
  );
}

const isOf = <Type extends EventType>(type: Type, event: { type: EventType }): event is EventOf<Type> =>
  event.type === type;
