import type { Command } from "commander";
import { plainLine } from "../../redact/plain-text.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { brokenGatesNote } from "./gate-text.ts";
import { brokenGateValue, gateValue } from "./gate-value.ts";
import { hang, plural } from "../../cli/layout.ts";

export function validateCommand({ terminal }: CommandKit): Command {
  return newCommand("validate", "check the gate files of this project; ends with 2 if one is bad", [
    "lessons gates validate",
    "lessons gates validate --json",
  ]).action(async (options: CommonOptions) => {
    const [{ requireGateProject }, { gatesOfProject }] = await Promise.all([
      import("../runs/gate-project.ts"),
      import("../runs/find-gates.ts"),
    ]);
    const { gates, broken } = gatesOfProject(requireGateProject(terminal));
    if (broken.length > 0) terminal.exitStatus = 2;
    if (options.json === true) {
      const content = { gates: gates.map(gateValue), broken: broken.map(brokenGateValue) };
      return terminal.write(jsonText("lessons-gates", content));
    }
    for (const { path, remarks } of gates)
      for (const remark of remarks)
        terminal.write(
          `${hang("", plainLine(`${path}: ${remark}`), { column: 2, width: terminal.width })}\n`,
        );
    const own = gates.filter(({ isBuiltIn }) => !isBuiltIn).length;
    terminal.write(
      `${plural(own, "gate")} of the project and ${gates.length - own} built-in can be asked.\n`,
    );
    terminal.note(brokenGatesNote(broken, terminal));
  });
}
