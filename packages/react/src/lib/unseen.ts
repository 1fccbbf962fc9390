/**
 * The style of what is read out and seen by nobody; no class, since the stylesheet is optional. Only for what comes
 * after a page was taken over: a strict policy forbids styles in what a server has drawn. Fixed, because
 * an absolute element would make what it is in scroll where it just fits.
 */
export const unseen = { position: "fixed", clipPath: "inset(50%)" } as const;
