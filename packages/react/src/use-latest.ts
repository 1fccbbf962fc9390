"use client";
import { useInsertionEffect, useRef } from "react";

/** The value of the latest render that came to the page, for what is called between renders. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  // Before all other effects of that render, which may call what reads it.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
