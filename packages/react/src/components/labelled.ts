/** Puts words after what they belong to: with a colon, unless that ends its own sentence. */
export function labelled(label: string, words: string): string {
  return /[?!.:\u2026\u3002\uff01\uff1f]$/.test(label) ? `${label} ${words}` : `${label}: ${words}`;
}
