import type { Command } from "commander";
import type { BrokenGate, Gate } from "../runs/find-gates.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, paragraph, plural, section } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { gatesHere } from "./gate-kit.ts";

export function listCommand(kit: CommandKit): Command {
  return newCommand("list", "list this project's gates and the built-in ones", [
    "lessons gates list",
    "lessons gates list prose",
  ])
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose) (default: all)")
    .action(async (names: readonly string[], options: CommonOptions) => {
      const { findGates } = await import("../runs/find-gates.ts");
      const wanted = names.length === 0 ? "all" : names;
      const { gates, broken } = findGates(await gatesHere(kit), wanted);
      const { terminal, answer } = kit;
      await answer(options, {
        type: "lessons-gates",
        value: { gates, broken },
        text: () => gates.map((gate) => gateEntry(gate, terminal)),
        aside: brokenGatesNote(broken, terminal),
      });
    });
}

/** A gate in a list: its id and what it looks at, and below where it comes from and what it is for. */
export function gateEntry(
  { id, path, title, appliesTo, needsProject }: Gate,
  { style, width }: Look,
): string {
  const needs = needsProject ? " · needs the project" : "";
  const facts = `${path} · for ${appliesTo.join(", ")}${needs}`;
  return [
    hang(style("bold", id), title, { column, width }),
    hang("", style("dim", facts), { column, width }),
    "",
  ].join("\n");
}

const column = 30;

/** Gates that cannot be asked, each with the reason. Empty when there are none. */
export function brokenGatesNote(broken: readonly BrokenGate[], { style, width }: Look): string {
  if (broken.length === 0) return "";
  const lines = broken.map(({ path, problem }) =>
    hang("", plainLine(`${path}: ${problem}`), { column: 2, width }),
  );
  const head = style("yellow", `${plural(broken.length, "broken gate")}:`);
  return `\n${section(head, lines)}`;
}

export function validateCommand(kit: CommandKit): Command {
  return newCommand(
    "validate",
    "check this project's gate files; exit status 2 if one is invalid",
    ["lessons gates validate", "lessons gates validate --json"],
  ).action(async (options: CommonOptions) => {
    const { gates, broken } = await gatesHere(kit);
    const { terminal, answer } = kit;
    if (broken.length > 0) terminal.exitStatus = 2;
    await answer(options, {
      type: "lessons-gates",
      value: { gates, broken },
      text: () => [...remarkLines(gates, terminal), countLine(gates)],
      aside: brokenGatesNote(broken, terminal),
    });
  });
}

function remarkLines(gates: readonly Gate[], { width }: Look): readonly string[] {
  return gates.flatMap(({ path, remarks }) =>
    remarks.map((remark) => paragraph(plainLine(`${path}: ${remark}`), { width }, 2)),
  );
}

function countLine(gates: readonly Gate[]): string {
  const own = gates.filter(({ isBuiltIn }) => !isBuiltIn).length;
  return `All valid: ${plural(own, "project gate")} and ${gates.length - own} built-in.\n`;
}

export function newGateCommand({ terminal, answer }: CommandKit): Command {
  return newCommand("new", "create a gate for this project, or copy a built-in one to change it", [
    'lessons gates new prose/plain-words --title "Plain words"',
    "lessons gates new prose/redundancy",
  ])
    .argument("<id>", "lens and name, such as prose/plain-words")
    .option("--title <title>", "one line: what it checks")
    .action(async (id: string, options: CommonOptions & { readonly title?: string }) => {
      const [{ requireGateProject }, { newGate }] = await Promise.all([
        import("../runs/gate-project.ts"),
        import("../runs/new-gate.ts"),
      ]);
      const made = newGate(requireGateProject(terminal), { id, title: options.title });
      await answer(options, {
        type: "lessons-gate-created",
        value: { id, ...made },
        text: () => `Wrote ${made.path}\n`,
        aside: made.isCopy
          ? "It replaces the built-in gate with that id. Edit it, then: lessons gates validate\n"
          : "Fill in the question and the criteria, then: lessons gates validate\n",
      });
    });
}
