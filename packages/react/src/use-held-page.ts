"use client";
import { useEffect } from "react";

/** Has the browser ask before the page is left while this is true. */
export const useHeldPage = (isHeld: boolean): void => {
  useEffect(() => {
    if (!isHeld) return;
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, [isHeld]);
};

const hold = (event: Event): void => event.preventDefault();
