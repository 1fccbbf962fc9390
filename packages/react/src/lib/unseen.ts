/**
 * The style of what is read out and seen by nobody; no class, since the stylesheet is optional. Fixed, because
 * an absolute element would make what it is in scroll where it just fits.
 */
export const unseen = { position: "fixed", clipPath: "inset(50%)" } as const;
