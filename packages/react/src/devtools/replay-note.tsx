import { type ReactElement, useEffect, useRef, useState } from "react";
import type { Replay } from "./replay.ts";
import { useInspectorWords } from "./use-words.ts";

/** Says that what is seen is a replay, plays it, and leads back. */
export function ReplayNote({ replay, onLeave }: { replay: Replay; onLeave(): void }): ReactElement {
  const words = useInspectorWords();
  const [ended, setEnded] = useState<string>();
  const isPlaying = ended === undefined;
  const leave = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let isHere = true;
    leave.current?.focus();
    replay.play().then(
      () => isHere && setEnded(words.replayed),
      (error: unknown) => isHere && setEnded(words.replayFailed(Object(error).message ?? String(error))),
    );
    return () => {
      isHere = false;
    };
  }, [replay, words]);

  return (
    <div className="hp-dev__banner">
      <p role="status">{ended ?? words.replaying}</p>
      <div className="hp-dev__row">
        <button ref={leave} type="button" className="hp-dev__button" onClick={onLeave}>
          {words.backToLive}
        </button>
        {isPlaying && (
          <button type="button" className="hp-dev__button" onClick={replay.stop}>
            {words.stop}
          </button>
        )}
      </div>
    </div>
  );
}
