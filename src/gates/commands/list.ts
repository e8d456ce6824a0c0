import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { brokenGatesNote, gateEntry } from "./gate-text.ts";
import { brokenGateValue, gateValue } from "./gate-value.ts";

export function listCommand({ terminal }: CommandKit): Command {
  return newCommand("list", "show the gates of this project and the built-in ones", [
    "lessons gates list",
    "lessons gates list prose",
  ])
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose); without any, all")
    .action(async (names: readonly string[], options: CommonOptions) => {
      const [{ requireGateProject }, { findGates, gatesOfProject }] = await Promise.all([
        import("../runs/gate-project.ts"),
        import("../runs/find-gates.ts"),
      ]);
      const catalogue = gatesOfProject(requireGateProject(terminal));
      const { gates, broken } = findGates(catalogue, names.length === 0 ? "all" : names);
      if (options.json === true) {
        const content = { gates: gates.map(gateValue), broken: broken.map(brokenGateValue) };
        return terminal.write(jsonText("lessons-gates", content));
      }
      for (const gate of gates) terminal.write(gateEntry(gate, terminal));
      terminal.note(brokenGatesNote(broken, terminal));
    });
}
