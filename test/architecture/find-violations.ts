import { posix } from "node:path";
import { importTable, reservedNodeModules, testPackages, type RoomRule } from "./import-table.ts";
import { readImports } from "./read-imports.ts";

/** What this file (its path below `src`) imports although the table does not allow it, in words. */
export function findViolations(path: string, source: string): readonly string[] {
  const room = roomOf(path);
  const rule = room === undefined ? undefined : importTable[room];
  if (room === undefined || rule === undefined) return [`${path}: is in no room of the table`];
  return readImports(path, source).flatMap((name) => {
    const problem = judge({ path, room, rule }, name);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
}

interface Importer {
  readonly path: string;
  readonly room: string;
  readonly rule: RoomRule;
}

function judge(importer: Importer, name: string | undefined): string | undefined {
  const { path, rule } = importer;
  if (name === undefined) return "imports a module whose name is computed";
  if (name.startsWith(".")) return judgeFile(importer, posix.join(posix.dirname(path), name));
  if (name.startsWith("node:")) return judgeNode(path, rule, name);
  if (isTest(path) && testPackages.includes(packageOf(name))) return undefined;
  return rule.packages?.includes(packageOf(name)) === true
    ? undefined
    : `may not use the package ${name}`;
}

function judgeFile({ path, room, rule }: Importer, target: string): string | undefined {
  if (target.startsWith("../test/") && isTest(path)) return undefined;
  if (target.startsWith("..")) return `reaches out of src: ${target}`;
  // What is tested beside the code may be shown together with what uses it.
  const mayImport = isTest(path) ? Object.keys(importTable) : rule.rooms;
  const targetRoom = roomOf(target);
  const isAllowed =
    targetRoom === room ||
    mayImport.some((allowed) =>
      allowed in importTable ? allowed === targetRoom : covers(allowed, target),
    );
  return isAllowed ? judgeAgent({ path, room, rule }, target) : `may not import ${target}`;
}

/**
 * What we know about one agent stays in its folder; the registries beside the folders name them all, and others ask
 * those. A test may be about one agent.
 */
function judgeAgent({ path, rule }: Importer, target: string): string | undefined {
  const [own, other] = [agentOf(path), agentOf(target)];
  if (other === undefined) return undefined;
  if (path.startsWith("agents/")) {
    return own === undefined || own === other
      ? undefined
      : `may not import another agent's ${target}`;
  }
  const isNamed = rule.rooms.some(
    (allowed) => allowed.includes("<agent>") && covers(allowed, target),
  );
  return isTest(path) || isNamed ? undefined : `may not import an agent's own ${target}`;
}

/** Whose folder a file is in. */
function agentOf(path: string): string | undefined {
  const [room, folder = "", file] = path.split("/");
  return room === "agents" && file !== undefined && !sharedParts.has(folder) ? folder : undefined;
}

/** Folders of `agents/` that are no agent. */
const sharedParts: ReadonlySet<string> = new Set(["our-text", "outcome"]);

function judgeNode(path: string, rule: RoomRule, name: string): string | undefined {
  const owner = reservedNodeModules[name];
  if (owner !== undefined && !path.startsWith(owner)) return `${name} belongs to ${owner}`;
  return rule.isPure === true && !isTest(path) ? `may not use ${name}` : undefined;
}

/** The room of a file: the longest name in the table that its path begins with. */
function roomOf(path: string): string | undefined {
  return Object.keys(importTable)
    .filter((room) => covers(room, path))
    .toSorted((one, other) => other.split("/").length - one.split("/").length)[0];
}

/** `<agent>` and `<room>` stand for any name. */
function covers(pattern: string, path: string): boolean {
  const parts = path.split("/");
  return pattern.split("/").every((part, index) => /^<\w+>$/.test(part) || part === parts[index]);
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
