import { schemaKeywords, schemaMapKeywords } from "../schema/keywords.ts";
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

/** What a text of a format looks like. */
const examples: Readonly<Record<string, string>> = {
  email: "name@example.com",
  date: "2026-03-31",
  time: "14:30:00Z",
  "date-time": "2026-03-31T14:30:00Z",
};

/** What to enter, between its limits where it has two. */
const range = ({ minimum, maximum }: Params, noun: string, otherwise = ""): string => {
  return typeof minimum === "number" && typeof maximum === "number"
    ? `Enter ${noun} from ${minimum} to ${maximum}.`
    : `Enter ${noun}${otherwise}.`;
};

const number = (params: Params, otherwise: string): string =>
  range(params, params.integer ? "a whole number" : "a number", otherwise);

const typed = (params: Params): string => {
  const names = [params.type].flat().flatMap((type) => nouns[String(type)] ?? []);
  return names.length === 0 ? "Leave this empty." : range(params, names.join(" or "));
};

/** What any other keyword that holds schemas says: it refuses what is there. */
const unexpected = (): string => "Remove this: it is not expected here.";
const misfit = (): string => "Change this: it must fit one of the allowed forms.";
const atMost = ({ limit }: Params): string => `Keep at most ${limit} of these.`;
const atLeast = ({ limit }: Params): string => `Add more until there are at least ${limit}.`;

/** The sentence of each keyword, made from the fault's `params`. */
const sentences: Readonly<Record<string, (params: Params) => string>> = {
  required: () => "This is required.",
  type: typed,
  enum: () => "Choose one of the options.",
  const: ({ value }) => `This must be ${JSON.stringify(value)}.`,
  minimum: (params) => number(params, ` that is at least ${params.limit}`),
  maximum: (params) => number(params, ` that is at most ${params.limit}`),
  exclusiveMinimum: ({ limit, integer }) => number({ integer }, ` greater than ${limit}`),
  exclusiveMaximum: ({ limit, integer }) => number({ integer }, ` less than ${limit}`),
  multipleOf: ({ limit }) => `Enter a multiple of ${limit}.`,
  minLength: ({ limit }) => (limit === 1 ? "Enter some text." : `Enter at least ${limit} characters.`),
  maxLength: ({ limit }) => `Enter at most ${limit} characters.`,
  pattern: () => "Enter this in the expected form.",
  format: ({ format }) => {
    const example = examples[String(format)];
    return `Enter a valid ${format}${example ? `, such as ${example}` : ""}.`;
  },
  minItems: atLeast,
  maxItems: atMost,
  uniqueItems: () => "Remove the item that is there twice.",
  contains: () => "Add an item of the expected kind.",
  minProperties: atLeast,
  maxProperties: atMost,
  propertyNames: () => "Rename this: the name is not allowed here.",
  oneOf: misfit,
  anyOf: misfit,
};

/** The fault in words that say how to mend it; one of a keyword without a sentence here keeps its own. */
export const withSentence = (fault: FieldError): FieldError => {
  const { keyword, params } = fault;
  const isPart = keyword === "false" || schemaKeywords.has(keyword) || schemaMapKeywords.has(keyword);
  const otherwise = isPart ? unexpected : undefined;
  const sentence = Object.hasOwn(sentences, keyword) ? sentences[keyword] : otherwise;
  return sentence ? { ...fault, message: sentence(params) } : fault;
};
