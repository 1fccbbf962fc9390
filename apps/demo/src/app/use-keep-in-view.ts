import { type RefObject, useEffect, useRef } from "react";

/** Brings an element into view when `change` changes, but not when the page has just opened. */
export function useKeepInView(change: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const seen = useRef(change);
  useEffect(() => {
    if (seen.current === change) return;
    seen.current = change;
    element.current?.scrollIntoView({ block: "nearest" });
  }, [change]);
  return element;
}
