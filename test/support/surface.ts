import { type Node, nodesAt, parse, textOf } from "./ast.ts";

/** What an entry point exports: names that exist when it runs, and names of types. */
export interface Surface {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const typeDeclarations = ["TSInterfaceDeclaration", "TSTypeAliasDeclaration"];

interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

function ofSpecifiers(statement: Node): readonly Exported[] {
  return nodesAt(statement, "specifiers").map((specifier) => ({
    name: textOf(nodesAt(specifier, "exported")[0]) ?? "?",
    isType: statement.exportKind === "type" || specifier.exportKind === "type",
  }));
}

function ofDeclaration(statement: Node): readonly Exported[] {
  return nodesAt(statement, "declaration").flatMap((declaration) => {
    const named =
      declaration.type === "VariableDeclaration" ? nodesAt(declaration, "declarations") : [declaration];
    const isType = typeDeclarations.includes(declaration.type) || declaration.declare === true;
    return named.map((node) => ({ name: textOf(nodesAt(node, "id")[0]) ?? "?", isType }));
  });
}

/** Reads the surface from the source of an index file; names only, as the house rules ask. */
export function readSurface(path: string, source: string): Surface {
  const exported = parse(path, source)
    .filter((statement) => statement.type === "ExportNamedDeclaration")
    .flatMap((statement) => [...ofSpecifiers(statement), ...ofDeclaration(statement)]);
  const names = (isType: boolean): string[] =>
    exported
      .filter((one) => one.isType === isType)
      .map(({ name }) => name)
      .sort();
  return { values: names(false), types: names(true) };
}

/** The surface as lines of text, for a snapshot that a person reads. */
export const showSurface = (specifier: string, { values, types }: Surface): string =>
  [specifier, ...values.map((name) => `  value ${name}`), ...types.map((name) => `  type  ${name}`)].join(
    "\n",
  );
