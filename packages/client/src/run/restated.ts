/**
 * The arguments that came twice whole, once; undefined for any other text. What is streamed again is
 * appended, by the letter, and is then no JSON; a call that is restated whole is meant as it was.
 * Source: AG-UI 1.1, events/lifecycle, "Several runs on one stream".
 */
export function restated(text: string): string | undefined {
  const half = text.slice(0, text.length / 2);
  return half !== "" && half + half === text ? half : undefined;
}
