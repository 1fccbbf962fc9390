import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How far from the end still counts as the end, in pixels. */
const NEAR = 24;

/** Keeps a scroller at its end when `change` changes, unless its reader has scrolled up. */
export function useFollowEnd<T extends HTMLElement>(change: string): RefObject<T | null> {
  const scroller = useRef<T>(null);
  const following = useRef(true);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = () => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element.addEventListener("scroll", note, { passive: true });
    // Whoever unfolds an entry reads it. The event does not bubble.
    element.addEventListener("toggle", note, true);
    return () => {
      element.removeEventListener("scroll", note);
      element.removeEventListener("toggle", note, true);
    };
  }, []);

  // Before the browser tells of any scrolling, for which the new entries would count as scrolled past.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what this waits for
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (element.scrollHeight <= element.clientHeight) following.current = true;
    if (following.current) element.scrollTop = element.scrollHeight;
  }, [change]);

  return scroller;
}
