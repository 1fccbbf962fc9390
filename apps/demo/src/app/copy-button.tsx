import { useState } from "react";

/** Copies a text made at the time of the click, and says whether that worked. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [result, setResult] = useState<"copied" | "failed">();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setResult("copied");
    } catch {
      setResult("failed");
    }
  }

  return (
    <span className="copy">
      <span role="status" className="copy-result">
        {result === "copied" && "Copied"}
        {result === "failed" && "Not allowed here"}
      </span>
      <button
        type="button"
        className="button small"
        onClick={() => void copy()}
        onBlur={() => setResult(undefined)}
      >
        {label}
      </button>
    </span>
  );
}
