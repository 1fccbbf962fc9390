/**
 * The trust boundary: the only places where a value of unknown origin is given
 * a type of the protocol.
 */
import type { AgentEvent } from "./events.ts";

/** Whether a value is an object or an array, whose members can be read by key. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Whether a value is an object as JSON means it: neither null nor an array. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Array.isArray(value);

/**
 * Gives a judged value its type. Looks no further than `type`, so it is true to
 * its word only for what the enforcing walk has passed.
 */
export const isAgentEvent = (value: unknown): value is AgentEvent =>
  isPlainObject(value) && typeof value.type === "string";

/**
 * Takes the app's word for the type of something that only the app can know,
 * such as the shape of its agent's state. Checks that it is an object, no more.
 */
export const isAsDeclared = <T>(value: unknown): value is T => isRecord(value);
