"use client";
import { type ReactElement, useMemo } from "react";
import { type DiffLine, diffLines } from "../lib/line-diff.ts";
import type { Messages } from "../messages.ts";
import { useMessages } from "../use-messages.ts";
import { rootClass } from "./part.ts";

/** How many lines that are the same are shown around a change. */
const AROUND = 3;

/** Props of {@link LineDiff}. */
export interface LineDiffProps {
  /** The lines as they were, and as they are now; a text is split at its line ends. */
  before: string | readonly string[];
  after: string | readonly string[];
  /** Names it; what `messages.changes` says unless given. */
  label?: string;
  className?: string;
}

/** What was taken out of a text and put in, line by line: by colour, by sign, and in words for who hears it. */
export function LineDiff({ before, after, label, className }: LineDiffProps): ReactElement {
  const messages = useMessages();
  const lines = useMemo(() => diffLines(toList(before), toList(after)), [before, after]);
  const runs = useMemo(() => toRuns(lines), [lines]);
  const countOf = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div className={rootClass("hp-diff", className)} role="group" aria-label={label ?? messages.changes}>
      <p className="hp-diff__count">{messages.changeCount(countOf("added"), countOf("removed"))}</p>
      {runs.map(({ kind, at, lines }) =>
        kind === "folded" ? (
          <details key={at} className="hp-diff__fold">
            <summary>{messages.unchanged(lines.length)}</summary>
            {lines.map((line, index) => drawLine(line, at + index, messages))}
          </details>
        ) : (
          lines.map((line, index) => drawLine(line, at + index, messages))
        ),
      )}
    </div>
  );
}

function drawLine({ kind, text }: DiffLine, key: number, messages: Messages): ReactElement {
  if (kind === "same") {
    return (
      <div key={key} className="hp-diff__line">
        {text}
      </div>
    );
  }
  const Line = kind === "removed" ? "del" : "ins";
  return (
    <Line key={key} className="hp-diff__line" data-change={kind}>
      <span className="hp-unseen">{kind === "removed" ? messages.lineRemoved : messages.lineAdded} </span>
      {text}
    </Line>
  );
}

/** Lines that stand together, the first of them at a place in the whole. */
interface Run {
  readonly kind: "shown" | "folded";
  readonly at: number;
  readonly lines: readonly DiffLine[];
}

/** Lines that are the same and far from any change go into a fold. */
function toRuns(lines: readonly DiffLine[]): readonly Run[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== "same") isNear.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  }
  const runs: { kind: Run["kind"]; at: number; lines: DiffLine[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const kind = isNear[at] ? "shown" : "folded";
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, at, lines: [line] });
  }
  // A fold of one line is as high as the line itself.
  return runs.map((run) => (run.lines.length === 1 ? { ...run, kind: "shown" } : run));
}

function toList(text: string | readonly string[]): readonly string[] {
  return typeof text === "string" ? text.split(/\r?\n/) : text;
}
