"use client";
import { useEffect, useState } from "react";
import { useClock } from "./agent-provider.tsx";

/** From here on down each second is told, above it each minute; in milliseconds. */
const HOUR_MS = 3_600_000;

/**
 * The milliseconds that are left until a deadline, such as `item.expiresAt`, by the clock that the client
 * holds deadlines against: 0 once it has passed, null where there is none, and in the first render, since
 * a server's clock is another one. Renders once a second, once a minute while it is more than an hour away.
 */
export const useCountdown = (expiresAt: number | null | undefined): number | null => {
  const clock = useClock();
  const at = expiresAt ?? null;
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    let cancel: (() => void) | undefined;
    const tick = () => {
      const time = clock.now();
      const left = at - time;
      const step = left > HOUR_MS ? 60_000 : 1000;
      setNow(time);
      if (left > 0) cancel = clock.timer(tick, left % step || step);
    };
    tick();
    return () => cancel?.();
  }, [clock, at]);
  return at === null || now === null ? null : Math.max(0, at - now);
};
