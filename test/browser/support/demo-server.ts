import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { root } from "../../support/root.ts";

/** The built demo in a process of its own. */
export interface DemoServer {
  readonly port: number;
  stop(): Promise<void>;
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
}

/** Starts the built demo and waits until it says where it listens. Port 0 takes any that is free. */
export async function startDemoServer(port = 0): Promise<DemoServer> {
  const child = spawn(process.execPath, [`${root}apps/demo/dist/server/main.js`], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");

  async function end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    child.kill(signal);
    await exited;
  }

  for await (const line of createInterface(child.stdout)) {
    const printed = /^Holdpoint demo: http:\/\/localhost:(\d+)\/$/.exec(line)?.[1];
    if (printed === undefined) continue;
    return { port: Number(printed), stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
  }
  throw new Error("The demo server ended before it said where it listens.");
}
