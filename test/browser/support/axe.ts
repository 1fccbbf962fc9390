import axe, { type AxeResults } from "axe-core";
import type { Opened } from "./stage.ts";

/** What axe objects to, each with the elements concerned. */
export async function axeFaults({ page }: Pick<Opened, "page">): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`${axe.source}; axe.run(document)`);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`).join("; ")}`,
  );
}
