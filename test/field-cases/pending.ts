/** The cases that the client does not hold yet, each with what is missing. */
export const PENDING: Readonly<Record<string, string>> = {
  "05-draft-outcome-string": "the dialect of the draft is not built",
  "06-maf-interrupt-array-beside-outcome": "the dialect of interrupts beside the outcome is not built",
  "07-on-interrupt-json-string": "the dialect of interrupts in custom events is not built",
  "09-mastra-routing-echo": "the dialect of interrupts in custom events is not built",
};
