import { type AgentClient, type AgentClientOptions, createAgentClient } from "../client.ts";
import type { Environment, IdKind } from "../lib/environment.ts";
import type { Warning } from "../lib/warning.ts";
import { createStorage } from "../storage/create-storage.ts";
import { memoryAdapter } from "../storage/memory.ts";
import type { ThreadStorage } from "../storage/types.ts";
import type { Transport } from "../transport/transport.ts";
import type { FakeTab } from "./fake-browser.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createFakeSchedule, type FakeSchedule } from "./fake-schedule.ts";
import type { ScriptedAgent } from "./scripted-agent.ts";

/** What a test client may have: all that a client may, and the fakes around it. */
export interface TestClientOptions extends Omit<AgentClientOptions, "transport" | "storage"> {
  /** The clock that it goes by; one of its own unless given. */
  clock?: FakeClock;
  /** When changes show: see `createFakeSchedule`. */
  frames?: "manual" | "immediate";
  /** Where threads are kept: `memory` is a map, `client.kept`. Nowhere unless given. */
  storage?: ThreadStorage | "memory";
  /** The tab that it is in, of a fake browser; without one there are neither locks nor channels. */
  tab?: Pick<FakeTab, "locks" | "channel">;
}

/** A client whose surroundings are a test's. */
export interface TestClient extends AgentClient {
  readonly clock: FakeClock;
  readonly schedule: FakeSchedule;
  /** What it was warned about so far. */
  readonly warnings: readonly Warning[];
  /** What is kept, by key, where its storage is `memory`. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Ids by counting, so that two runs of one test have the same: `run-1`, `message-1`. */
export function countingIds(): (kind: IdKind) => string {
  const counts = new Map<IdKind, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}-${count}`;
  };
}

/**
 * Creates a client of a scripted agent, or of any transport, in a world that a test rules: ids that count, a clock
 * that stands still, changes that show without a frame, no network and no other tab. Whatever is in
 * `environment` goes before that. Warnings are kept instead of shown, and given to `onWarning` as well.
 */
export function createTestClient(
  agent: Pick<ScriptedAgent, "transport"> | Transport,
  options: TestClientOptions = {},
): TestClient {
  const { clock = createFakeClock(), frames, storage, tab, environment, onWarning, ...rest } = options;
  const schedule = createFakeSchedule(frames);
  const warnings: Warning[] = [];
  const kept = new Map<string, string>();
  const surroundings: Environment = {
    fetch: refuseNetwork,
    clock: clock.now,
    timer: clock.timer,
    schedule: schedule.schedule,
    generateId: countingIds(),
    locks: tab?.locks ?? null,
    channel: tab?.channel ?? null,
    ...environment,
  };
  const client = createAgentClient({
    ...rest,
    transport: typeof agent === "function" ? agent : agent.transport,
    ...(storage !== undefined && {
      storage: storage === "memory" ? createStorage(memoryAdapter(kept)) : storage,
    }),
    environment: surroundings,
    onWarning(warning) {
      warnings.push(warning);
      onWarning?.(warning);
    },
  });
  return { ...client, clock, schedule, warnings, kept };
}

/** A test that reaches for the network by mistake hears of it, rather than of a host that is not there. */
const refuseNetwork: typeof fetch = async (input) => {
  const url = input instanceof Request ? input.url : input;
  throw new TypeError(`A test client has no network, but ${url} was asked for: give it environment.fetch.`);
};
