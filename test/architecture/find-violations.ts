import { posix } from "node:path";
import { importTable, reservedNodeModules, testPackages, type FolderRule } from "./import-table.ts";
import { readImports } from "./read-imports.ts";

/** What this file (its path below `src`) imports although the table does not allow it, in words. */
export function findViolations(path: string, source: string): readonly string[] {
  const folder = path.split("/")[0] ?? "";
  const rule = importTable[folder];
  if (rule === undefined) return [`${path}: the folder ${folder} is not in the table`];
  return readImports(path, source).flatMap((name) => {
    const problem = judge(path, folder, rule, name);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
}

function judge(
  path: string,
  folder: string,
  rule: FolderRule,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return "imports a module whose name is computed";
  if (name.startsWith("."))
    return judgeFile(path, folder, rule, posix.join(posix.dirname(path), name));
  if (name.startsWith("node:")) return judgeNode(folder, rule, name);
  if (isTest(path) && testPackages.includes(packageOf(name))) return undefined;
  return rule.packages.includes(packageOf(name)) ? undefined : `may not use the package ${name}`;
}

function judgeFile(
  path: string,
  folder: string,
  rule: FolderRule,
  target: string,
): string | undefined {
  if (target.startsWith("../test/") && isTest(path)) return undefined;
  if (target.startsWith("..")) return `reaches out of src: ${target}`;
  const targetFolder = target.split("/")[0] ?? "";
  if (targetFolder !== folder) {
    return rule.folders.some((allowed) => covers(allowed, target))
      ? undefined
      : `may not import ${target}`;
  }
  // What we know about one agent stays in its folder; only the two registries name them all.
  const [, ownAgent = ""] = path.split("/");
  const [, otherAgent = "", inside] = target.split("/");
  const isOtherAgent = folder === "adapters" && inside !== undefined && otherAgent !== ownAgent;
  return isOtherAgent && ownAgent !== "all.ts" && ownAgent !== "formats.ts"
    ? `may not import another agent's ${target}`
    : undefined;
}

function judgeNode(folder: string, rule: FolderRule, name: string): string | undefined {
  const owner = reservedNodeModules[name];
  if (owner !== undefined && owner !== folder) return `${name} belongs to ${owner}`;
  return rule.node === "any" ? undefined : `may not use ${name}`;
}

function covers(allowed: string, target: string): boolean {
  if (!allowed.includes("/")) return target.startsWith(`${allowed}/`);
  const pattern = allowed.split("/");
  const parts = target.split("/");
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === "<agent>" || part === parts[index])
  );
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}
