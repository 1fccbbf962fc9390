import type { AgentClientOptions, RunAgentInput, Thread } from "@holdpoint/client";
import { AgentProvider } from "@holdpoint/react";
import type { ReactElement, ReactNode } from "react";
import { client, type Script, scripted } from "./scripted.ts";

/** Runs that a test plays to hooks, event by event where it wants to, with frames that come when it says so. */
export interface HookStage {
  readonly client: ReturnType<typeof client>;
  readonly thread: Thread;
  /** What was asked of the agent. */
  readonly inputs: readonly RunAgentInput[];
  /** Publishes what has changed since the last frame. */
  frame(): void;
  wrapper(props: { children: ReactNode }): ReactElement;
}

export function hookStage(scripts: readonly Script[], options: Partial<AgentClientOptions> = {}): HookStage {
  let due: (() => void) | undefined;
  const { transport, inputs } = scripted(...scripts);
  const made = client(transport, {
    environment: {
      schedule(task) {
        due = task;
        return () => {
          due = undefined;
        };
      },
    },
    ...options,
  });
  return {
    client: made,
    thread: made.thread("t1"),
    inputs,
    frame() {
      const task = due;
      due = undefined;
      task?.();
    },
    wrapper: ({ children }) => <AgentProvider client={made}>{children}</AgentProvider>,
  };
}

/** A script that a test writes while it plays. */
export function live(): { script: Script; emit(...events: readonly object[]): Promise<void>; end(): void } {
  const queue: object[] = [];
  let ended = false;
  let wake = () => {};
  let drained = () => {};
  async function* script(): AsyncGenerator<object> {
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) yield next;
      else {
        drained();
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  return {
    script,
    /** Resolves once all of them were taken. */
    emit(...events) {
      queue.push(...events);
      const taken = new Promise<void>((resolve) => {
        drained = resolve;
      });
      wake();
      return taken;
    },
    end() {
      ended = true;
      wake();
    },
  };
}
