import { readCatalogue, type BrokenGate, type Catalogue } from "../catalogue/gate-catalogue.ts";
import type { Gate } from "../catalogue/gate.ts";
import { Fault } from "../../platform/fault.ts";
import type { GateProject } from "./gate-project.ts";

export type { BrokenGate, Catalogue } from "../catalogue/gate-catalogue.ts";
export type { Gate } from "../catalogue/gate.ts";

/** The gates that hold in this project. */
export function gatesOfProject({ root, builtInGates }: GateProject): Catalogue {
  return readCatalogue({ project: root, builtIn: builtInGates });
}

export interface FoundGates {
  readonly gates: readonly Gate[];
  /** Gates of a bundle that cannot be asked: they are named, and the others go on. */
  readonly broken: readonly BrokenGate[];
}

/** The gates that somebody named by id, by bundle or by path. Who names a broken gate is told what is wrong with it. */
export function findGates(catalogue: Catalogue, names: readonly string[] | "all"): FoundGates {
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
  throw new Fault("no-such-gate", `"${name}" is a bundle, and one gate is needed here`, {
    hint: `lessons gates list ${name} shows its gates`,
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
    hint: "mend the file; lessons gates validate looks at all of them",
  });
}

function unknownFault({ gates }: Catalogue, name: string): Fault {
  const bundles = [...new Set(gates.map(({ lens }) => lens))].join(", ");
  return new Fault("no-such-gate", `there is no gate or bundle "${name}"`, {
    hint: `lessons gates list shows the gates; the bundles are ${bundles}`,
  });
}
