import { Worker } from "node:worker_threads";

/** Watches from another thread, which a loop without end in this one cannot stop. */
export interface Watchdog {
  /** Names the case that starts now. */
  watch(bytes: Uint8Array): void;
  end(): Promise<void>;
}

const SECONDS = 20;
const ROOM = 1024 * 1024;

const watcher = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { counter, room, seconds } = workerData;
let seen = -1;
let since = Date.now();
setInterval(() => {
  const now = Atomics.load(counter, 0);
  if (now !== seen) { seen = now; since = Date.now(); return; }
  if (Date.now() - since < seconds * 1000) return;
  const bytes = Buffer.from(room.slice(0, Atomics.load(counter, 1)));
  writeSync(2, "\\nA case has not ended after " + seconds + " s. Its bytes: " + bytes.toString("base64") + "\\n");
  process.kill(process.pid, "SIGKILL");
}, 500);
`;

/** Kills this process when a case does not end, after saying which. */
export function createWatchdog(): Watchdog {
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const room = new Uint8Array(new SharedArrayBuffer(ROOM));
  const worker = new Worker(watcher, { eval: true, workerData: { counter, room, seconds: SECONDS } });
  worker.unref();
  return {
    watch(bytes) {
      const kept = bytes.subarray(0, ROOM);
      room.set(kept);
      Atomics.store(counter, 1, kept.length);
      Atomics.add(counter, 0, 1);
    },
    async end() {
      await worker.terminate();
    },
  };
}
