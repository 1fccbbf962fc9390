import type { FieldError } from "@holdpoint/client";

type Params = FieldError["params"];

const nouns: Readonly<Record<string, string>> = {
  integer: "eine ganze Zahl",
  number: "eine Zahl",
  string: "einen Text",
  boolean: "Ja oder Nein",
  array: "eine Liste",
  object: "ein Objekt",
};

const examples: Readonly<Record<string, string>> = {
  email: "eine gültige E-Mail-Adresse, etwa name@example.com",
  date: "ein gültiges Datum, etwa 2026-03-31",
  time: "eine gültige Uhrzeit, etwa 14:30:00Z",
  "date-time": "ein gültiges Datum mit Uhrzeit, etwa 2026-03-31T14:30:00Z",
  uri: "eine gültige Adresse, etwa https://example.com",
};

const number = ({ integer, minimum, maximum }: Params, otherwise: string): string => {
  const noun = integer ? "eine ganze Zahl" : "eine Zahl";
  return typeof minimum === "number" && typeof maximum === "number"
    ? `Bitte ${noun} von ${minimum} bis ${maximum} eingeben.`
    : `Bitte ${noun} ${otherwise} eingeben.`;
};

const atMost = ({ limit }: Params): string => `Höchstens ${limit} davon.`;
const atLeast = ({ limit }: Params): string => `Mindestens ${limit} davon.`;
const misfit = (): string => "Bitte ändern: Das passt zu keiner der erlaubten Formen.";
const unexpected = (): string => "Bitte entfernen: Das wird hier nicht erwartet.";

const sentences: Readonly<Record<string, (params: Params) => string>> = {
  required: () => "Das wird gebraucht.",
  type: ({ type }) => {
    const names = [type].flat().flatMap((each) => nouns[String(each)] ?? []);
    return names.length === 0 ? "Bitte leer lassen." : `Bitte ${names.join(" oder ")} eingeben.`;
  },
  enum: () => "Bitte eine der Möglichkeiten wählen.",
  const: ({ value }) => `Das muss ${JSON.stringify(value)} sein.`,
  minimum: (params) => number(params, `ab ${params.limit}`),
  maximum: (params) => number(params, `bis ${params.limit}`),
  exclusiveMinimum: ({ limit, integer }) => number({ integer }, `über ${limit}`),
  exclusiveMaximum: ({ limit, integer }) => number({ integer }, `unter ${limit}`),
  multipleOf: ({ limit }) => `Bitte ein Vielfaches von ${limit} eingeben.`,
  minLength: ({ limit }) =>
    limit === 1 ? "Bitte einen Text eingeben." : `Bitte mindestens ${limit} Zeichen eingeben.`,
  maxLength: ({ limit }) => `Bitte höchstens ${limit} Zeichen eingeben.`,
  pattern: () => "Bitte in der erwarteten Form eingeben.",
  format: ({ format }) =>
    `Bitte ${examples[String(format)] ?? `etwas in der Form ${String(format)}`} eingeben.`,
  minItems: atLeast,
  maxItems: atMost,
  uniqueItems: () => "Bitte entfernen, was doppelt ist.",
  contains: () => "Bitte einen Eintrag der erwarteten Art hinzufügen.",
  minProperties: atLeast,
  maxProperties: atMost,
  propertyNames: () => "Bitte umbenennen: Der Name ist hier nicht erlaubt.",
  oneOf: misfit,
  anyOf: misfit,
  additionalProperties: unexpected,
  unevaluatedProperties: unexpected,
  items: unexpected,
  prefixItems: unexpected,
  not: unexpected,
  false: unexpected,
};

/**
 * The fault of an answer in German, by its keyword. What the agent itself has said, or a schema of the app, keeps
 * the words that it has.
 */
export function germanFault({ keyword, params, message }: FieldError): string {
  const sentence = Object.hasOwn(sentences, keyword) ? sentences[keyword] : undefined;
  return sentence ? sentence(params) : message;
}
