import type { FieldError } from "../schema/types.ts";

type Params = Readonly<Record<string, unknown>>;

const nouns: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "yes or no",
  array: "a list",
  object: "an object",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address, such as name@example.com",
  date: "a date, such as 2026-03-31",
  time: "a time with its zone, such as 14:30:00Z",
  "date-time": "a date and time with its zone, such as 2026-03-31T14:30:00Z",
  duration: "a duration, such as PT1H30M",
  uri: "an address, such as https://example.com",
};

const lookUp = (table: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;

function number({ integer, minimum, maximum }: Params, otherwise: string): string {
  const noun = integer ? "a whole number" : "a number";
  return typeof minimum === "number" && typeof maximum === "number"
    ? `Enter ${noun} from ${minimum} to ${maximum}.`
    : `Enter ${noun}${otherwise}.`;
}

function typed(params: Params): string {
  const types = [params.type].flat().filter((type) => type !== "null");
  if (types.length === 1 && (types[0] === "integer" || types[0] === "number"))
    return number({ ...params, integer: types[0] === "integer" }, "");
  if (types.length === 1 && types[0] === "boolean") return "Answer yes or no.";
  const names = types.flatMap((type) => lookUp(nouns, type) ?? []);
  return names.length === 0 ? "Leave this empty." : `Enter ${names.join(" or ")}.`;
}

const unexpected = "Remove this: it is not expected here.";
/** The keywords that refuse what is there. */
const refusing = new Set(
  "additionalProperties unevaluatedProperties items additionalItems unevaluatedItems properties patternProperties false".split(
    " ",
  ),
);
const missing = (): string => "This is required.";
const atMost =
  (one: string, many: string) =>
  ({ limit }: Params): string =>
    `Keep at most ${limit} ${limit === 1 ? one : many}.`;
const atLeast =
  (many: string) =>
  ({ limit }: Params): string =>
    `Add ${many} until there are at least ${limit}.`;

/** The sentence of each keyword, made from the fault's `params`. */
const sentences: Readonly<Record<string, (params: Params) => string>> = {
  required: missing,
  dependentRequired: missing,
  type: typed,
  enum: () => "Choose one of the options.",
  const: ({ value }) => `This must be ${JSON.stringify(value)}.`,
  minimum: (params) => number(params, ` that is at least ${params.limit}`),
  maximum: (params) => number(params, ` that is at most ${params.limit}`),
  exclusiveMinimum: ({ limit, integer }) => number({ integer }, ` greater than ${limit}`),
  exclusiveMaximum: ({ limit, integer }) => number({ integer }, ` less than ${limit}`),
  multipleOf: ({ limit }) => `Enter a multiple of ${limit}.`,
  minLength: ({ limit }) => (limit === 1 ? "Enter some text." : `Enter at least ${limit} characters.`),
  maxLength: atMost("character", "characters"),
  pattern: () => "Enter this in the expected form.",
  format: ({ format }) => `Enter ${lookUp(formats, format) ?? `a valid ${format}`}.`,
  minItems: atLeast("items"),
  maxItems: atMost("item", "items"),
  uniqueItems: () => "Remove the item that is there twice.",
  contains: () => "Add an item of the expected kind.",
  minContains: atLeast("items of the expected kind"),
  maxContains: atMost("item of this kind", "items of this kind"),
  minProperties: atLeast("entries"),
  maxProperties: atMost("entry", "entries"),
  propertyNames: () => "Rename this: the name is not allowed here.",
  oneOf: () => "Change this: it fits more than one of the allowed forms.",
  anyOf: () => "Change this: it fits none of the allowed forms.",
  never: () => "No answer is possible. Decline this question.",
};
/** The fault in words that say how to mend it; one of a keyword without a sentence here keeps its own. */
export function withSentence(fault: FieldError): FieldError {
  const { keyword, params } = fault;
  if (refusing.has(keyword)) return { ...fault, message: unexpected };
  const sentence = Object.hasOwn(sentences, keyword) ? sentences[keyword] : undefined;
  return sentence ? { ...fault, message: sentence(params) } : fault;
}
