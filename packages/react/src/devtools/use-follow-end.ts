import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How far from the end still counts as the end, in pixels. */
const NEAR = 24;

/** Keeps a scroller at its end when `change` changes, unless its reader has scrolled up or reads an entry. */
export function useFollowEnd<T extends HTMLElement>(change: string): RefObject<T | null> {
  const scroller = useRef<T>(null);
  const isFollowing = useRef(true);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = () => {
      isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    // An entry that is unfolded moves the end away without a scroll.
    const noteSoon = () => requestAnimationFrame(note);
    element.addEventListener("scroll", note, { passive: true });
    element.addEventListener("click", noteSoon);
    return () => {
      element.removeEventListener("scroll", note);
      element.removeEventListener("click", noteSoon);
    };
  }, []);

  // Before the browser tells of any scrolling, for which the new entries would count as scrolled past.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what this waits for
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && isFollowing.current) element.scrollTop = element.scrollHeight;
  }, [change]);

  return scroller;
}
