import {
  type AgentClient,
  replayTransport,
  type Thread,
  type ThreadMessage,
  type ThreadRecord,
  type Transport,
  TransportError,
} from "@holdpoint/client";
import { createInspectableClient } from "./inspectable-client.ts";
import type { RecordedRun, Recording, RunStart } from "./recording.ts";

/** A recording that plays in a client of its own. */
export interface Replay {
  readonly client: AgentClient;
  readonly threadId: string;
  /** Tells it from every other replay of this page. */
  readonly number: number;
  /** Plays all of it, once; resolved when it is over or stopped, for whoever asks again as well. */
  play(): Promise<void>;
  /** Plays no further; what was played stays to be looked at. */
  stop(): void;
  /** Stops it and lets go of it. */
  dispose(): void;
}

let replays = 0;

/**
 * Plays a recording through all the stages of a client that has nothing of the app: no network, no storage, no
 * tools, no rules, no middleware. `speed` is 1 as recorded, 2 twice as fast, 0 at once. The runs follow each other without
 * the time in which a person was thinking, and no deadline passes.
 */
export function createReplay({ runs, events }: Recording, speed: number): Replay {
  const threadId = runs[0]?.start?.record.threadId ?? "replay";
  // Under their own ids as they came; else under those of the replay, or they would be refused as another thread's.
  const isOneThread = runs.every(({ start: from }) => from?.record.threadId === threadId);
  const played = replayTransport(
    runs.map((run) => run.events),
    { speed, adopt: !isOneThread },
  );
  let current: RecordedRun | undefined;
  let isOver = false;
  let playing: Promise<void> | undefined;

  const transport: Transport = async function* (input, around) {
    yield* played(input, around);
    if (around.signal.aborted) return;
    const { end } = current ?? {};
    if (end?.end === "stopped") thread.stop();
    if (end?.end !== "failed") return;
    throw new TransportError(end.message, end.status === undefined ? {} : { status: end.status });
  };

  const client = createInspectableClient(
    // What is warned of is seen where the replay is looked at.
    { transport, onWarning() {}, environment: { clock: () => 0 } },
    { limit: Math.max(events, 1) },
  );
  const thread = client.thread(threadId);

  async function playAll(): Promise<void> {
    for (const run of runs) {
      if (isOver) return;
      current = run;
      await start(thread, run.start);
    }
  }

  function stop(): void {
    isOver = true;
    thread.stop();
  }

  return {
    client,
    threadId,
    number: ++replays,
    play() {
      playing ??= playAll();
      return playing;
    },
    stop,
    dispose() {
      stop();
      client.dispose();
    },
  };
}

/** Begins a run as its request did: with its answers, or from what it said of the thread. */
async function start(thread: Thread, from: RunStart | undefined): Promise<void> {
  if (!from) {
    leavePending(thread, thread.export());
    await thread.run();
    return;
  }
  const { runId, record } = from;
  if (answer(thread, from)) {
    await thread.approvals.submit({ runId });
    return;
  }
  const { messages, decisions, usage } = thread.export();
  leavePending(thread, {
    ...record,
    messages: asShown(messages, record.messages),
    decisions,
    usage,
  });
  await thread.run({ runId });
}

/** Gives the recorded answers; false where they are not those of the questions that are open. */
function answer({ approvals }: Thread, { answers }: RunStart): boolean {
  if (approvals.get().batch === null || answers.length === 0) return false;
  try {
    for (const { id, isDeclined, payload, metadata } of answers) {
      const options = metadata ? { metadata } : {};
      if (!isDeclined) approvals.answer(id, payload ?? null, options);
      else approvals.decline(id, payload === undefined ? options : { ...options, payload });
    }
  } catch {
    return false;
  }
  return approvals.get().ready;
}

/** Shows the record without questions: what is played next does not wait for answers. */
function leavePending(thread: Thread, { batch: _, ...record }: ThreadRecord): void {
  thread.hydrate({ ...record, threadId: thread.threadId });
}

/** The messages of a request with what is known of them, and the activities that never travel back, each where it stood. */
function asShown(shown: readonly ThreadMessage[], sent: readonly ThreadMessage[]): readonly ThreadMessage[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  const sentIds = new Set(sent.map(({ id }) => id));
  /** The activities by the message that they stand behind. */
  const activities = new Map<string | undefined, ThreadMessage[]>();
  let before: string | undefined;
  for (const message of shown) {
    if (sentIds.has(message.id)) before = message.id;
    else if (message.role === "activity")
      activities.set(before, [...(activities.get(before) ?? []), message]);
  }
  const behind = (id: string | undefined): readonly ThreadMessage[] => activities.get(id) ?? [];
  return [...behind(undefined), ...sent.flatMap((message) => [marked(message), ...behind(message.id)])];

  function marked(message: ThreadMessage): ThreadMessage {
    const { phase, origin, runId } = known.get(message.id) ?? message;
    return { ...message, phase, origin, ...(runId !== undefined && { runId }) };
  }
}
