import { it } from "vitest";
import type { Observed } from "./drive.ts";
import { hold } from "./hold.ts";
import { PENDING } from "./pending.ts";
import type { StreamFile } from "./stream-file.ts";

/** One test for each stream, sent one way; a stream that is pending must fail that way too. */
export function testLane(
  files: readonly StreamFile[],
  way: string,
  run: (file: StreamFile) => Promise<Observed>,
): void {
  for (const file of files) {
    const pending = PENDING[file.id];
    if (pending === undefined) {
      it(`${file.id}, ${way}`, async () => hold(file, await run(file)));
    } else {
      it.fails(`${file.id}, ${way} (pending: ${pending})`, async () => hold(file, await run(file)));
    }
  }
}
