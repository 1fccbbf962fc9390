import type { ReactElement } from "react";
import { unseen } from "../lib/unseen.ts";

/** Takes the focus where the panel stood, so that it is not lost with it; seen by nobody. */
export const Receipt = ({ words, onLeave }: { words: string; onLeave(): void }): ReactElement => {
  return (
    <p
      ref={focus}
      tabIndex={-1}
      style={unseen}
      onBlur={(event) => {
        // A window that loses the focus gives it back to the same element.
        if (document.activeElement !== event.currentTarget) onLeave();
      }}
    >
      {words}
    </p>
  );
};

const focus = (element: HTMLElement | null): void => {
  element?.focus();
};
