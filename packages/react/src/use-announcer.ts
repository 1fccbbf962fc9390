import { useEffect, useRef } from "react";
import { unseen } from "./lib/unseen.ts";

/**
 * Speaks `text` through a live region whenever it changes; `assertive` cuts in on what is being said.
 * The region stands at the end of the page from the first mount on, because screen readers skip one
 * that arrives together with its text.
 */
export function useAnnouncer(text: string, politeness: "polite" | "assertive" = "polite"): void {
  const region = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement("div");
    element.setAttribute("role", politeness === "polite" ? "status" : "alert");
    element.setAttribute("aria-live", politeness);
    Object.assign(element.style, unseen);
    document.body.append(element);
    region.current = element;
    return () => element.remove();
  }, [politeness]);
  useEffect(() => {
    if (region.current) region.current.textContent = text;
  }, [text]);
}
