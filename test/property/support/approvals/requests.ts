import type { RunAgentInput } from "@holdpoint/client";
import { exchange } from "./agent.ts";
import type { Tab } from "./tab.ts";
import { areTold, entriesOf, type SeenRequest, tokenOf, type World } from "./world.ts";

/** Judges a request as it leaves a tab, and answers it as the agent has been told to. */
export function checkRequest(
  world: World,
  tab: Tab,
  input: RunAgentInput,
  signal: AbortSignal,
  isAlive: () => boolean,
): { request: SeenRequest; events: AsyncIterable<readonly unknown[]> } {
  const { ledger, requests, setting } = world;
  const { runId, resume } = input;
  const fail = (what: string) => world.fail(`${tab.name} sends ${runId}: ${what}`);
  const pending = tab.thread.export().batch;
  const batch = ledger.batches.get(pending?.batch ?? "");
  const call = tab.calls.find((each) => each.runId === runId);
  const isRetry = call === undefined;
  const live = requests.filter((each) => !each.isOver());

  if (requests.some((each) => each.runId === runId)) fail("the run id was sent before");
  if (areTold(setting) && live.length > 0) fail(`${live[0]?.runId} of ${live[0]?.tab} is still out`);
  if (isRetry) {
    const sent = requests.filter((each) => each.tab === tab.name && each.isRetry).length;
    const asked = tab.calls.filter(({ kind }) => kind === "retry").length;
    if (sent >= asked) fail("nobody has asked for it");
  }
  if (resume === undefined) {
    if (pending) fail(`${pending.batch} is pending, and is passed by`);
    const token = tokenOf(world.place.text());
    if (token && !ledger.batches.get(token)?.closing) fail(`${token} is kept as pending, and is passed by`);
  } else if (!pending || !batch) fail("answers to nothing");
  else {
    const ids = resume.map(({ interruptId }) => interruptId);
    if (pending.phase !== "submitting") fail(`answers of a batch that is ${pending.phase}`);
    if (ids.join() !== [...batch.items.keys()].join()) fail(`answers to ${ids}`);
    const entries = JSON.stringify(resume);
    const wanted = entriesOf(batch, pending.items);
    if (entries !== wanted) fail(`${entries} instead of ${wanted}`);
    if (isRetry && !batch.attempts.has(entries)) fail(`a retry with ${entries} after ${[...batch.attempts]}`);
    const fault = ledger.faultOf({
      ...tab.thread.approvals.get(),
      batch: pending.batch,
      items: pending.items,
    });
    if (fault !== undefined) fail(fault);
    if (batch.closing) fail(`answers to ${batch.token}, which is ${batch.closing}`);
    const out = live.find((each) => each.batch === batch.token);
    if (out && (areTold(setting) || !isRetry)) fail(`its answers are out with ${out.runId} of ${out.tab}`);
    const last = requests.findLast((each) => each.batch === batch.token);
    if (last?.state === "heard") batch.unconfirmed = true;
    if (batch.unconfirmed && !isRetry) fail(`answers that may have arrived with ${last?.runId}`);
    for (const { id, status } of pending.items) {
      const deadline = batch.items.get(id)?.question.expiresAt;
      const isLate = deadline !== undefined && deadline <= (call?.at ?? 0);
      if (status === "open" || (isLate && status === "answered")) fail(`"${id}" is not answered`);
    }
  }

  const plan = world.nextAgentPlan();
  const earlier = requests.findLast((each) => each.questions.length > 0)?.questions ?? [];
  const { questions, events } = exchange({
    input,
    signal,
    plan,
    earlier: earlier.map(({ id }) => id),
    now: world.agentTime(),
    newId: () => world.next("q"),
    turns: world.time.turns,
  });
  let ended = false;
  const request: SeenRequest = {
    tab: tab.name,
    runId,
    batch: resume && batch?.token,
    isRetry,
    entries: resume && JSON.stringify(resume),
    questions,
    isSpoilt: plan.does === "break the protocol at once",
    state: "silent",
    isOver: () =>
      ended || signal.aborted || !isAlive() || request.state === "settled" || request.state === "failed",
    opened: undefined,
  };
  requests.push(request);
  world.log.push(
    `${tab.name}: request ${runId} ${isRetry ? "again " : ""}${JSON.stringify(resume ?? "plain")}: ${plan.does}`,
  );

  async function* watched(): AsyncGenerator<readonly unknown[]> {
    try {
      yield* events;
    } finally {
      ended = true;
    }
  }
  return { request, events: watched() };
}
