import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree, whichever it is. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** The nodes in a member that holds one, a list of them, or none. */
export const nodesAt = (node: Node, key: string): readonly Node[] => {
  const member = node[key];
  return (Array.isArray(member) ? member : [member]).filter(isNode);
};

/** The text of an identifier's name or a literal's value. */
export function textOf(node: Node | undefined): string | undefined {
  const text = node?.name ?? node?.value;
  return typeof text === "string" ? text : undefined;
}

/** The statements of a file. */
export function parse(path: string, source: string): readonly Node[] {
  const lang = path.endsWith("x") ? "tsx" : path.endsWith(".d.ts") ? "dts" : "ts";
  const program: unknown = parseAst(source, { lang }, path);
  if (!isNode(program)) throw new Error(`${path} gave no syntax tree`);
  return nodesAt(program, "body");
}

/** Every node below and including these, parents first. */
export function* walk(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    for (const key of Object.keys(node)) yield* walk(nodesAt(node, key));
  }
}

/** The line of a place in a source, from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split("\n").length;
