import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseScope } from "../../lesson/record/lesson.ts";
import { type ChosenRepair, repairNamed, valueProblem } from "./catalogue.ts";

/** In our home: what a person has switched on. */
export const repairsFile = "repairs.json";

export interface ChosenRepairs {
  readonly chosen: readonly ChosenRepair[];
  /** What in the file is not a repair as we write it, in words. None of it is used. */
  readonly problems: readonly string[];
}

/**
 * What is switched on. The file is only ours to write, but what is in it becomes a line of a shell: every entry is looked at
 * as if a stranger had written it. The hook asks, so this needs nothing but the file.
 */
export function chosenRepairs(home: string): ChosenRepairs {
  const file = join(home, repairsFile);
  let content: unknown;
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return nothing;
    if (!isOnlyOurs(found)) return refused("others can write to it");
    if (found.size > longestFile) return refused("it is too long");
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return refused("it cannot be read");
  }
  const entries: unknown = isObject(content) && content["version"] === 1 ? content["repairs"] : 0;
  if (!Array.isArray(entries)) return refused("it is not a list of repairs");
  const read = entries.slice(0, mostRepairs).map(readRepair);
  return {
    chosen: read.filter((each): each is ChosenRepair => typeof each !== "string"),
    problems: read.filter((each): each is string => typeof each === "string"),
  };
}

/** Those that hold in this project. */
export function repairsHere(
  chosen: readonly ChosenRepair[],
  project: string | undefined,
): readonly ChosenRepair[] {
  return chosen.filter(({ scope }) => scope === "machine" || scope === project);
}

/** One more; a repair with one value takes the place of the one before in its scope. */
export function withRepair(
  chosen: readonly ChosenRepair[],
  added: ChosenRepair,
): readonly ChosenRepair[] {
  const isReplaced = ({ name, value, scope }: ChosenRepair) =>
    name === added.name && scope === added.scope && (name !== "path" || value === added.value);
  return [...chosen.filter((each) => !isReplaced(each)), added];
}

export function repairsText(chosen: readonly ChosenRepair[]): string {
  return `${JSON.stringify({ version: 1, repairs: chosen }, null, 2)}\n`;
}

export const mostRepairs = 50;
const longestFile = 65_536;

const nothing: ChosenRepairs = { chosen: [], problems: [] };

function refused(because: string): ChosenRepairs {
  return { chosen: [], problems: [`${repairsFile} is ignored: ${because}`] };
}

function isOnlyOurs({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const us = process.getuid?.();
  return us === undefined || (uid === us && (mode & 0o022) === 0);
}

function readRepair(entry: unknown): ChosenRepair | string {
  const { name, value = "", scope } = isObject(entry) ? entry : {};
  const repair = repairNamed(name);
  if (repair === undefined) return `an entry of ${repairsFile} names an unknown repair`;
  if (typeof value !== "string" || valueProblem(repair, value) !== undefined)
    return `${repair.name} in ${repairsFile} has an invalid value`;
  if (typeof scope !== "string" || !isPlace(scope))
    return `${repair.name} in ${repairsFile} has no scope`;
  if (scope === "machine" && !repair.isForMachine)
    return `${repair.name} in ${repairsFile} works only for a project`;
  return { name: repair.name, value, scope };
}

function isPlace(scope: string): boolean {
  return scope === "machine" || (scope.startsWith("project:") && parseScope(scope) !== undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
