"use client";
import type { Context } from "@holdpoint/client";
import { useRef } from "react";
import { useEarlyEffect } from "./use-early-effect.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useThread } from "./use-thread.ts";

/**
 * Tells the agent something for as long as this component is mounted: it is part of the input of the runs
 * that start meanwhile, as it was last rendered. A text goes out as it is, any other value as JSON, and
 * undefined not at all. Throws `TypeError`, for the nearest error boundary, for what is no JSON.
 */
export function useAgentContext(description: string, value: unknown, options?: ThreadOptions): void {
  const thread = useThread(options);
  const told = useRef<readonly Context[]>([]);
  useEarlyEffect(() => {
    told.current = toContext(description, value);
  }, [description, value]);
  useEarlyEffect(
    () => thread.prepare((offer) => ({ ...offer, context: [...offer.context, ...told.current] })),
    [thread],
  );
}

function toContext(description: string, value: unknown): readonly Context[] {
  let text: string | undefined;
  try {
    text = typeof value === "string" ? value : JSON.stringify(value);
  } catch (cause) {
    throw new TypeError(`The context "${description}" cannot be written as JSON: ${String(cause)}`, {
      cause,
    });
  }
  return text === undefined ? [] : [{ description, value: text }];
}
