import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { readPairRequest, reasonFlag, withNoteFlags, type PairFlags } from "./pair-flags.ts";
import { brokenGatesNote } from "./gate-text.ts";
import { selectionValue } from "./gate-value.ts";
import { selectionRows, selectionSummary } from "./selection-text.ts";

interface SelectFlags extends PairFlags {
  readonly diff?: boolean;
}

export function selectCommand({ terminal, inContext }: CommandKit): Command {
  const command = newCommand(
    "select",
    "show which notes are to be reviewed by which gates, and why",
    [
      "lessons gates select --all-gates",
      "lessons gates select prose semantic/scope --note docs README.md --model opus",
      "lessons gates select prose --current --model opus --reason note-changed --diff",
      "lessons gates select lesson --note lesson: --model opus --json",
    ],
  )
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose)")
    .addOption(new Option("--all-gates", "all gates"));
  return withNoteFlags(command)
    .addOption(
      new Option(
        "--model <name>",
        "the model partition to look at; without it, only what no model has reviewed",
      ),
    )
    .addOption(reasonFlag())
    .addOption(new Option("--diff", "show what changed in the notes; JSON has it always"))
    .action(async (names: readonly string[], options: SelectFlags) => {
      const request = readPairRequest("select", names, options);
      const [{ inGateContext }, { selectPairs }, { nameFrom }, { requireGateProject }] =
        await Promise.all([
          import("../runs/gate-context.ts"),
          import("../runs/select-pairs.ts"),
          import("../runs/note-path.ts"),
          import("../runs/gate-project.ts"),
        ]);
      const selection = await inContext(options, (context) =>
        inGateContext(context, { ...terminal, isWriting: false }, (room) =>
          selectPairs(room, request),
        ),
      );
      if (selection.pairs.length === 0) terminal.exitStatus = 1;
      if (options.json === true) {
        const content = { model: request.model ?? null, ...selectionValue(selection) };
        return terminal.write(jsonText("lessons-gates-selection", content));
      }
      const withDiffs = options.diff === true;
      const nameOf = nameFrom(requireGateProject(terminal));
      await terminal.writeAll(selectionRows(selection.pairs, terminal, { withDiffs, nameOf }));
      terminal.note(selectionSummary(selection, request, terminal));
      terminal.note(brokenGatesNote(selection.brokenGates, terminal));
    });
}
