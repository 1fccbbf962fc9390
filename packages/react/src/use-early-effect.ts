"use client";
import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that is there before any plain effect of the same render runs, which may start a run. On a
 * server, where none runs, React 18 complains of the real one.
 */
export const useEarlyEffect: typeof useEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
