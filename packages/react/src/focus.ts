"use client";
import { useEffect, useRef } from "react";

const usable = ":is(input, select, textarea, button):enabled";

/** Focuses the element, or where it is no control itself, the first usable one inside it. */
export const focusInto = (element: HTMLElement | null | undefined): void => {
  const inside = element?.matches(usable) ? element : element?.querySelector<HTMLElement>(usable);
  (inside ?? element)?.focus();
};

/**
 * Gives a function that keeps a task until the page has been drawn again. The task is tried after
 * each render while it gives false, since what it waits for may come with a later publish.
 */
export const useAfterRender = (): ((task: () => unknown) => void) => {
  const waiting = useRef<(() => unknown) | undefined>(undefined);
  useEffect(() => {
    if (waiting.current?.() !== false) waiting.current = undefined;
  });
  return (task) => {
    waiting.current = task;
  };
};

/** Gives a function that focuses what is found once the page has been drawn again, else the element with an id. */
export const useFocusAfterRender = (id: string): ((find?: () => Element | null | undefined) => void) => {
  const afterRender = useAfterRender();
  return (find) =>
    afterRender(() => {
      const found = find?.() ?? document.getElementById(id);
      if (found instanceof HTMLElement) focusInto(found);
      return true;
    });
};

/** Does something once a press that is under way is over: what moves under a finger would not be pressed. */
export const afterPress = (then: () => void): void => {
  if (!document.querySelector("body :active")) then();
  else addEventListener("mouseup", () => setTimeout(then), { once: true });
};
