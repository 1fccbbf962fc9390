import type { ApprovalItem, Message } from "@holdpoint/client";
import { fits, type Said, textOf } from "./ledger.ts";
import type { Act } from "./steps.ts";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code");

/** What a person does to the questions that a tab shows. Each edit is held against what it must lead to. */
export function edit(world: World, tab: Tab, act: Act): void {
  const { approvals } = tab.thread;
  switch (act.act) {
    case "fill":
      all(world, tab, (item) => {
        if (item.status !== "open") return undefined;
        if (item.expired) return { decline: true };
        return { payload: fitting(world, tab, item) };
      });
      return;
    case "decline all":
      all(world, tab, () => ({ decline: true }));
      return;
    case "change call":
      changeCall(world, tab, act.item);
      return;
    case "answer":
    case "draft":
    case "decline":
    case "clear": {
      const item = itemAt(tab, act.item);
      if (item === undefined) return;
      const { id } = item;
      const said = after(world, tab, item, act);
      change(world, tab, new Map([[id, said]]), item.expired && act.act === "answer", () => {
        if (act.act === "answer") approvals.answer(id, act.value, act.noted ? { metadata: NOTE } : {});
        else if (act.act === "draft") approvals.draft(id, act.value);
        else if (act.act === "decline") approvals.decline(id);
        else if (act.act === "clear") approvals.clear(id);
      });
    }
  }
}

const NOTE = { note: "by hand" };

function itemAt(tab: Tab, at: number): ApprovalItem | undefined {
  const { items } = tab.thread.approvals.get();
  return items[at % Math.max(1, items.length)];
}

/** What an edit makes of an item. */
function after(world: World, tab: Tab, item: ApprovalItem, act: Act): Said {
  const { status, payload, metadata, draft } = item;
  if (act.act === "decline") return { status: "declined", draft };
  if (act.act === "clear") return { status: "open", draft };
  if (act.act === "draft") return { status, payload, metadata, draft: act.value };
  if (act.act !== "answer") return item;
  return answered(world, tab, item, act.value, act.noted ? NOTE : undefined);
}

function answered(
  world: World,
  tab: Tab,
  { id }: ApprovalItem,
  payload: unknown,
  metadata?: Said["metadata"],
): Said {
  const question = world.ledger.batches.get(tab.thread.approvals.get().batch ?? "")?.items.get(id)?.question;
  const isRight = question !== undefined && fits(question, payload);
  return isRight
    ? { status: "answered", payload, ...(metadata && { metadata }) }
    : { status: "open", draft: payload };
}

/** An answer of the type that is asked for; falsy ones among them. */
function fitting(world: World, tab: Tab, item: ApprovalItem): unknown {
  const { batch } = tab.thread.approvals.get();
  const schema = world.ledger.batches.get(batch ?? "")?.items.get(item.id)?.question.plan.schema;
  if (schema === "number") return 0;
  if (schema === "boolean") return item.id.length % 2 === 0;
  return schema === "string" ? "" : null;
}

function all(
  world: World,
  tab: Tab,
  reply: (item: ApprovalItem) => { payload: unknown } | { decline: true } | undefined,
): void {
  const wanted = new Map<string, Said>();
  for (const item of tab.thread.approvals.get().items) {
    const said = reply(item);
    if (said === undefined) continue;
    const { draft } = item;
    wanted.set(
      item.id,
      "decline" in said ? { status: "declined", draft } : answered(world, tab, item, said.payload),
    );
  }
  change(world, tab, wanted, false, () => void tab.thread.approvals.answerAll(reply));
}

/** Makes a change, which must lead to what is wanted where the batch may be edited, and to nothing where not. */
function change(
  world: World,
  tab: Tab,
  wanted: ReadonlyMap<string, Said>,
  mayRefuse: boolean,
  make: () => void,
): void {
  const { thread, name } = tab;
  const { batch, phase, error } = thread.approvals.get();
  const isEditable = (phase === "open" || phase === "failed") && codeOf(error) !== "answered-elsewhere";
  // Known before it is made: the change is judged as it shows.
  if (isEditable && batch !== null && !mayRefuse)
    for (const [id, said] of wanted) world.ledger.say(batch, id, name, said);
  let code: unknown;
  try {
    make();
  } catch (thrown) {
    code = codeOf(thrown) ?? thrown;
  }
  world.log.push(`${name}: edits ${[...wanted.keys()]} -> ${code ?? "done"}`);
  if (!isEditable || mayRefuse) {
    const isMisuse = ["busy", "unconfirmed", "answered-elsewhere", "nothing-pending", "expired"].includes(
      String(code),
    );
    if (code !== undefined && !isMisuse) world.fail(`${name}: an edit threw ${code}`);
    return;
  }
  if (code !== undefined) world.fail(`${name}: an edit of an open batch threw ${code}`);
  for (const item of thread.approvals.get().items) {
    const said = wanted.get(item.id);
    if (said && textOf(said) !== textOf(item))
      world.fail(`${name}: "${item.id}" is ${textOf(item)} after an edit to ${textOf(said)}`);
  }
}

/** Changes the arguments of a call that a question is about, as an app may that edits the conversation. */
function changeCall(world: World, tab: Tab, at: number): void {
  const { thread, name } = tab;
  const { items, batch: token } = thread.approvals.get();
  const callId = items[at % Math.max(1, items.length)]?.interrupt?.toolCallId;
  const batch = world.ledger.batches.get(token ?? "");
  if (callId === undefined || batch === undefined) return;
  batch.callChanged = true;
  const args = JSON.stringify({ amount: world.next("amount") });
  world.log.push(`${name}: changes ${callId} to ${args}`);
  thread.setMessages(thread.get().messages.map((message) => withArguments(message, callId, args)));
  for (const { toolCall, status, notice } of thread.approvals.get().items) {
    if (toolCall?.id === callId && toolCall.arguments !== args && thread.approvals.get().phase === "open")
      world.fail(`${name} shows old arguments of ${callId}, ${status} ${notice}`);
  }
}

function withArguments(message: Message, callId: string, args: string): Message {
  if (message.role !== "assistant" || message.toolCalls === undefined) return message;
  const toolCalls = message.toolCalls.map((call) =>
    call.id === callId ? { ...call, function: { ...call.function, arguments: args } } : call,
  );
  return { ...message, toolCalls };
}
