import { Option, type Command } from "commander";
import { type AskableAgent, headlessPrograms } from "../../agents/ask-agent.ts";
import type { OpinionChange } from "../opinions/settle-opinions.ts";
import type { PreparedReview } from "../opinions/prepare-review.ts";
import type { TakenAnswer } from "../opinions/take-answer.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { requirePerson } from "../../platform/person/who.ts";
import type { CommandKit, CommonOptions } from "../../cli/command-kit.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { historyWords, nothingToReview } from "./review-card-text.ts";

/** What `lessons review` takes for the model's pass. */
export interface ModelPassOptions extends CommonOptions {
  readonly prepare?: boolean;
  readonly lines?: boolean;
  readonly apply?: string;
  readonly llm?: AskableAgent;
  readonly model?: string;
  /** Most candidates for one pass. */
  readonly limit: number;
}

export function addModelPassOptions(command: Command): Command {
  const group = "Ask a model first:";
  const option = (flags: string, about: string) => new Option(flags, about).helpGroup(group);
  return command
    .addOption(
      option("--llm <program>", "let this program's model filter and draft first").choices(
        Object.keys(headlessPrograms),
      ),
    )
    .addOption(option("--prepare", "print a prompt for a model, with the candidates"))
    .addOption(option("--lines", "with --prepare: ask for plain lines instead of JSON"))
    .addOption(option("--apply <file>", "read a model's answer from a file; - is standard input"))
    .addOption(option("--model <name>", "the model to ask, or the one that answered"));
}

/** Runs the model's pass where one is asked for. True when that was all: after `--llm` the person's review comes. */
export async function runModelPass(kit: CommandKit, options: ModelPassOptions): Promise<boolean> {
  if (options.prepare === true) await runPrepare(kit, options);
  else if (options.apply !== undefined) await runApply(kit, options.apply, options);
  else if (options.llm !== undefined) {
    // It costs money, and an agent that may run reviews would start it without asking anybody.
    const who = await kit.who();
    if (who.is === "agent")
      requirePerson(who, { what: "start a model", type: `lessons review --llm ${options.llm}` });
    await runWithModel(kit, options.llm, options);
    return options.json === true;
  } else return false;
  return true;
}

async function runPrepare(kit: CommandKit, options: ModelPassOptions): Promise<void> {
  const { prepareReview } = await import("../opinions/prepare-review.ts");
  const form = options.lines === true ? "lines" : "json";
  const prepared = await kit.inContext(options, (context) =>
    prepareReview(context, { limit: options.limit, form }),
  );
  const isNothing = prepared.candidates.length === 0;
  await kit.answer(options, {
    type: "lessons-review-prepared",
    value: prepared,
    text: () => (isNothing ? nothingFor(prepared) : [prepared.prompt]),
    aside: leftText(prepared),
  });
}

async function runApply(kit: CommandKit, file: string, options: ModelPassOptions): Promise<void> {
  const { readInput, workingDirectory } = kit.terminal;
  const said = file === "-" ? await readInput() : readTextFile(file, workingDirectory);
  const [{ takeAnswer }, wiring] = await Promise.all([
    import("../opinions/take-answer.ts"),
    kit.wireFor(options),
  ]);
  const { home } = wiring.paths;
  const taken = await wiring.inContext((context) =>
    takeAnswer(context, said, { home, model: options.model }),
  );
  await kit.answer(options, {
    type: "lessons-review-applied",
    value: appliedValue(taken),
    text: () => appliedText(taken, kit.terminal),
  });
}

async function runWithModel(
  kit: CommandKit,
  program: AskableAgent,
  options: ModelPassOptions,
): Promise<void> {
  const { terminal } = kit;
  const { askForOpinions } = await import("../opinions/take-answer.ts");
  let prepared: PreparedReview | undefined;
  const taken = await askForOpinions(await kit.wireFor(options), {
    agent: program,
    limit: options.limit,
    environment: terminal.environment,
    model: options.model,
    onPrepared: (ready) => {
      prepared = ready;
      if (ready.candidates.length > 0)
        terminal.progress(
          `asking ${program} about ${plural(ready.candidates.length, "candidate")}`,
        );
    },
  });
  terminal.progress("");
  await kit.answer(options, {
    type: "lessons-review-applied",
    value: taken === undefined ? {} : appliedValue(taken),
    text: () => (taken === undefined ? "" : `${appliedText(taken, terminal)}\n`),
    aside: prepared === undefined ? undefined : leftText(prepared),
  });
}

/** As it is; what triggers would have done stands under the ids of their lessons. */
function appliedValue({ reviewer, report, backtests }: TakenAnswer): object {
  return { ...reviewer, ...report, backtests: Object.fromEntries(backtests) };
}

function nothingFor({ kept, left }: PreparedReview): string {
  return kept + left === 0 ? nothingToReview : "No candidates for a model.\n";
}

function leftText({ left, kept }: PreparedReview): string {
  const more = `${plural(left, "more candidate")} for another pass.\n`;
  const yours = `${plural(kept, "candidate")} left to you: you already edited or decided them.\n`;
  return `${left === 0 ? "" : more}${kept === 0 ? "" : yours}`;
}

/** What a model's answer has led to, for a person and for the model that reads the same lines. */
function appliedText({ reviewer, report, backtests }: TakenAnswer, { style, width }: Look): string {
  const line = (label: string, text: string) => `${hang(label, text, { column: 4, width })}\n`;
  const { changes, abstained, passedOver, refused, session, warnings } = report;
  const all = [changes, abstained, passedOver, refused].flat().length;
  const kept = changes.filter(({ opinion }) => opinion.verdict !== "archive");
  const archived = changes.filter(({ opinion }) => opinion.verdict === "archive");
  const keptText = kept.flatMap((change) => [
    line(style("green", "  ✓"), `${change.after.summary} (${change.after.slug})`),
    line("", change.opinion.reason),
    ...detailLines(change, backtests.get(change.after.id)).map((text) => line("", text)),
  ]);
  return [
    `${reviewer.model} reviewed ${plural(all, "candidate")}: ${kept.length} to review, ${archived.length} archived as noise, ${abstained.length} left open${refused.length === 0 ? "" : `, ${refused.length} rejected`}.\n`,
    ...keptText,
    ...archived.map(({ after }) =>
      line("  •", `${archiveReason(after)} — ${after.summary} (${after.slug})`),
    ),
    ...abstained.map(({ lesson, opinion }) =>
      line("  ?", `${lesson.slug}: ${opinion.reason ?? "no opinion"}`),
    ),
    ...passedOver.map(({ slug, why }) => line("  ·", `${slug}: ${why}`)),
    ...refused.map(({ name, problems }) =>
      line(style("red", "  ✗"), `${name}: ${problems.join("; ")}`),
    ),
    ...warnings.map((text) => line(style("yellow", "  !"), text)),
    ...(session === undefined ? ["Nothing was changed.\n"] : []),
  ].join("");
}

function archiveReason({ stage }: OpinionChange["after"]): string {
  return stage.status === "archived" ? stage.because : "";
}

function detailLines(
  { edits, notes, opinion }: OpinionChange,
  backtest: ReturnType<TakenAnswer["backtests"]["get"]>,
): readonly string[] {
  const changed = edits.map(({ field }) => field).join(", ");
  return [
    opinion.verdict === "expand_existing" ? `expands ${opinion.expands}` : undefined,
    changed === "" ? undefined : `changed: ${changed}`,
    ...notes,
    backtest && `trigger: ${backtest.reading}`,
    backtest?.history && historyWords(backtest.history),
    ...(backtest?.warnings ?? []),
  ].filter((text) => text !== undefined);
}
