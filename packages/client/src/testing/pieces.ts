/** How a text comes: whole unless told. */
export interface Streamed {
  /** In how many pieces it comes, of about one length; a held run can stop between any two. */
  pieces?: number;
}

/** A text in so many pieces, or in fewer where it is too short; characters stay whole. */
function inPieces(text: string, pieces = 1): readonly string[] {
  const characters = [...text];
  const count = Math.max(1, Math.min(Math.floor(pieces), characters.length));
  const edge = (index: number) => Math.round((index * characters.length) / count);
  return Array.from({ length: count }, (_, index) => characters.slice(edge(index), edge(index + 1)).join(""));
}

/** Hands over a text piece by piece; where there are several, each in a moment of its own, and so is what follows. */
export function* streamed(
  name: string,
  text: string,
  { pieces }: Streamed,
  send: (piece: string) => void,
): Generator<string, undefined, undefined> {
  const [first = "", ...rest] = inPieces(text, pieces);
  send(first);
  for (const piece of rest) {
    yield name;
    send(piece);
  }
  if (rest.length > 0) yield name;
  return undefined;
}
