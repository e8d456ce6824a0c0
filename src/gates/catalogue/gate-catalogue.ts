import { lstatSync } from "node:fs";
import { join, sep } from "node:path";
import { sha256 } from "../../platform/hash.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { builtInMark, lensOf, type Gate } from "./gate.ts";
import { readBoundedText } from "../../platform/files/read-text-file.ts";
import { readGate } from "./read-gate.ts";

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

export function readCatalogue(folders: {
  readonly project: string;
  readonly builtIn: string;
}): Catalogue {
  const own = isOwnFolder(folders.project)
    ? gatesIn(join(folders.project, ...projectGates.split("/")), {
        isBuiltIn: false,
        pathOf: (id) => `${projectGates}/${id}.md`,
      })
    : [];
  const taken = new Set(own.map(({ id }) => id));
  const builtIn = gatesIn(folders.builtIn, { isBuiltIn: true, pathOf: (id) => builtInMark + id });
  const all = [...own, ...builtIn.filter(({ id }) => !taken.has(id))].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  return {
    gates: all.filter((gate): gate is Gate => !("problem" in gate)),
    broken: all.filter((gate): gate is BrokenGate => "problem" in gate),
  };
}

/** Every `{lens}/{name}.md`. What is deeper belongs to a gate, such as its samples. */
function gatesIn(
  folder: string,
  from: { readonly isBuiltIn: boolean; readonly pathOf: (id: string) => string },
): readonly (Gate | BrokenGate)[] {
  return walkFiles(folder)
    .files.map((file) => file.split(sep))
    .filter(([, name = "", deeper]) => deeper === undefined && isGateFile(name))
    .slice(0, mostGates)
    .map(([lens = "", name = ""]) => {
      const id = `${lens}/${name.slice(0, -".md".length)}`;
      const path = from.pathOf(id);
      const file = readBoundedText(join(folder, lens, name), longestGate);
      if ("problem" in file) return { id, path, problem: file.problem };
      const reading = readGate(file.text, id);
      if ("problem" in reading) return { id, path, problem: reading.problem };
      const { isBuiltIn } = from;
      return {
        ...reading,
        id,
        path,
        lens: lensOf(id),
        isBuiltIn,
        text: file.text,
        hash: sha256(file.text),
      };
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
