import { lstatSync } from "node:fs";
import { join, sep } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { readBoundedText, type BoundedText } from "../../platform/files/read-text-file.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { sha256 } from "../../platform/hash.ts";
import { readGate } from "../catalogue/read-gate.ts";
import type { TextSnapshot } from "../review-state.ts";
import type { GateProject } from "./gate-project.ts";

/**
 * A question that is asked of notes, with what makes an answer pass, warn or fail. Its path names this very
 * text: a project's gate and the built-in one of the same id are two.
 */
export interface Gate extends TextSnapshot {
  /** `{lens}/{name}` */
  readonly id: string;
  readonly lens: string;
  readonly title: string;
  readonly isBuiltIn: boolean;
  readonly appliesTo: readonly string[];
  /** Whether it can be answered only by somebody who can look at the rest of the project. */
  readonly needsProject: boolean;
  /** What is well but could be better. */
  readonly remarks: readonly string[];
}

/** The gates that hold in a project, by id. */
export interface Catalogue {
  readonly gates: readonly Gate[];
  /** A broken gate of the project hides the built-in one of its id: that one was not meant. */
  readonly broken: readonly BrokenGate[];
}

export interface BrokenGate {
  readonly id: string;
  readonly path: string;
  readonly problem: string;
}

/** Where a project keeps its gates, as its people know it. */
export const projectGates = ".lessons/gates" as const;

/** The gates that hold in this project. */
export function gatesOfProject({ root, builtInGates }: GateFolders): Catalogue {
  const readOwn = (path: string) => readProjectFile(root, `${projectGates}/${path}`, longestGate);
  const own = isOwnFolder(root)
    ? gatesIn(join(root, projectGates), { isBuiltIn: false, read: readOwn })
    : [];
  const taken = new Set(own.map(({ id }) => id));
  const read = (path: string) => readBoundedText(join(builtInGates, path), longestGate);
  const builtIn = gatesIn(builtInGates, { isBuiltIn: true, read });
  const all = [...own, ...builtIn.filter(({ id }) => !taken.has(id))].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  return {
    gates: all.filter((gate): gate is Gate => !("problem" in gate)),
    broken: all.filter((gate): gate is BrokenGate => "problem" in gate),
  };
}

type GateFolders = Pick<GateProject, "root" | "builtInGates">;

/** Every `{lens}/{name}.md`. What is deeper belongs to a gate, such as its samples. */
function gatesIn(
  folder: string,
  { isBuiltIn, read }: Pick<Gate, "isBuiltIn"> & { readonly read: (path: string) => BoundedText },
): readonly (Gate | BrokenGate)[] {
  return walkFiles(folder)
    .files.map((file) => file.split(sep))
    .filter(([, name = "", deeper]) => deeper === undefined && isGateFile(name))
    .slice(0, mostGates)
    .map(([lens = "", name = ""]) => {
      const id = `${lens}/${name.slice(0, -".md".length)}`;
      const path = isBuiltIn ? `builtin:${id}` : `${projectGates}/${id}.md`;
      const file = read(`${lens}/${name}`);
      if ("problem" in file) return { id, path, problem: file.problem };
      const reading = readGate(file.text, id);
      if ("problem" in reading) return { id, path, problem: reading.problem };
      const { text } = file;
      return { ...reading, id, path, lens, isBuiltIn, text, hash: sha256(text) };
    });
}

function isGateFile(name: string): boolean {
  return name.endsWith(".md") && name !== "README.md";
}

/** A folder that is a link leads out of the project. */
function isOwnFolder(project: string): boolean {
  return [".lessons", projectGates].every(
    (name) => lstatSync(join(project, name), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

const longestGate = 64_000;
const mostGates = 1000;

/**
 * The gates that somebody named by id, by bundle or by path. Who names a broken gate gets what is wrong with it; those
 * of a bundle come along, and the others go on.
 */
export function findGates(catalogue: Catalogue, names: readonly string[] | "all"): Catalogue {
  if (names === "all") return catalogue;
  const gates = new Map<string, Gate>();
  const broken = new Map<string, BrokenGate>();
  for (const name of names) {
    const found = catalogue.gates.filter((gate) => isNamed(gate, name));
    const damaged = catalogue.broken.filter((gate) => isNamed(gate, name));
    const [alone] = damaged;
    if (alone !== undefined && !isBundle(alone, name)) throw brokenFault(alone);
    if (found.length + damaged.length === 0) throw unknownFault(catalogue, name);
    for (const gate of found) gates.set(gate.id, gate);
    for (const gate of damaged) broken.set(gate.id, gate);
  }
  return { gates: [...gates.values()], broken: [...broken.values()] };
}

export function findGate(catalogue: Catalogue, name: string): Gate {
  const [gate, ...others] = findGates(catalogue, [name]).gates;
  if (gate !== undefined && others.length === 0 && !isBundle(gate, name)) return gate;
  throw new Fault("no-such-gate", `"${name}" is a bundle; name one gate`, {
    hint: `to see its gates: lessons gates list ${name}`,
  });
}

/** The path that a gate is known by in the record, also when it is there no more. */
export function gatePathOf({ gates, broken }: Catalogue, name: string): string {
  return [...gates, ...broken].find(({ id }) => id === name)?.path ?? name;
}

/** Whether somebody who says `name` means this gate: by id, path or bundle. */
export function isNamed(gate: Pick<Gate, "id" | "path">, name: string): boolean {
  return gate.id === name || gate.path === name || isBundle(gate, name);
}

function isBundle({ id }: Pick<Gate, "id">, name: string): boolean {
  return id.startsWith(`${name.replace(/\/+$/, "")}/`);
}

function brokenFault({ path, problem }: BrokenGate): Fault {
  return new Fault("bad-gate", `${path}: ${problem}`, {
    hint: "fix the file; to check all gates: lessons gates validate",
  });
}

function unknownFault({ gates }: Catalogue, name: string): Fault {
  const bundles = [...new Set(gates.map(({ lens }) => lens))].join(", ");
  return new Fault("no-such-gate", `no gate or bundle is named "${name}"`, {
    hint: `bundles: ${bundles}; to see the gates: lessons gates list`,
  });
}
