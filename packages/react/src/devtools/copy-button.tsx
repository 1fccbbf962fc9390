import { type ReactElement, useState } from "react";
import { useInspectorWords } from "./use-words.ts";

/** Copies a text made at the time of the click, and says whether that worked. */
export function CopyButton({ label, text }: { label: string; text: () => string }): ReactElement {
  const words = useInspectorWords();
  const [result, setResult] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setResult(words.copied);
    } catch {
      setResult(words.copyFailed);
    }
  }

  return (
    <span className="hp-dev__copy">
      <span role="status" className="hp-dev__muted">
        {result}
      </span>
      <button
        type="button"
        className="hp-dev__button"
        aria-label={`${words.copy}: ${label}`}
        onClick={() => void copy()}
        onBlur={() => setResult("")}
      >
        {words.copy}
      </button>
    </span>
  );
}
