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
  uuid: "a UUID, such as 123e4567-e89b-12d3-a456-426614174000",
  hostname: "a host name, such as example.com",
  ipv4: "an IP address, such as 192.0.2.1",
  ipv6: "an IPv6 address, such as 2001:db8::1",
};

const count = (value: unknown, one: string, many: string): string => `${value} ${value === 1 ? one : many}`;
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

const unexpected = (): string => "Remove this: it is not expected here.";
const missing = (): string => "This is required.";

/** The sentence of each keyword, made from the fault's `params`. */
export const faultMessages: Readonly<Record<string, (params: Params) => string>> = {
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
  maxLength: ({ limit }) => `Enter at most ${count(limit, "character", "characters")}.`,
  pattern: () => "Enter this in the expected form.",
  format: ({ format }) => `Enter ${lookUp(formats, format) ?? `a valid ${format}`}.`,
  minItems: ({ limit }) => `Add items until there are at least ${limit}.`,
  maxItems: ({ limit }) => `Keep at most ${count(limit, "item", "items")}.`,
  uniqueItems: () => "Remove the item that is there twice.",
  contains: () => "Add an item of the expected kind.",
  minContains: ({ limit }) => `Add items of the expected kind until there are at least ${limit}.`,
  maxContains: ({ limit }) => `Keep at most ${count(limit, "item", "items")} of this kind.`,
  minProperties: ({ limit }) => `Add entries until there are at least ${limit}.`,
  maxProperties: ({ limit }) => `Keep at most ${count(limit, "entry", "entries")}.`,
  propertyNames: () => "Rename this: the name is not allowed here.",
  additionalProperties: unexpected,
  unevaluatedProperties: unexpected,
  items: unexpected,
  additionalItems: unexpected,
  unevaluatedItems: unexpected,
  properties: unexpected,
  patternProperties: unexpected,
  false: unexpected,
  oneOf: () => "Change this: it fits more than one of the allowed forms.",
  anyOf: () => "Change this: it fits none of the allowed forms.",
  never: () => "No answer is possible. Decline this question.",
};

/** The fault in words that say how to mend it; one of a keyword without a sentence here keeps its own. */
export function withSentence(fault: FieldError): FieldError {
  const sentence = Object.hasOwn(faultMessages, fault.keyword) ? faultMessages[fault.keyword] : undefined;
  return sentence ? { ...fault, message: sentence(fault.params) } : fault;
}
