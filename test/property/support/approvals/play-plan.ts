import { perform } from "./perform.ts";
import { rest } from "./rest.ts";
import type { Plan } from "./steps.ts";
import { openTab, type Tab } from "./tab.ts";
import { createWorld, type World } from "./world.ts";

/** Plays a plan to its end; throws at the first promise that is broken, with all that went before it. */
export async function playPlan(plan: Plan): Promise<World> {
  const world = createWorld(plan);
  const restore = replaceTimers(world);
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  let opened = 0;
  const open = () => openTab(world, `tab-${++opened}`);
  const tabs: [Tab, Tab] = [open(), open()];

  function judge(): void {
    for (const reason of rejections) world.fail(`nobody handles ${reason}`);
    if (world.broken.length > 0) throw new Error(`${world.broken[0]}\n${world.log.join("\n")}`);
  }

  try {
    await rest(world, tabs);
    judge();
    let isAtRest = true;
    let last: Tab | undefined;
    for (const { tab: at, act, turns } of plan.steps) {
      const tab = tabs[at];
      // Tabs that see each other late are those of one person, who needs a moment from one to the other.
      if (plan.setting.late && last !== tab && !isAtRest) {
        await rest(world, tabs);
        isAtRest = true;
      }
      last = tab;
      world.log.push(`-- ${tab.name}: ${JSON.stringify(act)}${isAtRest ? "" : ", in a hurry"}`);
      const check = await perform(world, tabs, at, act, isAtRest, open);
      isAtRest = turns === null;
      if (turns === null) await rest(world, tabs);
      else await world.time.turns(turns);
      if (turns === null) check?.();
      judge();
    }
    await finish(world, tabs);
    judge();
    return world;
  } finally {
    for (const tab of tabs) tab.kill();
    process.off("unhandledRejection", onRejection);
    restore();
  }
}

/** Puts the timers of the platform on the time of the world. */
function replaceTimers({ time }: World): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const cancels = new Map<number, () => void>();
  let count = 0;
  const replaced = {
    setTimeout(task: () => void, delay = 0) {
      count += 1;
      cancels.set(count, time.after(delay, task));
      return count;
    },
    clearTimeout: (id: number) => cancels.get(id)?.(),
  };
  Object.assign(globalThis, replaced);
  return () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
}

/** Every promise is kept or broken in the end, but for those of tabs that are gone. */
async function finish(world: World, tabs: readonly Tab[]): Promise<void> {
  world.log.push("-- the end");
  // What was asked for last may not have started yet.
  for (let round = 0; round < 2; round++) {
    await rest(world, tabs);
    for (const { thread } of tabs) thread.stop();
  }
  await rest(world, tabs);
  for (const tab of tabs) {
    const open = tab.calls.filter(({ end, error }) => end === undefined && error === undefined);
    if (open.length > 0) world.fail(`${tab.name} waits for ever for ${open.map(({ kind }) => kind)}`);
  }
}
