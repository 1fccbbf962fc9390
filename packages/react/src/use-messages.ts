"use client";
import { useMemo } from "react";
import { useWords } from "./agent-provider.tsx";
import { defaultMessages, type Messages } from "./messages.ts";

/** The words of the nearest `AgentProvider`, or the English ones. */
export function useMessages(): Messages {
  const words = useWords();
  return useMemo(() => ({ ...defaultMessages, ...words }), [words]);
}
