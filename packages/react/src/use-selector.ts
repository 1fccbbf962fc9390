"use client";
import type { Readable } from "@holdpoint/client";
import { useEffect, useMemo, useRef } from "react";
import { useReadable } from "./use-readable.ts";

/** Reads a `Readable` and renders again after each publish that changed it. */
export function useSelector<T>(readable: Readable<T>): T;
/**
 * Reads a part of a `Readable` and renders again only when that part changed, by `equal`
 * (`Object.is` by default). A selector that builds a new object each time wants an `equal` of its own.
 */
export function useSelector<T, Selected>(
  readable: Readable<T>,
  selector: (value: T) => Selected,
  equal?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useSelector(
  readable: Readable<unknown>,
  selector: (value: unknown) => unknown = itself,
  equal: (a: unknown, b: unknown) => boolean = Object.is,
): unknown {
  const shown = useRef<{ readable: unknown; selected: unknown } | undefined>(undefined);
  const part = useMemo((): Readable<unknown> => {
    const reader = (get: () => unknown) => {
      let last: { value: unknown; selected: unknown } | undefined;
      return () => {
        const value = get();
        if (last && Object.is(last.value, value)) return last.selected;
        const next = selector(value);
        // An inline selector makes a new memo on every render; what is on screen stands in for its first value.
        const before = last ?? (shown.current?.readable === readable ? shown.current : undefined);
        const selected = before && equal(before.selected, next) ? before.selected : next;
        last = { value, selected };
        return selected;
      };
    };
    const { get, initial = get, subscribe } = readable;
    return { get: reader(get), initial: reader(initial), subscribe };
  }, [readable, selector, equal]);
  const selected = useReadable(part);
  useEffect(() => {
    shown.current = { readable, selected };
  });
  return selected;
}

const itself = (value: unknown): unknown => {
  return value;
};
