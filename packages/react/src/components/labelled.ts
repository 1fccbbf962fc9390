/** Puts words after what they belong to: with a colon, unless that ends its own sentence, in any script. */
export const labelled = (label: string, words: string): string => {
  return /[:\p{STerm}]$/u.test(label) ? `${label} ${words}` : `${label}: ${words}`;
};
