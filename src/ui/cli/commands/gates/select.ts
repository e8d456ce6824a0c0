import { Option, type Command } from "commander";
import type { SelectRequest } from "../../../../app/gates/select-pairs.ts";
import { staleReasons, type StaleReason } from "../../../../core/gates/review-state.ts";
import { Fault } from "../../../../system/fault.ts";
import { jsonText, newCommand, type CommandKit, type CommonOptions } from "../../command-kit.ts";
import { brokenGatesNote } from "../../gate-text.ts";
import { selectionValue } from "../../gate-value.ts";
import { selectionRows, selectionSummary } from "../../gate-selection-text.ts";

interface SelectFlags extends CommonOptions {
  readonly allGates?: boolean;
  readonly note?: readonly string[];
  readonly current?: boolean;
  readonly model?: string;
  readonly reason?: readonly StaleReason[];
  readonly diff?: boolean;
}

export function selectCommand({ terminal, inWorkshop }: CommandKit): Command {
  return newCommand("select", "show which notes are to be reviewed by which gates, and why", [
    "lessons gates select --all-gates",
    "lessons gates select prose semantic/scope --note docs README.md --model opus",
    "lessons gates select prose --current --model opus --reason note-changed --diff",
    "lessons gates select lesson --note lesson: --model opus --json",
  ])
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose)")
    .addOption(new Option("--all-gates", "all gates"))
    .addOption(
      new Option(
        "--note <path...>",
        "only these files and folders, lesson:<slug>, or lesson: for all lessons",
      ),
    )
    .addOption(new Option("--current", "only notes with status: current, and active lessons"))
    .addOption(
      new Option(
        "--model <name>",
        "the model partition to look at; without it, only what no model has reviewed",
      ),
    )
    .addOption(new Option("--reason <reason...>", "only for this reason").choices(staleReasons))
    .addOption(new Option("--diff", "show what changed in the notes; JSON has it always"))
    .action(async (names: readonly string[], options: SelectFlags) => {
      const request = requestFrom(names, options);
      const [{ inReviewRoom }, { selectPairs }] = await Promise.all([
        import("../../../../app/gates/review-room.ts"),
        import("../../../../app/gates/select-pairs.ts"),
      ]);
      const selection = await inWorkshop(options, (workshop) =>
        inReviewRoom(workshop, { ...terminal, isWriting: false }, (room) =>
          selectPairs(room, request),
        ),
      );
      if (selection.pairs.length === 0) process.exitCode = 1;
      if (options.json === true) {
        const content = { model: request.model ?? null, ...selectionValue(selection) };
        return terminal.write(jsonText("lessons-gates-selection", content));
      }
      const withDiffs = options.diff === true;
      await terminal.writeAll(selectionRows(selection.pairs, terminal, { withDiffs }));
      terminal.note(selectionSummary(selection, request, terminal));
      terminal.note(brokenGatesNote(selection.brokenGates, terminal));
    });
}

function requestFrom(names: readonly string[], options: SelectFlags): SelectRequest {
  const { allGates = false, note, current = false, model, reason } = options;
  if (allGates === names.length > 0) {
    throw new Fault(
      "bad-input",
      allGates ? "--all-gates and names of gates exclude each other" : "no gate is named",
      {
        hint: "lessons gates select prose, or --all-gates; lessons gates list shows what there is",
      },
    );
  }
  const other = model === undefined ? reason?.find((one) => one !== "missing-review") : undefined;
  if (other !== undefined) {
    throw new Fault("bad-input", `--reason ${other} needs --model`, {
      hint: "what changed is told by what one model partition has accepted: add --model <name>",
    });
  }
  return {
    gates: allGates ? "all" : names,
    isCurrent: current,
    ...(note === undefined ? {} : { notes: note }),
    ...(model === undefined ? {} : { model }),
    ...(reason === undefined ? {} : { reasons: reason }),
  };
}
