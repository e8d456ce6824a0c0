import type { Command } from "commander";
import type { Selection, SelectRequest, StalePair } from "../runs/select-pairs.ts";
import { staleReasons } from "../../lesson/record/gate-finding.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { grouped, paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { brokenGatesNote } from "./catalogue.ts";
import {
  noteNamer,
  readPairRequest,
  reasonFlag,
  withNoteFlags,
  withReviews,
  type PairFlags,
} from "./gate-kit.ts";

interface SelectFlags extends PairFlags {
  readonly diff?: boolean;
}

export function selectCommand(kit: CommandKit): Command {
  const command = newCommand("select", "list the reviews that are missing or stale, and why", [
    "lessons gates select --all-gates",
    "lessons gates select prose semantic/scope --note docs README.md --model opus",
    "lessons gates select prose --current --model opus --reason note-changed --diff",
    "lessons gates select lesson --note lesson: --model opus --json",
  ])
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose)")
    .option("--all-gates", "all gates");
  return withNoteFlags(command)
    .option(
      "--model <name>",
      "check the reviews of this model (default: only notes that no model reviewed)",
    )
    .addOption(reasonFlag())
    .option("--diff", "show what changed in the notes (always in JSON)")
    .action(async (names: readonly string[], options: SelectFlags) => {
      const request = readPairRequest("select", names, options);
      const { selectPairs } = await import("../runs/select-pairs.ts");
      const { terminal, answer } = kit;
      const found = await withReviews(kit, options, { isWriting: false }, (context) =>
        selectPairs(context, request),
      );
      const { leftOutGates: _, ...selection } = found;
      const { pairs, brokenGates } = selection;
      const nameOf = await noteNamer(kit);
      const said = `${selectionSummary(selection, request, terminal)}${brokenGatesNote(brokenGates, terminal)}`;
      await answer(options, {
        type: "lessons-gates-selection",
        value: { model: request.model ?? null, ...selection, pairs: pairs.map(withoutTexts) },
        nothing: pairs.length === 0 ? said : undefined,
        text: () => selectionRows(pairs, terminal, { withDiffs: options.diff === true, nameOf }),
        aside: said,
      });
    });
}

/** The texts of notes and gates are on disk; `--json` says which they are. */
function withoutTexts({ note: _note, gate: _gate, ...pair }: StalePair): object {
  return pair;
}

/** A row for each pair: why, by which gate, which note; and below it what changed, if that is wanted. */
function* selectionRows(
  pairs: readonly StalePair[],
  { style }: Look,
  {
    withDiffs,
    nameOf,
  }: { readonly withDiffs: boolean; readonly nameOf: (notePath: string) => string },
): Generator<string> {
  const widest = pairs.reduce((most, { gateId }) => Math.max(most, gateId.length), 0);
  for (const { reason, gateId, notePath, diff } of pairs) {
    const why = style(reason === "missing-review" ? "cyan" : "yellow", reason.padEnd(reasonWidth));
    yield `${why}  ${gateId.padEnd(widest)}  ${plainLine(nameOf(notePath))}\n`;
    if (withDiffs && diff !== null) yield `${diffLines(diff, style).join("\n")}\n`;
  }
}

const reasonWidth = "missing-review".length;

function diffLines(diff: string, style: Look["style"]): readonly string[] {
  return plainText(diff)
    .split("\n")
    .map((line) => {
      if (line.startsWith("+")) return style("green", `  ${line}`);
      return line.startsWith("-") ? style("red", `  ${line}`) : style("dim", `  ${line}`);
    });
}

/** What was looked at and what comes next. */
function selectionSummary(
  { pairs, looked, problems }: Omit<Selection, "leftOutGates">,
  request: SelectRequest,
  look: Look,
): string {
  return [
    pairs.length === 0 ? "" : "\n",
    ...problems.map(({ path, problem }) =>
      paragraph(`left out: ${plainLine(path)} ${problem}`, look, 2),
    ),
    paragraph(summary(pairs, looked, request), look),
  ].join("");
}

function summary(
  pairs: readonly StalePair[],
  looked: number,
  { model, reasons }: SelectRequest,
): string {
  if (looked === 0) return "These gates apply to no note here.";
  if (pairs.length === 0) {
    if (reasons === undefined && model !== undefined)
      return `Nothing stale in ${plural(looked, "pair")} for ${model}.`;
    return model === undefined
      ? `All ${grouped(looked)} pairs have a review. To check whether they are still valid: --model <name>`
      : `No match in ${plural(looked, "pair")}.`;
  }
  const next = "To review them: lessons gates sweep. To accept a trivial change: lessons gates ack";
  if (model === undefined)
    return `${grouped(pairs.length)} of ${plural(looked, "pair")} have no review. ${next}`;
  const counts = staleReasons
    .map((reason) => [reason, pairs.filter((pair) => pair.reason === reason).length] as const)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${grouped(count)} ${reason}`);
  return `${grouped(pairs.length)} of ${plural(looked, "pair")} for ${model}: ${counts.join(", ")}. ${next}`;
}
