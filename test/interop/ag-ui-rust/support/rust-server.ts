import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The Rust server in a process of its own. */
export interface RustServer {
  readonly port: number;
  readonly origin: string;
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
}

/** The program, as `npm run test:interop` has built it. */
function program(): string {
  const path = process.env.HOLDPOINT_RUST_SERVER;
  if (!path)
    throw new Error("There is no Rust server to test against: run npm run test:interop, which builds it.");
  return path;
}

/** Starts the Rust server and waits until it says where it listens. Port 0 takes any that is free. */
export async function startRustServer(port = 0): Promise<RustServer> {
  const child = spawn(program(), [String(port)], {
    // One of its agents panics on purpose.
    env: { ...process.env, RUST_BACKTRACE: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const printed = /^Listening on port (\d+)$/.exec(line)?.[1];
    if (printed === undefined) continue;
    return {
      port: Number(printed),
      origin: `http://127.0.0.1:${printed}`,
      async kill() {
        child.kill("SIGKILL");
        await exited;
      },
    };
  }
  throw new Error("The Rust server ended before it said where it listens.");
}
