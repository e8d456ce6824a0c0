import { Fault } from "../../platform/fault.ts";
import { gatesOfProject, isNamed } from "./find-gates.ts";
import type { GateContext } from "./gate-context.ts";

/** Names of notes and, behind them, of gates and bundles: the first that names a gate begins the gates. */
export function splitNames(
  { project }: Pick<GateContext, "project">,
  names: readonly string[],
): { readonly notes: readonly string[]; readonly gates: readonly string[] } {
  const { gates, broken } = gatesOfProject(project);
  const isGate = (name: string) => [...gates, ...broken].some((gate) => isNamed(gate, name));
  // The first is a note, whatever it is called; the last is a gate, or a slip that is said when it is looked for.
  const found = names.findIndex((name, index) => index > 0 && isGate(name));
  const start = found < 0 ? names.length - 1 : found;
  if (names.length < 2) {
    throw new Fault("bad-input", "name a note and a gate", {
      hint: "for example README.md prose; to see the gates: lessons gates list",
    });
  }
  return { notes: names.slice(0, start), gates: names.slice(start) };
}
