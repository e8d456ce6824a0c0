import { parseSync } from "oxc-parser";

/**
 * Every module that a file names, in whatever way: imports, type-only imports, `import("…")` in
 * code and in types, re-exports, `require`. A module that is computed at run time cannot be
 * judged and is returned as undefined.
 */
export function readImports(fileName: string, source: string): readonly (string | undefined)[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message ?? "does not parse"}`);
  const found: (string | undefined)[] = [];
  visit(program, found);
  return found;
}

function visit(node: unknown, found: (string | undefined)[]): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, found);
    return;
  }
  if (!isNode(node)) return;
  const named = namedModule(node);
  if (named !== notAnImport) found.push(named);
  for (const child of Object.values(node)) visit(child, found);
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const notAnImport = Symbol("not an import");

function namedModule(node: Node): string | undefined | typeof notAnImport {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "TSImportType":
    case "ExportAllDeclaration":
      return literal(node["source"]);
    case "ExportNamedDeclaration":
      return isNode(node["source"]) ? literal(node["source"]) : notAnImport;
    case "TSExternalModuleReference":
      return literal(node["expression"]);
    case "CallExpression":
      return isLoader(node["callee"]) ? literal((node["arguments"] as unknown[])[0]) : notAnImport;
    default:
      return notAnImport;
  }
}

/** `require("x")`, `process.getBuiltinModule("x")`. */
function isLoader(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return callee["name"] === "require";
  if (callee.type !== "MemberExpression" || !isNode(callee["property"])) return false;
  return callee["property"]["name"] === "getBuiltinModule";
}

function literal(node: unknown): string | undefined {
  return isNode(node) && typeof node["value"] === "string" ? node["value"] : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
