import { Option, type Command } from "commander";
import { headlessPrograms, type AskableAgent } from "../../agents/ask-agent.ts";
import type { PreparedReview } from "../opinions/prepare-review.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { jsonText } from "../../cli/answer.ts";
import type { CommandKit, CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import { appliedText, appliedValue } from "./model-pass-text.ts";
import { nothingToReview } from "./review-words.ts";

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
  const group = "A model's opinion first:";
  const option = (flags: string, about: string) => new Option(flags, about).helpGroup(group);
  return command
    .addOption(
      option("--llm <program>", "let the model of this program filter and draft first").choices(
        Object.keys(headlessPrograms),
      ),
    )
    .addOption(option("--prepare", "print the question for a model, with the candidates"))
    .addOption(option("--lines", "with --prepare: ask for an answer in lines instead of JSON"))
    .addOption(option("--apply <file>", "take a model's answer; - is standard input"))
    .addOption(option("--model <name>", "which model to ask, or which one has answered"));
}

/** Runs the model's pass where one is asked for. True when that was all: after `--llm` the person's review comes. */
export async function runModelPass(kit: CommandKit, options: ModelPassOptions): Promise<boolean> {
  if (options.prepare === true) await runPrepare(kit, options);
  else if (options.apply !== undefined) await runApply(kit, options.apply, options);
  else if (options.llm !== undefined) {
    await runWithModel(kit, options.llm, options);
    return options.json === true;
  } else return false;
  return true;
}

async function runPrepare(kit: CommandKit, options: ModelPassOptions): Promise<void> {
  const { terminal } = kit;
  const { prepareReview } = await import("../opinions/prepare-review.ts");
  const form = options.lines === true ? "lines" : "json";
  const prepared = await kit.inContext(options, (context) =>
    prepareReview(context, { limit: options.limit, form }),
  );
  if (options.json === true)
    return terminal.writeAll([jsonText("lessons-review-prepared", prepared)]);
  if (prepared.candidates.length === 0) terminal.write(nothingFor(prepared));
  else await terminal.writeAll([prepared.prompt]);
  terminal.note(leftText(prepared));
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
  if (options.json === true)
    return kit.terminal.write(jsonText("lessons-review-applied", appliedValue(taken)));
  kit.terminal.write(appliedText(taken, kit.terminal));
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
  if (options.json === true) {
    const value = taken === undefined ? {} : appliedValue(taken);
    return terminal.write(jsonText("lessons-review-applied", value));
  }
  if (taken !== undefined) terminal.write(`${appliedText(taken, terminal)}\n`);
  if (prepared !== undefined) terminal.note(leftText(prepared));
}

function nothingFor({ kept, left }: PreparedReview): string {
  return kept + left === 0 ? nothingToReview : "No candidates for a model.\n";
}

function leftText({ left, kept }: PreparedReview): string {
  return [
    ...(left === 0 ? [] : [`${plural(left, "more candidate")} for another pass.\n`]),
    ...(kept === 0
      ? []
      : [`${plural(kept, "candidate")} left to you: you have had a hand in them.\n`]),
  ].join("");
}
