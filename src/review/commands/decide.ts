import { Option, type Command } from "commander";
import { readBack } from "../decision/act.ts";
import { Fault } from "../../platform/fault.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { readForce, withForceFlags, type ForceFlags } from "../../lesson/commands/force-flags.ts";
import { confirmationText, reportText } from "./review-report-text.ts";
import { reportValue } from "./review-value.ts";
import { writeCards } from "./review.ts";

interface DecideFlags extends CommonOptions, ForceFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function decideCommand(kit: CommandKit): Command {
  const command = newCommand("decide", "say what is to become of the list last shown, in words", [
    'lessons decide "approve 1 3, skip 4, archive 5 too niche"',
    'lessons decide "edit 2 summary to git stash needs -u, then approve"',
    'lessons decide "approve all except 3" --yes   # from a script: asks nothing',
    'lessons decide "expand 6, approve 1 hold" --dry-run',
    'lessons decide "show 2"',
  ])
    .argument("<sentence...>", "what to do with which: approve, archive, edit, skip, …")
    .addOption(new Option("--yes", "do it without asking"))
    .addOption(new Option("--dry-run", "say what would happen, and change nothing"));
  return withForceFlags(command).action((sentence: readonly string[], options: DecideFlags) =>
    runDecision(kit, sentence.join(" "), options),
  );
}

async function runDecision(kit: CommandKit, sentence: string, options: DecideFlags): Promise<void> {
  const { terminal } = kit;
  const [{ planDecision, decide }, { reviewCards }] = await Promise.all([
    import("../decide.ts"),
    import("../review-deck.ts"),
  ]);
  const wiring = await kit.wireFor(options);
  const { home } = wiring.paths;
  const forced = readForce(options);
  const { decision, expectation, cards } = await wiring.inContext(async (context) => {
    const planned = planDecision(context, { home, sentence });
    const asked = planned.plan.filter(({ show }) => show).map(({ id }) => id);
    return {
      decision: planned,
      expectation: await decide(context, planned, { home, ...forced, isDryRun: true }),
      cards: await reviewCards(context, asked),
    };
  });

  const numbers = new Map(
    decision.plan.flatMap(({ id, number }) => (number ? [[id, number]] : [])),
  );
  const isDeciding = decision.plan.some(
    ({ verdict, edits }) => verdict !== "none" || edits.length > 0,
  );
  if (!isDeciding) return writeCards(kit, options, cards, numbers);
  if (cards.length > 0 && options.json !== true) writeCards(kit, options, cards, numbers);

  const isDryRun = options.dryRun === true;
  const reading = readBack(decision.acts);
  const done = (report: typeof expectation) => {
    if (options.json !== true) return terminal.write(reportText(report));
    terminal.write(
      jsonText("lessons-decided", { dryRun: isDryRun, reading, ...reportValue(report) }),
    );
  };
  if (options.json !== true) terminal.write(confirmationText(expectation));
  if (isDryRun) return options.json === true ? done(expectation) : undefined;
  if (options.yes !== true && !(await mayGoOn(kit))) return terminal.note("Nothing was changed.\n");
  if (options.json !== true) terminal.write("\n");
  done(
    await wiring.inContext((context) =>
      decide(context, decision, { home, ...forced, isDryRun: false }),
    ),
  );
}

async function mayGoOn({ terminal }: CommandKit): Promise<boolean> {
  const answer = await askToGoOn(terminal, "Confirm?");
  if (answer !== "nobody") return answer === "yes";
  throw new Fault("bad-input", "there is nobody to confirm it", {
    hint: "look at it with --dry-run, then say --yes; nothing was changed",
  });
}
