import type { Approvals } from "@holdpoint/client";
import { edit } from "./acts.ts";
import { rest } from "./rest.ts";
import type { Act } from "./steps.ts";
import type { CallKind, Tab } from "./tab.ts";
import { areTold, type World } from "./world.ts";

/** What is to be checked once all is at rest again. */
type Check = (() => void) | undefined;

/** Does one thing in a tab. */
export async function perform(
  world: World,
  tabs: [Tab, Tab],
  at: 0 | 1,
  step: Act,
  isAtRest: boolean,
  open: () => Tab,
): Promise<Check> {
  const tab = tabs[at];
  const other = tabs[at === 0 ? 1 : 0];
  const { thread } = tab;
  // Where nothing tells them, tabs cannot know that another one is running.
  const mayRun = areTold(world.setting) || !other.isOut();
  // Only then is it known what must follow.
  const isQuiet = isAtRest && tabs.every((each) => !each.isOut());
  switch (step.act) {
    case "send":
    case "run":
    case "retry":
      return mayRun ? start(world, tab, step.act, isQuiet) : undefined;
    case "send past": {
      if (!mayRun || !isAtRest) return;
      const check = sendPast(world, tab, isQuiet);
      // What it declines is known only while nobody edits meanwhile.
      await rest(world, tabs);
      check?.();
      return;
    }
    case "submit":
      return start(world, tab, "submit", isQuiet);
    case "submit twice":
      start(world, tab, "submit", false);
      start(world, tab, "submit", false);
      return;
    case "both submit":
      start(world, tab, "submit", false);
      start(world, other, "submit", false);
      return;
    case "submit and stop":
      start(world, tab, "submit", false);
      thread.stop();
      return;
    case "send past and stop":
      // What is pending is not declined by what is not sent.
      start(world, tab, "send past", false);
      thread.stop();
      return;
    case "stop":
      thread.stop();
      return;
    case "dismiss":
      if (!mayRun || !isAtRest) return;
      dismiss(world, tab);
      await rest(world, tabs);
      return;
    case "pass":
      await world.time.pass(step.minutes * 60_000);
      return;
    case "reload":
    case "kill":
      if (step.act === "reload") await rest(world, tabs);
      tab.kill();
      tabs[at] = open();
      if (step.act === "reload") await rest(world, tabs);
      return;
    case "change call":
      // An app changes a conversation where it is being held.
      if (!isAtRest && !(tab.isOut() && thread.approvals.get().phase === "submitting")) return;
      edit(world, tab, step);
      if (isAtRest) await rest(world, tabs);
      return;
    default:
      edit(world, tab, step);
      return;
  }
}

const isEditable = ({ phase }: Approvals): boolean => phase === "open" || phase === "failed";

/** Whether an agent must hear of it, where nothing else is going on. */
function mustGo(world: World, { thread }: Tab, kind: CallKind): boolean {
  const shown = thread.approvals.get();
  if (kind === "send" || kind === "run") return shown.batch === null;
  if (kind === "send past") return shown.batch === null || isEditable(shown);
  if (kind === "retry")
    return (isEditable(shown) || shown.phase === "unknown") && Boolean(thread.export().batch?.sent);
  const items = world.ledger.batches.get(shown.batch ?? "")?.items;
  const isOnTime = (id: string) =>
    (items?.get(id)?.question.expiresAt ?? Number.POSITIVE_INFINITY) > world.agentTime();
  return (
    isEditable(shown) &&
    shown.items.every(({ id, status }) => status === "declined" || (status === "answered" && isOnTime(id)))
  );
}

function start(world: World, tab: Tab, kind: CallKind, isQuiet: boolean): Check {
  const { thread } = tab;
  const before = thread.approvals.get();
  const batch = world.ledger.batches.get(before.batch ?? "");
  const must = isQuiet && mustGo(world, tab, kind);
  const isUnconfirmed = batch?.unconfirmed || before.phase === "unknown";
  const runId = kind === "retry" ? undefined : world.next("named");
  const count = world.requests.length;
  const call = tab.call(kind, runId, () => {
    if (kind === "submit") return thread.approvals.submit({ runId: runId ?? "" });
    if (kind === "retry") return thread.approvals.retry();
    if (kind === "run") return thread.run({ runId: runId ?? "" });
    return thread.send("Go on", { runId: runId ?? "", ...(kind === "send past" && { pending: "decline" }) });
  });
  if (!must) return undefined;
  return () => {
    const request = world.requests
      .slice(count)
      .find((each) => each.tab === tab.name && (runId === undefined ? each.isRetry : each.runId === runId));
    if (request === undefined) world.fail(`${tab.name}: a ${kind} cannot be sent, ${String(call.error)}`);
    const after = thread.approvals.get();
    if (before.batch === null || call.end === undefined) return;
    const { status } = call.end;
    const isSettled = status === "success" || status === "interrupted" || status === "cancelled";
    const phases: Record<string, string> = {
      unstarted: isUnconfirmed ? "unknown" : "open",
      failed: "failed",
      truncated: "unknown",
      rejected: "unknown",
    };
    const isRight = isSettled
      ? after.batch !== before.batch
      : after.batch === before.batch && after.phase === (phases[status] ?? after.phase);
    if (!isRight) world.fail(`${tab.name}: ${before.batch} is ${after.batch} ${after.phase} after ${status}`);
  };
}

/** Declines all that is pending and sends a text in the same run. */
function sendPast(world: World, tab: Tab, isQuiet: boolean): Check {
  const shown = tab.thread.approvals.get();
  if (shown.batch !== null && isEditable(shown) && !tab.isOut()) {
    for (const { id, draft } of shown.items)
      world.ledger.say(shown.batch, id, tab.name, { status: "declined", draft });
  }
  return start(world, tab, "send past", isQuiet);
}

/** Gives up on answers that may have arrived. */
function dismiss(world: World, { name, thread }: Tab): void {
  const { batch: token, phase } = thread.approvals.get();
  const batch = world.ledger.batches.get(token ?? "");
  if (phase === "unknown" && batch) batch.closing = "unconfirmed";
  try {
    thread.approvals.dismiss();
    if (phase !== "unknown") world.fail(`${name}: what is ${phase} was dismissed`);
  } catch (error) {
    if (phase === "unknown") world.fail(`${name}: could not be dismissed, ${error}`);
  }
}
