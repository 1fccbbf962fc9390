/** The protocol version that this client speaks and declares. Source: AG-UI 1.1, basic/versioning. */
export const PROTOCOL_VERSION = "1.1";
