import { type ApprovalItem, readRecord } from "@holdpoint/client";
import { createFakeBrowser, type FakeBrowser } from "@holdpoint/client/testing";
import { type BatchLedger, createLedger, entryOf, type Ledger, type Question } from "./ledger.ts";
import { createSharedPlace, type SharedPlace } from "./shared-place.ts";
import type { AgentPlan, Plan, Setting } from "./steps.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

/** One request, as the agent saw it. */
export interface SeenRequest {
  readonly tab: string;
  readonly runId: string;
  /** The batch that it answers. */
  readonly batch: string | undefined;
  readonly isRetry: boolean;
  /** Its answers, as text. */
  readonly entries: string | undefined;
  readonly questions: readonly Question[];
  /** What comes first is no event, and yet something. */
  readonly isSpoilt: boolean;
  /** What has come of it at the tab that sent it. */
  state: "silent" | "heard" | "failed" | "settled";
  /** Nobody waits for it any more. */
  isOver(): boolean;
  /** The batch that its end opened. */
  opened: string | undefined;
}

/** All that is outside the tabs, and what should be true of them. */
export interface World {
  readonly setting: Setting;
  readonly time: VirtualTime;
  readonly place: SharedPlace;
  readonly browser: FakeBrowser;
  readonly ledger: Ledger;
  readonly requests: SeenRequest[];
  /** What happened, for the report of a failure. */
  readonly log: string[];
  /** The first promise that was broken. */
  readonly broken: string[];
  fail(what: string): void;
  next(kind: string): string;
  nextAgentPlan(): AgentPlan;
  /** How the time stands at the agent. */
  agentTime(): number;
}

/** The batch that is pending in a text of the storage. */
export function tokenOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { record }: { record: unknown } = JSON.parse(text);
  return readRecord(record).batch?.batch ?? undefined;
}

const SUCCEEDS: AgentPlan = { does: "succeed", asks: [], again: false, names: false, heeds: true, pace: 0 };

export function createWorld({ setting, agent }: Plan): World {
  const time = createVirtualTime();
  const ledger = createLedger();
  const log: string[] = [];
  const broken: string[] = [];
  const counts = new Map<string, number>();
  let requested = 0;
  let accessed = 0;

  function fail(what: string): void {
    log.push(`BROKEN ${what}`);
    broken.push(what);
  }

  return {
    setting,
    time,
    ledger,
    log,
    broken,
    requests: [],
    browser: createFakeBrowser(),
    place: createSharedPlace({
      time,
      late: setting.late,
      latency: () => setting.latencies[accessed++ % setting.latencies.length] ?? 0,
      onWrite(before, after) {
        const token = tokenOf(before);
        if (token === undefined || token === tokenOf(after)) return;
        if (ledger.batches.get(token)?.closing === undefined)
          fail(`${token} is kept no more, and is not settled`);
      },
    }),
    fail,
    next(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${kind}-${count}`;
    },
    nextAgentPlan: () => agent[requested++] ?? SUCCEEDS,
    agentTime: () => time.now() + setting.skew,
  };
}

/** Whether a tab that runs can keep others from it: by its lock, or by its word where they ask and it sees that at once. */
export const areTold = ({ locks, channel, late }: Setting): boolean => locks || (channel && !late);

/** What a batch would send now. */
export const entriesOf = (batch: BatchLedger, items: readonly ApprovalItem[]): string =>
  JSON.stringify(
    items.map((item) => {
      const question = batch.items.get(item.id)?.question;
      return question && entryOf(question, item);
    }),
  );
