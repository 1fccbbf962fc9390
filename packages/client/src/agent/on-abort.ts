import { callAll } from "../lib/publisher.ts";

interface Waiting {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back once when a signal that is not aborted yet is; what it gives takes that back. However many wait, a signal has one
 * listener of ours: one that stops a whole server is waited for by all its runs, and Node warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { calls, listener } = waitingFor.get(signal) ?? listenTo(signal);
  const call = () => callback();
  calls.add(call);
  return () => {
    if (!calls.delete(call) || calls.size > 0) return;
    signal.removeEventListener("abort", listener);
    waitingFor.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const calls = new Set<() => void>();
  const listener = () => callAll([...calls]);
  signal.addEventListener("abort", listener, { once: true });
  const waiting = { calls, listener };
  waitingFor.set(signal, waiting);
  return waiting;
}
