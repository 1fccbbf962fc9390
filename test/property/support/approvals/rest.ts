import type { Decision } from "@holdpoint/client";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** Lets all come to rest and every tab see what is kept; then they must agree. */
export async function rest(world: World, tabs: readonly Tab[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.time.settle();
    for (const tab of tabs) tab.look();
  }
  await world.time.settle();
  const idle = tabs.filter((tab) => !tab.isOut());
  for (const tab of idle) {
    const shown = tab.thread.approvals.get();
    const fault = idle.length === tabs.length ? world.ledger.agree(shown) : world.ledger.faultOf(shown);
    if (fault !== undefined) world.fail(`${tab.name} at rest: ${fault}`);
    judgeDecisions(world, tab);
  }
  // Where locks tell, nobody waits for a tab that is gone.
  const isLeft = idle.length === tabs.length && world.setting.locks;
  for (const { name, thread } of isLeft ? idle : [])
    if (thread.approvals.get().phase === "submitting") world.fail(`${name} waits for nobody`);
  const [one, other] = idle.map(({ thread }) => thread.approvals.get());
  if (one && other && one.batch !== other.batch) world.fail(`the tabs show ${one.batch} and ${other.batch}`);
}

/** Every answer that was settled is kept, once, as it was sent. */
function judgeDecisions(world: World, { name, thread }: Tab): void {
  const decisions = thread.decisions.get();
  for (const { token, attempts, settled, closing } of world.ledger.batches.values()) {
    const kept = decisions.filter(({ batch }) => batch === token);
    const wanted = closing === "confirmed" ? [settled] : closing === "unconfirmed" ? [...attempts] : ["[]"];
    const told = toldIn(kept);
    if (!wanted.some((each) => toldIn(JSON.parse(each ?? "[]")) === told))
      world.fail(`${name} has decided ${told} and not ${wanted.join(" or ")} for ${token}`);
    if (!kept.every(({ confirmation }) => confirmation === closing))
      world.fail(`${name} takes a decision for ${token} as something else than ${closing}`);
  }
}

/** What was decided, without what only an entry or only a decision has. */
const toldIn = (entries: readonly Pick<Decision, "interruptId" | "status" | "payload">[]): string =>
  JSON.stringify(entries.map(({ interruptId, status, payload }) => ({ interruptId, status, payload })));
