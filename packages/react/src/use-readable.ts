"use client";
import type { Readable } from "@holdpoint/client";
import { useSyncExternalStore } from "react";

/** Reads a `Readable` and renders again after each publish that changed it. */
export function useReadable<T>({ get, initial = get, subscribe }: Readable<T>): T {
  // A server draws what there is; a page that takes it over, what it was given itself, whatever has come since.
  return useSyncExternalStore(subscribe, get, typeof document === "undefined" ? get : initial);
}
