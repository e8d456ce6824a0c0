import type { Command } from "commander";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { gateEntry } from "./gate-text.ts";
import { gateValue, shownReviewValue } from "./gate-value.ts";
import { hang } from "../../cli/layout.ts";
import { shownReviewText } from "./review-text.ts";

export function showCommand(kit: CommandKit): Command {
  return newCommand("show", "show a gate; or what holds for a note by a gate, with the review", [
    "lessons gates show prose/redundancy",
    "lessons gates show README.md prose/redundancy",
    "lessons gates show lesson:git-stash lesson/trigger-precise",
  ])
    .argument("<gate-or-note>", "a gate by its id; or a note, and then the gate")
    .argument("[gate]", "the gate that the note was reviewed by")
    .action(async (first: string, gate: string | undefined, options: CommonOptions) =>
      gate === undefined
        ? showGate(kit, first, options)
        : showPair(kit, { note: first, gate }, options),
    );
}

async function showGate(
  { terminal }: CommandKit,
  name: string,
  options: CommonOptions,
): Promise<void> {
  const [{ requireGateProject }, { findGate, gatesOfProject }] = await Promise.all([
    import("../runs/gate-project.ts"),
    import("../runs/find-gates.ts"),
  ]);
  const gate = findGate(gatesOfProject(requireGateProject(terminal)), name);
  terminal.write(
    options.json === true
      ? jsonText("lessons-gate", { gate: { ...gateValue(gate), text: gate.text } })
      : `${gateEntry(gate, terminal)}\n${plainText(gate.text)}\n`,
  );
}

async function showPair(
  { terminal, inContext }: CommandKit,
  named: { readonly note: string; readonly gate: string },
  options: CommonOptions,
): Promise<void> {
  const [{ inGateContext }, { showReview }] = await Promise.all([
    import("../runs/gate-context.ts"),
    import("../runs/show-review.ts"),
  ]);
  const shown = await inContext(options, (context) =>
    inGateContext(context, { ...terminal, isWriting: false }, (room) => showReview(room, named)),
  );
  if (shown.reviews.length === 0) terminal.exitStatus = 1;
  if (options.json === true)
    return terminal.write(jsonText("lessons-gate-review", shownReviewValue(shown)));
  if (shown.reviews.length === 0) {
    const { width } = terminal;
    const none = `No review of ${plainLine(shown.notePath)} by ${plainLine(shown.gatePath)} was accepted yet. lessons gates create-runs --help says how to make one.`;
    return terminal.note(`${hang("", none, { column: 0, width })}\n`);
  }
  terminal.write(shownReviewText(shown, terminal));
}
