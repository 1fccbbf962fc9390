import { isDeepStrictEqual } from "node:util";
import type { Path } from "@holdpoint/client";
import type { FormField } from "@holdpoint/client/form";
import type { Page } from "playwright-core";

/** What has the focus: an element of a form, as far as a person can tell. */
interface Focused {
  readonly tag: string;
  readonly type: string;
  /** The id or, of one of several choices, the name that they share. */
  readonly place: string;
  readonly value: string;
  readonly checked: boolean;
  readonly text: string;
  /** How many items its list shows, or entries its map. */
  readonly items: number;
  /** The item that a button is beside; -1 for one that is beside none. */
  readonly item: number;
  /** The names in the list of a select, and the chosen one. */
  readonly options: readonly string[];
  readonly chosen: number;
}

/** A place in a form; of a union, the choice itself has a `-1` at its end. */
const keyOf = (path: Path): string => JSON.stringify(path);

/** The place that an element's id, or name, tells: the keys of its path. */
function toPath(place: string): Path | null {
  const [, keys] = /field-\w+-\w+((?:-(?:k\w*|i-?\d+))*)$/.exec(place) ?? [];
  if (keys === undefined) return null;
  return [...keys.matchAll(/-(?:k(\w*)|i(-?\d+))/g)].map(([, key = "", index]) =>
    index === undefined
      ? key.replace(/_(\d+)_/g, (_, code: string) => String.fromCharCode(Number(code)))
      : Number(index),
  );
}

/** What each place of a form is to show. */
export function toTarget(fields: readonly FormField[]): ReadonlyMap<string, FormField> {
  const all = fields.flatMap((field): [string, FormField][] => [
    [keyOf(field.kind === "union" ? [...field.path, -1] : field.path), field],
    ...toTarget(field.children),
  ]);
  return new Map(all);
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const input = element instanceof HTMLInputElement ? element : null;
    const select = element instanceof HTMLSelectElement ? element : null;
    const area = element instanceof HTMLTextAreaElement ? element : null;
    const isChoice = input?.type === "radio" || input?.type === "checkbox";
    const around = element?.closest("fieldset");
    const item = element?.closest("fieldset > ol > li");
    const list = around?.querySelector(":scope > ol");
    // A button without an id is named by what it stands in.
    const group = around?.querySelector(":scope > legend > span")?.id.replace(/-label$/, "");
    return {
      tag: element?.tagName ?? "",
      type: input?.type ?? "",
      place: (isChoice && input?.name) || element?.id || group || "",
      value: (input ?? select ?? area)?.value ?? "",
      checked: input?.checked ?? false,
      text: element?.textContent?.trim() ?? "",
      items: list?.children.length ?? 0,
      item: item && item.parentElement === list ? [...(list?.children ?? [])].indexOf(item) : -1,
      options: [...(select?.options ?? [])].map((option) => option.value),
      chosen: select?.selectedIndex ?? -1,
    };
  });

/** Types a text over what is there. */
async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Types a day, or a moment in UTC, as the parts of the field come one after the other in `en-US`. */
async function typeDate(page: Page, type: string, text: string): Promise<void> {
  const [, year = "", month = "", day = "", hour = 0, minute = ""] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(new Date(text).toISOString()) ?? [];
  const { keyboard } = page;
  await keyboard.type(`${month}${day}${year}`);
  if (type === "date") return;
  await keyboard.press("ArrowRight");
  const twelve = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12;
  await keyboard.type(`${String(twelve).padStart(2, "0")}${minute}${Number(hour) < 12 ? "A" : "P"}`);
}

/**
 * Fills in the form that has the focus somewhere before it, by the keyboard alone, until it shows what is
 * wanted, and stops at the button that sends. Goes from each control to the next as a person does.
 */
export async function typeAnswer(
  page: Page,
  target: ReadonlyMap<string, FormField>,
  send: string,
): Promise<void> {
  const { keyboard } = page;
  const emptied = new Set<string>();
  for (let step = 0; step < 400; step++) {
    const at = await focused(page);
    if (at.tag === "BUTTON" && at.text === send) return;
    const path = toPath(at.place);
    const field = path ? target.get(keyOf(path)) : undefined;
    if (!(field && (await act(page, at, field, emptied)))) await keyboard.press("Tab");
  }
  throw new Error(`The keyboard never came to "${send}".`);
}

/** Whether a button is to be pressed. A list that may be left out is emptied by adding an item and removing it. */
function isPressed(at: Focused, { kind, value, children }: FormField, emptied: Set<string>): boolean {
  const isEmpty = ["[]", "{}"].includes(String(value));
  if (at.text.startsWith("Leave ")) return isEmpty;
  if (at.text.startsWith("Remove ")) return at.item < 0 ? value === "" : at.item >= children.length;
  if (!at.text.startsWith("Add ")) return false;
  if (kind !== "array" && kind !== "tuple") return value !== "" && !at.text.startsWith("Add to ");
  if (at.items < children.length) return true;
  const isNew = isEmpty && at.items === 0 && !emptied.has(at.place);
  emptied.add(at.place);
  return isNew;
}

/** Does what is to be done where the focus is; false where nothing is, so that it may go on. */
async function act(page: Page, at: Focused, field: FormField, emptied: Set<string>): Promise<boolean> {
  const { keyboard } = page;
  const { kind, value, children } = field;
  if (at.tag === "BUTTON") {
    const isWanted = isPressed(at, field, emptied);
    if (isWanted) await keyboard.press("Enter");
    return isWanted;
  }
  if (at.type === "radio" || at.tag === "SELECT") return choose(page, at, field);
  if (at.type === "checkbox") {
    const isWanted =
      kind === "multi-enum"
        ? [value].flat().some((each) => isDeepStrictEqual(each, field.options[Number(at.value)]?.value))
        : value === true;
    if (at.checked !== isWanted) await keyboard.press("Space");
    return false;
  }
  if (kind === "map") {
    const missing = children.find(({ canRemove }, index) => canRemove && index >= at.items);
    if (missing) {
      await typeOver(page, String(missing.key));
      await keyboard.press("Enter");
    }
    return missing !== undefined;
  }
  const label = field.options.find((option) => isDeepStrictEqual(option.value, value))?.label;
  const wanted = kind === "enum" ? (label ?? "") : String(value ?? "");
  const isDate = at.type === "date" || at.type === "datetime-local";
  if (isDate && wanted !== "") await typeDate(page, at.type, wanted);
  else if (!isDate && at.value !== wanted) await typeOver(page, wanted);
  return false;
}

/** Goes through choices with the arrow keys, as far as the wanted one. */
async function choose(page: Page, at: Focused, { kind, value, options }: FormField): Promise<boolean> {
  const index = options.findIndex((option) => isDeepStrictEqual(option.value, value));
  const wanted = kind === "boolean" ? String(value) : index < 0 ? "" : String(index);
  if (at.tag === "SELECT") {
    const distance = at.options.indexOf(wanted) - at.chosen;
    for (let press = 0; press < Math.abs(distance); press++)
      await page.keyboard.press(distance > 0 ? "ArrowDown" : "ArrowUp");
    return false;
  }
  if (at.value === wanted) {
    if (!at.checked) await page.keyboard.press("Space");
    return false;
  }
  if (wanted === "" && !at.checked) return false;
  await page.keyboard.press("ArrowDown");
  return true;
}
