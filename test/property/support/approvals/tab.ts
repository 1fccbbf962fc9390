import {
  type Approvals,
  createAgentClient,
  createStorage,
  type RunEnd,
  type Thread,
} from "@holdpoint/client";
import { checkRequest } from "./requests.ts";
import { THREAD } from "./shared-place.ts";
import { entriesOf, type SeenRequest, tokenOf, type World } from "./world.ts";

export type CallKind = "send" | "send past" | "run" | "submit" | "retry";

/** Something that a person has asked for, and waits for. */
export interface Call {
  readonly kind: CallKind;
  readonly runId: string | undefined;
  /** When, by the agent's clock. */
  readonly at: number;
  end?: RunEnd;
  error?: unknown;
}

/** A tab with the thread in it, and a person before it. */
export interface Tab {
  readonly name: string;
  readonly thread: Thread;
  readonly calls: Call[];
  isAlive(): boolean;
  /** Whether something that was asked for has not ended. */
  isOut(): boolean;
  call(kind: CallKind, runId: string | undefined, make: () => Promise<RunEnd>): Call;
  look(): void;
  /** The tab is gone, and knows nothing of it. */
  kill(): void;
}

const FRAME_MS = 8;
const MISUSE = [
  "uncovered",
  "invalid",
  "expired",
  "busy",
  "answered-elsewhere",
  "unconfirmed",
  "nothing-pending",
];
const HARMLESS = ["asked-again"];

export function openTab(world: World, name: string): Tab {
  const { ledger, setting, time } = world;
  const place = world.place.open();
  const platform = world.browser.open();
  const calls: Call[] = [];
  let alive = true;
  let seen: Approvals | undefined;
  let request: SeenRequest | undefined;

  const client = createAgentClient({
    storage: createStorage(place.adapter),
    clockSkew: setting.skew,
    environment: {
      clock: time.now,
      schedule: (task) => time.after(FRAME_MS, () => alive && task()),
      generateId: (kind) => world.next(kind),
      locks: setting.locks ? platform.locks : null,
      channel: setting.channel ? platform.channel : null,
    },
    onWarning({ code, message }) {
      // To a page that is gone its storage answers no more.
      if (alive && !HARMLESS.includes(code)) world.fail(`${name} warns: ${code}, ${message}`);
    },
    transport(input, { signal }) {
      // Nor does it send.
      if (!alive) return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
      const made = checkRequest(world, tab, input, signal, () => alive);
      request = made.request;
      return made.events;
    },
  });
  const thread = client.thread(THREAD);

  /** Follows the run that is out, before what it does is seen. */
  thread.onEvent((event) => {
    if (!alive || request === undefined) return;
    const batch = ledger.batches.get(request.batch ?? "");
    if (request.state === "silent") request.state = "heard";
    if (event.type === "RUN_FINISHED") {
      request.state = "settled";
      if (batch) {
        batch.closing = "confirmed";
        batch.settled = request.entries;
      }
    }
    if (event.type !== "RUN_ERROR") return;
    request.state = "failed";
    if (batch) {
      batch.closing = undefined;
      batch.unconfirmed = false;
    }
    const opened = ledger.batches.get(request.opened ?? "");
    if (opened) opened.closing = "withdrawn";
  });

  thread.approvals.subscribe(() => {
    if (alive) see(thread.approvals.get());
  });

  /** Judges what the tab shows now. */
  function see(shown: Approvals): void {
    const before = seen;
    seen = shown;
    const { batch: token, items, phase } = shown;
    if (before?.batch && token !== before.batch && !ledger.batches.get(before.batch)?.closing)
      world.fail(`${name} shows ${before.batch} no more, and it is not settled`);
    if (token !== null && !ledger.batches.has(token)) takeAsNew(shown, before);
    const fault = ledger.faultOf(shown);
    if (fault !== undefined) world.fail(`${name}: ${fault}`);
    const batch = ledger.batches.get(token ?? "");
    if (batch && phase === "unknown" && request?.batch === token && request.isSpoilt)
      batch.unconfirmed = true;
    const isMine = phase === "submitting" && thread.get().status === "running" && shown.error === null;
    if (batch && isMine && before?.phase !== "submitting") {
      if (calls.at(-1)?.kind !== "retry") batch.attempts.add(entriesOf(batch, items));
      for (const item of items) ledger.say(batch.token, item.id, name, item);
    }
    const places = thread.decisions.get().map((decision) => `${decision.batch} ${decision.interruptId}`);
    if (new Set(places).size < places.length) world.fail(`${name} has decided twice: ${places}`);
  }

  /** A batch that nobody has seen: it must be what the run of this tab has just asked. */
  function takeAsNew({ batch, items }: Approvals, before: Approvals | undefined): void {
    const asked = request?.state === "settled" ? request.questions : [];
    const isSame = items.map(({ id }) => id).join() === asked.map(({ id }) => id).join();
    if (batch === null || request === undefined || !isSame) {
      world.fail(`${name} shows what nobody asked`);
      return;
    }
    const answered = request.batch !== undefined && before?.batch === request.batch ? before.items : [];
    for (const { id, status, payload, draft } of items) {
      const old = answered.find((item) => item.id === id && item.status === "answered");
      const isRight = JSON.stringify(draft) === JSON.stringify(old?.draft ?? old?.payload);
      if (status !== "open" || payload !== undefined || !isRight)
        world.fail(`${name} invents an answer to "${id}"`);
    }
    request.opened = batch;
    ledger.open(batch, asked, items);
  }

  function judgeEnd(call: Call): void {
    const code: unknown = Reflect.get(Object(call.error), "code");
    if (call.error !== undefined && !MISUSE.includes(String(code)))
      world.fail(`${name}: ${call.kind} was rejected with ${call.error}`);
    world.log.push(`${name}: ${call.kind} ${call.runId ?? ""} -> ${call.end?.status ?? String(code)}`);
  }

  const tab: Tab = {
    name,
    thread,
    calls,
    isAlive: () => alive,
    isOut: () => alive && calls.some(({ end, error }) => end === undefined && error === undefined),
    call(kind, runId, make) {
      const call: Call = { kind, runId, at: world.agentTime() };
      calls.push(call);
      make().then(
        (end) => {
          call.end = end;
          judgeEnd(call);
        },
        (error: unknown) => {
          call.error = error;
          judgeEnd(call);
        },
      );
      return call;
    },
    look: place.look,
    kill() {
      const batch = ledger.batches.get(request?.batch ?? "");
      if (batch && request?.isOver() === false) batch.unconfirmed = true;
      alive = false;
      place.kill();
      platform.kill();
      const kept = tokenOf(world.place.text());
      ledger.lose(name, request?.state === "settled" && kept === request.batch ? kept : undefined);
    },
  };
  return tab;
}
