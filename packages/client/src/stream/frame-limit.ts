import { ProtocolError } from "../errors.ts";

/** The largest frame that is accepted where an app sets no limit: 16 MiB. */
export const MAX_FRAME_BYTES: number = 16 * 1024 * 1024;

/** The error for a frame above the limit, in bytes. */
export const frameTooLarge = (limit: number): ProtocolError =>
  new ProtocolError(`A frame is larger than maxFrameBytes, ${limit}.`, { rule: "frame-too-large" });
