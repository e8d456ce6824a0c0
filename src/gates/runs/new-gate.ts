import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { gateType, isGateId } from "../catalogue/read-gate.ts";
import { gatesOfProject, projectGates } from "./find-gates.ts";
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
  request: { readonly id: string; readonly title?: string | undefined },
): NewGate {
  const { id } = request;
  if (!isGateId(id)) {
    throw new Fault("bad-input", `"${id}" is not a valid gate id`, {
      hint: "use a lens and a name, lower case with hyphens: lessons gates new prose/plain-words",
    });
  }
  const path = `${projectGates}/${id}.md`;
  const file = join(project.root, path);
  if (existsSync(file)) {
    throw new Fault("already-there", `${path} already exists`, {
      hint: `edit the file; to see the gate: lessons gates show ${id}`,
    });
  }
  const builtIn = gatesOfProject(project).gates.find((gate) => gate.id === id);
  if (builtIn !== undefined && request.title !== undefined) {
    throw new Fault("bad-input", `${id} starts as a copy of the built-in gate, with its title`, {
      hint: "drop --title and change the title in the file",
    });
  }
  ensureGateFolder(project, `${projectGates}/${dirname(id)}`);
  const text = builtIn?.text ?? newGateText(id, request.title ?? id);
  writeFileAtomically(file, [text], { mode: 0o644 });
  return { path, isCopy: builtIn !== undefined };
}

/** A gate to be filled in. What stands in comments is not taken for criteria, so that it is refused until then. */
export function newGateText(id: string, title: string): string {
  return `---
type: ${gateType}
id: ${id}
# One line: what this gate checks.
title: ${JSON.stringify(title)}
# lesson, markdown, or globs over the project's paths, such as docs/**/*.md
applies-to: [markdown]
# Only if a reviewer must look at other files of the project: sweeps leave it out then.
# needs: project
---

## Question

<!-- The one thing that a reviewer asks of a note. -->

## Pass

<!-- What must be true. -->

## Warn

<!-- What should be fixed, but does no harm yet. -->

## Fail

<!-- What must not stay as it is. -->

## Examples

<!-- A few lines of a note with the result that they deserve, and why. -->
`;
}
