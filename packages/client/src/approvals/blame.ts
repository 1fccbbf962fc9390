import { toFault } from "../schema/fault.ts";
import { follow } from "../schema/pointer.ts";
import type { Path } from "../schema/types.ts";
import type { ApprovalItem } from "./types.ts";

/**
 * The items with what an agent said when it refused the answers: on those whose id its sentence
 * names, at the field that it names, too. A lone item needs no name. What was said before is gone.
 */
export function blamed(items: readonly ApprovalItem[], sentence = ""): readonly ApprovalItem[] {
  const words = new Set(sentence.split(/[\s"'`,;()=]+|[.:](?:\s|$)/));
  return items.map((item) => {
    const path = [...words].map((word) => placeOf(item, word)).find((each) => each.length > 0) ?? [];
    const isNamed = words.has(item.id) || (items.length === 1 && path.length > 0);
    if (isNamed) return { ...item, errors: [toFault(path, "server", {}, sentence)] };
    return item.errors.length > 0 ? { ...item, errors: [] } : item;
  });
}

/**
 * The place in an answer that a word such as `/nights`, `nights` or `payload.trip.nights` names: a
 * member that was sent, or one that the schema asks for. Empty where it names none.
 */
function placeOf({ payload, interrupt }: ApprovalItem, word: string): Path {
  const keys = word.split(/[/.[\]]+/).filter((key) => key !== "" && key !== "payload");
  const location = `#/${keys.join("/")}`;
  const { path, holder } = follow(location, payload);
  const isKnown = (holder ?? follow(location, interrupt?.responseSchema?.properties).holder) !== undefined;
  return isKnown && keys.length > 0 ? path : [];
}
