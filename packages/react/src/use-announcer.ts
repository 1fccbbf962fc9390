"use client";
import { type Context, createContext, type RefObject, useContext, useEffect, useRef } from "react";
import { unseen } from "./lib/unseen.ts";

/** The modal dialog that a part of the page is in: what lies outside of one that is open goes unheard. */
export const AnnouncerHome: Context<RefObject<HTMLElement | null> | undefined> =
  /* @__PURE__ */ createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/**
 * Speaks `text` through a live region whenever it changes; `assertive` cuts in on what is being said.
 * The region stands at the end of the page, or of the dialog around, from the first mount on, because screen readers skip one
 * that arrives together with its text.
 */
export const useAnnouncer = (text: string, politeness: "polite" | "assertive" = "polite"): void => {
  const home = useContext(AnnouncerHome);
  const region = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement("div");
    element.setAttribute("role", politeness === "polite" ? "status" : "alert");
    element.setAttribute("aria-live", politeness);
    Object.assign(element.style, unseen);
    (home?.current ?? document.body).append(element);
    region.current = element;
    return () => element.remove();
  }, [home, politeness]);
  useEffect(() => {
    if (region.current) region.current.textContent = text;
  }, [text]);
};
