import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from "react";
import { useInspectorWords } from "./use-words.ts";
import { type InspectorTab, tabs } from "./words.ts";

const STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => tabs.length - 1,
};

/** A row of tabs, of which the arrow keys choose, and the one panel below. */
export function Tabs({
  chosen,
  onChoose,
  counts,
  children,
}: {
  chosen: InspectorTab;
  onChoose(tab: InspectorTab): void;
  counts: Partial<Record<InspectorTab, number>>;
  children: ReactNode;
}): ReactElement {
  const words = useInspectorWords();
  const id = useId();

  function move(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget } = event;
    const isMirrored = getComputedStyle(currentTarget).direction === "rtl";
    const mirrored = key === "ArrowRight" ? "ArrowLeft" : key === "ArrowLeft" ? "ArrowRight" : key;
    const step = STEPS[isMirrored ? mirrored : key];
    const at = step && (step(tabs.indexOf(chosen)) + tabs.length) % tabs.length;
    const next = at === undefined ? undefined : tabs[at];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={words.tabList} className="hp-dev__tabs" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="hp-dev__tab"
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {words.tabs[tab]}{" "}
            {counts[tab] ? <span className="hp-dev__muted">{words.count(counts[tab])}</span> : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className="hp-dev__panel"
        aria-labelledby={`${id}-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as the pattern of tabs has it, since not every panel has what takes the focus
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
