import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectGates } from "../catalogue/gate-catalogue.ts";
import { isGateId, lensOf } from "../catalogue/gate.ts";
import { newGateText } from "../catalogue/new-gate-text.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { Fault } from "../../platform/fault.ts";
import { gatesOfProject } from "./find-gates.ts";
import { ensureGateFolder, type GateProject } from "./gate-project.ts";

export interface NewGate {
  /** Relative to the project. */
  readonly path: string;
  /** It starts as a copy of the built-in gate of its id, which it takes the place of. */
  readonly isCopy: boolean;
}

/** Writes a gate of the project to be filled in, or a copy of the built-in one to be changed. */
export function newGate(
  project: GateProject,
  request: { readonly id: string; readonly title?: string },
): NewGate {
  const { id } = request;
  if (!isGateId(id)) {
    throw new Fault("bad-input", `"${id}" cannot be the id of a gate`, {
      hint: "a lens and a name, lower case with hyphens: lessons gates new prose/plain-words",
    });
  }
  const path = `${projectGates}/${id}.md`;
  const file = join(project.root, path);
  if (existsSync(file)) {
    throw new Fault("already-there", `${path} is there already`, {
      hint: `change it with your editor, and look at it with lessons gates show ${id}`,
    });
  }
  const builtIn = gatesOfProject(project).gates.find((gate) => gate.id === id);
  if (builtIn !== undefined && request.title !== undefined) {
    throw new Fault("bad-input", `${id} starts as a copy of the built-in gate, with its title`, {
      hint: "leave out --title and change it in the file",
    });
  }
  ensureGateFolder(project, `${projectGates}/${lensOf(id)}`);
  const text = builtIn?.text ?? newGateText(id, request.title ?? id);
  writeFileAtomically(file, [text], { mode: 0o644 });
  return { path, isCopy: builtIn !== undefined };
}
