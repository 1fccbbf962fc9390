import type { InterruptDefinition } from "./approvals/define-interrupt.ts";
import type { Policy } from "./approvals/define-policy.ts";
import type { Inbox } from "./approvals/types.ts";
import { createCell, type Readable } from "./lib/cell.ts";
import { createEnvironment, type Environment, type Timer } from "./lib/environment.ts";
import { atOnce } from "./lib/publisher.ts";
import { consoleWarnings, isolated, type OnWarning } from "./lib/warning.ts";
import type { Message } from "./protocol/messages.ts";
import type { Context, Tool } from "./protocol/run-input.ts";
import type { Thread } from "./run/thread-types.ts";
import type { ThreadStorage } from "./storage/types.ts";
import type { Middleware } from "./stream/middleware.ts";
import { createThread } from "./thread.ts";
import type { Transport } from "./transport/transport.ts";

export interface AgentClientOptions {
  transport: Transport;
  /** Who answers here; kept with each decision. */
  actor?: string;
  /** Hears every warning; the default shows each kind once per run on the console. */
  onWarning?: OnWarning;
  environment?: Partial<Environment>;
  /**
   * Tools offered to the agent on every run. Calls of those made by `defineTool` are answered by
   * themselves, or wait among the pending questions for a person's consent or result. A plain tool
   * is only offered: the app answers its calls with a tool message of its own.
   */
  tools?: readonly Tool[];
  /** How often in a row tools may answer by themselves; 8 unless given. */
  maxToolRounds?: number;
  /** See every event before it is judged; synchronous, in the order of the list. */
  middleware?: readonly Middleware[];
  /**
   * The version of an agent that is known to be older, such as `"0.0.39"`: what it cannot take is
   * left out of what is sent, with a warning where that loses something. Default: a current agent.
   */
  peerProtocolVersion?: string;
  /** Keeps threads beyond the page: `webStorage()`, `indexedDbStorage()`, `createStorage(adapter)`. Default: memory. */
  storage?: ThreadStorage;
  /** The kinds of questions that are typed: each answer to such a reason must fit, too. See `defineInterrupt`. */
  interrupts?: readonly InterruptDefinition[];
  /** The property of an answer that takes the edited arguments of the call it is about. Default: `editedArgs`. */
  editedArgs?: string;
  /** Rules that answer without a person; see `definePolicy`. */
  policies?: readonly Policy[];
  /** How far the agents' clock is ahead of this one, in milliseconds: deadlines, and the times of decisions, are theirs. */
  clockSkew?: number;
}

/** What a new thread starts from; an existing handle is left as it is. */
export interface ThreadSeed<State = unknown> {
  messages?: readonly Message[];
  state?: State;
  tools?: readonly Tool[];
  context?: readonly Context[];
  forwardedProps?: unknown;
}

/** Threads by id over one transport. */
export interface AgentClient {
  /** The thread with this id: the same handle each time. */
  thread<State = unknown>(id: string, seed?: ThreadSeed<State>): Thread<State>;
  /** The threads that wait for somebody: those that are kept, open here or not, also as other tabs change them; without a storage those in memory. */
  readonly inbox: Readable<Inbox>;
  /** The time that deadlines are held against, in milliseconds since the epoch. */
  now(): number;
  /** Calls `ring` once, in so many milliseconds of that time; returns the function that cancels it. */
  timer: Timer;
  /** Stops and forgets a thread, here and where it is kept. */
  remove(threadId: string): Promise<void>;
  /** Stops and forgets every thread, here and where they are kept: for logging out. */
  clear(): Promise<void>;
  /** Stops every run and lets go of everything; what is kept stays. */
  dispose(): void;
}

/** Creates a client; nothing is sent before a thread runs. */
export const createAgentClient = (options: AgentClientOptions): AgentClient => {
  const { onWarning } = options;
  const environment = createEnvironment(options.environment, options.clockSkew);
  const threads = new Map<string, Thread>();
  const warnings = onWarning ? () => isolated(onWarning) : consoleWarnings;
  const kept = options.storage?.connect({ environment, warn: warnings() });
  const inMemory = createCell<Inbox>([], atOnce);

  /** Looks again at what is pending where nothing is kept. */
  const refresh = (): void => {
    const entries = [...threads.values()].map(({ threadId, approvals }) => ({
      threadId,
      approvals: approvals.get(),
    }));
    inMemory.set(entries.filter(({ approvals }) => approvals.batch !== null));
  };

  // A thread is kept without the type of its state, which only the app knows: it says so anew each time.
  function threadOf<State>(id: string, seed?: ThreadSeed<State>): Thread<State>;
  function threadOf(id: string, seed?: ThreadSeed): Thread {
    const known = threads.get(id);
    if (known) return known;
    const thread = createThread({
      ...seed,
      ...options,
      threadId: id,
      tools: [...(options.tools ?? []), ...(seed?.tools ?? [])],
      environment,
      warnings,
      kept,
      forget() {
        if (threads.get(id) === thread) threads.delete(id);
        refresh();
      },
    });
    threads.set(id, thread);
    thread.approvals.subscribe(refresh);
    return thread;
  }

  const disposeAll = (): void => {
    for (const thread of threads.values()) thread.dispose();
  };

  return {
    thread: threadOf,
    // Without what it was made with: what threads were given by `hydrate` is in it from the start.
    inbox: kept?.pending ?? { get: inMemory.get, subscribe: inMemory.subscribe },
    now: environment.clock,
    timer: environment.timer,
    async remove(id) {
      threads.get(id)?.dispose();
      await kept?.remove(id);
    },
    async clear() {
      disposeAll();
      await kept?.clear();
    },
    dispose() {
      disposeAll();
      kept?.close();
    },
  };
};
