import type { Environment } from "../lib/environment.ts";

/** Tells the other tabs of an app that something was written. */
export interface Pings {
  send(key: string): void;
  close(): void;
}

/** Opens the channel of an app; where there is none, the tabs learn of a write when they next look. */
export function openPings(environment: Environment, name: string, onPing: (key: string) => void): Pings {
  const channel = open(environment, name);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      if (typeof data === "string") onPing(data);
    };
  }
  return {
    send: (key) => channel?.postMessage(key),
    close: () => channel?.close(),
  };
}

/** Null in the environment stands for a platform without channels. */
function open({ channel }: Environment, name: string): BroadcastChannel | undefined {
  if (channel !== undefined) return channel?.(name);
  // Node keeps a process alive for an open channel, and has no tabs to tell.
  if (typeof BroadcastChannel === "undefined" || typeof document === "undefined") return undefined;
  return new BroadcastChannel(name);
}
