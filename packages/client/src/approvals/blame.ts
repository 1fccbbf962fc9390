import { toFault } from "../schema/fault.ts";
import { follow } from "../schema/pointer.ts";
import type { Path } from "../schema/types.ts";
import type { ApprovalItem } from "./types.ts";

/**
 * The items with what an agent said when it refused the answers: on those whose id its sentence
 * names, at the field that it names, too. A lone item needs no name. What was said before is gone.
 */
export const blamed = (items: readonly ApprovalItem[], sentence = ""): readonly ApprovalItem[] => {
  const words = `${sentence} `.split(/[.:]?[\s"'`,;()=]+/);
  return items.map((item) => {
    const path = words.map((word) => placeOf(item, word)).find((place) => place) ?? [];
    const isNamed = words.includes(item.id) || (items.length === 1 && path.length > 0);
    return { ...item, errors: isNamed ? [toFault(path, "server", {}, sentence)] : [] };
  });
};

/**
 * The place in an answer that a word such as `/nights`, `nights` or `payload.trip.nights` names: a
 * member that was sent, or one that the schema asks for.
 */
const placeOf = ({ payload, interrupt }: ApprovalItem, word: string): Path | undefined => {
  const keys = word.split(/[/.[\]]+/).filter((key) => key !== "" && key !== "payload");
  const location = `#/${keys.join("/")}`;
  const { path, holder } = follow(location, payload);
  const known = holder ?? follow(location, interrupt?.responseSchema?.properties).holder;
  return known === undefined ? undefined : path;
};
