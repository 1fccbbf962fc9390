import { lineAt, type Node, nodesAt, parse, textOf, walk } from "./ast.ts";

/** Something found at a line. */
export interface Place {
  readonly line: number;
  readonly text: string;
}

/** What the rules of the house ask of one file. */
export interface ModuleFacts {
  readonly path: string;
  readonly lines: number;
  /** The specifiers of all imports, re-exports, `import()` and `import("x").T`; types included. */
  readonly imports: readonly Place[];
  /** `as X`, `<X>x` and `x!`; not `as const`. */
  readonly casts: readonly Place[];
  readonly defaultExports: readonly Place[];
  readonly starExports: readonly Place[];
  readonly storeSubscriptions: readonly Place[];
}

const importing = [
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
];

function importedFrom(node: Node): string | undefined {
  if (importing.includes(node.type)) return textOf(nodesAt(node, "source")[0]);
  return node.type === "TSExternalModuleReference" ? textOf(nodesAt(node, "expression")[0]) : undefined;
}

function isConst(node: Node): boolean {
  const [type] = nodesAt(node, "typeAnnotation");
  return type?.type === "TSTypeReference" && textOf(nodesAt(type, "typeName")[0]) === "const";
}

function isCast(node: Node): boolean {
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") return !isConst(node);
  return (
    node.type === "TSNonNullExpression" || (node.type === "VariableDeclarator" && node.definite === true)
  );
}

function exportsDefault(node: Node): boolean {
  if (node.type === "ExportDefaultDeclaration") return true;
  return node.type === "ExportSpecifier" && textOf(nodesAt(node, "exported")[0]) === "default";
}

function subscribesToStore(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const [callee] = nodesAt(node, "callee");
  const name = callee?.type === "MemberExpression" ? nodesAt(callee, "property")[0] : callee;
  return textOf(name) === "useSyncExternalStore";
}

/** Reads a file's facts from its syntax, so that comments and strings mislead nobody. */
export function readFacts(path: string, source: string): ModuleFacts {
  const nodes = [...walk(parse(path, source))];
  const place = (node: Node): Place => ({
    line: lineAt(source, node.start),
    text: source.slice(node.start, node.end).replace(/\s+/g, " ").slice(0, 100),
  });
  const places = (wanted: (node: Node) => boolean): Place[] => nodes.filter(wanted).map(place);
  return {
    path,
    lines: source.replace(/\n$/, "").split("\n").length,
    imports: nodes.flatMap((node) => {
      const text = importedFrom(node);
      return text === undefined ? [] : [{ line: lineAt(source, node.start), text }];
    }),
    casts: places(isCast),
    defaultExports: places(exportsDefault),
    starExports: places((node) => node.type === "ExportAllDeclaration"),
    storeSubscriptions: places(subscribesToStore),
  };
}
