import type { ReactElement } from "react";

// Not a class: the stylesheet is optional. In the flow, because a page that scrolls in a part of
// its own would grow by an absolute one.
const hidden = {
  blockSize: 1,
  marginBlock: "0 -1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
} as const;

/** Takes the focus where the panel stood, so that it is not lost with it; seen by nobody. */
export function Receipt({ words, onLeave }: { words: string; onLeave(): void }): ReactElement {
  return (
    <p
      ref={focus}
      tabIndex={-1}
      style={hidden}
      onBlur={(event) => {
        // A window that loses the focus gives it back to the same element.
        if (document.activeElement !== event.currentTarget) onLeave();
      }}
    >
      {words}
    </p>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
