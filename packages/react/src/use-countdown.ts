"use client";
import { useEffect, useState } from "react";
import { useClock } from "./agent-provider.tsx";
import { watchUntil } from "./lib/shared-clock.ts";

/**
 * The milliseconds that are left until a deadline, such as `item.expiresAt`, by the clock that the client
 * holds deadlines against: 0 once it has passed, null where there is none, and in the first render, since
 * a server's clock is another one. Renders once a second, once a minute while it is more than an hour away.
 */
export function useCountdown(expiresAt: number | null | undefined): number | null {
  const clock = useClock();
  const at = expiresAt ?? null;
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => (at === null ? undefined : watchUntil(clock, at, setNow)), [clock, at]);
  return at === null || now === null ? null : Math.max(0, at - now);
}
