import { Option, type Command } from "commander";
import type { ToolPayload } from "../../agents/delivery.ts";
import type { TypedCall } from "../explain/call-to-explain.ts";
import type { CallExplanation, LessonExplanation } from "../explain/explain-lesson.ts";
import type { CallReport } from "../explain/explain-payload.ts";
import type { MatchedLine } from "../explain/match-payloads.ts";
import type { Rehearsal } from "../explain/rehearsal.ts";
import { fromRecord } from "../../lesson/record/record.ts";
import type { Doubt } from "../../measure/doubt/doubt.ts";
import { mostScore } from "../../match/relevance.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { visibleJson } from "../../redact/plain-text.ts";
import type { Answer } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { explainReport, explainText } from "./explain-text.ts";
import { allObstacles } from "../reach/reach.ts";
import { obstacleWords, reachSentence } from "../reach/reach-words.ts";
import { firingWords, limitWords } from "./firing-words.ts";

export type ExplainFlags = CommonOptions & TypedCall & { readonly payload?: string };

export function explainCommand(kit: CommandKit): Command {
  const command = newCommand("explain", "show whether agents see a lesson, and why", [
    "lessons show git-stash                        # when agents see it",
    "lessons show git-stash --command 'git stash'  # whether it fires at this command",
    "lessons show --command 'git push --force'     # every lesson about this command",
  ]).argument("[slug]", "a slug, an id, or the beginning of a slug");
  return withCallOptions(command).action((slug: string | undefined, options: ExplainFlags) =>
    explain(kit, slug, options),
  );
}

/** The flags that describe a call. */
export function withCallOptions(command: Command): Command {
  const options = [
    ["--command <line>", "test a call that runs this line"],
    ["--tool <name>", "test a call of this tool (default: Bash, or Edit without a command)"],
    ["--path <path>", "test a call with this path"],
    ["--content <text>", "test a call that writes this text"],
    ["--payload <file>", "test a hook payload from a file; - is standard input"],
  ] as const;
  for (const [flags, about] of options)
    command.addOption(
      new Option(flags, about).helpGroup("Test a call, to see why a lesson fires or not:"),
    );
  return command;
}

/** Why a lesson comes at a call or in general; without a lesson, which ones have to do with the call. */
export async function explain(
  kit: CommandKit,
  slug: string | undefined,
  options: ExplainFlags,
): Promise<void> {
  const { terminal, answer } = kit;
  const call = await readCall(terminal, options);
  if (slug !== undefined) {
    const { explanation, doubt } = await explainOne(kit, options, slug, call);
    return answer(options, lessonAnswer(explanation, doubt, terminal));
  }
  if (call === undefined) throw nothingToExplain();
  const { explainPayload } = await import("../explain/explain-payload.ts");
  const report = await inRehearsal(kit, options, (rehearsal, context) =>
    explainPayload(context, call, rehearsal),
  );
  return answer(options, callAnswer(report, terminal));
}

export async function explainOne(
  kit: CommandKit,
  options: CommonOptions,
  slug: string,
  call?: ToolPayload,
): Promise<{ readonly explanation: LessonExplanation; readonly doubt: Doubt | undefined }> {
  const [{ explainLesson }, { doubtsOf }] = await Promise.all([
    import("../explain/explain-lesson.ts"),
    import("../../measure/doubt/doubts-of.ts"),
  ]);
  return inRehearsal(kit, options, (rehearsal, context) => {
    const found = explainLesson(context, slug, rehearsal, call);
    const lesson = fromRecord(found.record);
    const doubtful = lesson.stage.status === "archived" ? [] : [lesson];
    return { explanation: found, doubt: doubtsOf(context, doubtful).get(lesson.id) };
  });
}

async function inRehearsal<Result>(
  { terminal: { environment }, wireFor }: CommandKit,
  options: CommonOptions,
  work: (rehearsal: Rehearsal, context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const { prepareRehearsal } = await import("../explain/rehearsal.ts");
  const { paths, deliveryValues, inContext } = await wireFor(options);
  const config = await deliveryValues();
  return inContext((context) =>
    work(prepareRehearsal(context, { paths, config, environment }), context),
  );
}

function lessonAnswer(
  explanation: LessonExplanation,
  doubt: Doubt | undefined,
  terminal: Terminal,
): Answer {
  return {
    type: "lessons-explain",
    value: { ...explainValue(explanation), doubt: doubt ?? null },
    text: () => explainText(explanation, terminal, doubt),
  };
}

function callAnswer(report: CallReport, terminal: Terminal): Answer {
  const { fires, near, moreNear } = report;
  const isNone = fires.length + near.length === 0;
  return {
    type: "lessons-explain-call",
    value: { fires: fires.map(explainValue), near: near.map(explainValue), moreNear },
    nothing: isNone ? "No lesson is about this call.\n" : undefined,
    text: () => explainReport(report, terminal),
  };
}

/**
 * Scores and points as fractions, like the settings they are compared with. What the call writes and what was said
 * before it stay out: both may be long, and come again with every lesson.
 */
export function explainValue({
  record,
  ready,
  reach,
  otherHooks,
  call,
}: LessonExplanation): object {
  return {
    lesson: record,
    reach: {
      sentence: reachSentence(reach, record),
      moments: reach.moments,
      turns: reach.turns,
      agents: reach.agents ?? [],
      withheldPercent: reach.withheldPercent ?? null,
    },
    when: [
      ...firingWords(record, reach.leastWords),
      ...limitWords(record, ready, reach.project).map((limit) => `only ${limit}`),
    ],
    obstacles: allObstacles(reach).map((each) => ({ ...each, text: obstacleWords(each, record) })),
    bluntIn: reach.bluntIn,
    otherHooks,
    mostScore: mostScore(ready) / 1000,
    text: ready.text,
    shortText: ready.shortText,
    call: call === undefined ? null : callValue(call),
  };
}

function callValue({ payload, moment, judgement, ...call }: CallExplanation): object {
  const { lesson: _lesson, conditions, ...judged } = judgement;
  return {
    ...call,
    ...judged,
    tool: payload.call.tool,
    project: moment.project,
    messages: moment.recentMessages.length,
    workflows: moment.workflows,
    relevance: judged.relevance / 1000,
    score: judged.score / 1000,
    threshold: call.threshold / 1000,
    conditions: conditions.map((each) => ({ ...each, points: each.points / 1000 })),
  };
}

async function readCall(
  terminal: Terminal,
  { payload, ...typed }: ExplainFlags,
): Promise<ToolPayload | undefined> {
  const { payloadToExplain, typedToExplain } = await import("../explain/call-to-explain.ts");
  const described = typedToExplain(typed, terminal.workingDirectory);
  if (payload === undefined) return described;
  if (described !== undefined) {
    throw new Fault("bad-input", "--payload cannot be combined with other call flags", {
      hint: "use one or the other",
    });
  }
  const source = payload === "-" ? "standard input" : payload;
  return payloadToExplain(await readPayloadText(terminal, payload), source);
}

function nothingToExplain(): Fault {
  return new Fault("bad-input", "name a lesson, a call, or both", {
    hint: "lessons show git-stash, or lessons show --command 'git stash'; all lessons: lessons list",
  });
}

interface MatchFlags extends CommonOptions {
  readonly prefilter?: boolean;
}

export function matchCommand(kit: CommandKit): Command {
  const { terminal } = kit;
  return newCommand("match", "show which lessons hook payloads would receive, as JSON Lines", [
    "lessons dev match payloads.jsonl",
    `echo '{"tool_name":"Bash","tool_input":{"command":"git stash"}}' | lessons dev match`,
    "lessons dev match payloads.jsonl --prefilter | jq 'select(.prefilter.startsNode)'",
  ])
    .argument(
      "[file]",
      "a file with payloads, one per line, or one JSON object; - is standard input",
    )
    .option("--prefilter", "also show whether the launcher would start Node")
    .action(async (file: string | undefined, options: MatchFlags) => {
      const text = await readPayloadText(terminal, file);
      const { matchPayloads } = await import("../explain/match-payloads.ts");
      // All of it, as long as the store is open: payloads are read until somebody ends them.
      const rehearsal = await inRehearsal(kit, options, (prepared) => ({ ...prepared }));
      const tally = new Tally();
      const isPrefilterAsked = options.prefilter === true;
      const lines = matchPayloads(text, rehearsal, { isPrefilterAsked });
      await terminal.writeAll(tally.counted(lines));
      terminal.exitStatus = tally.status();
    });
}

/** A line that could not be read is said in its place, and remembered until the end. */
class Tally {
  #bad = 0;
  #delivered = 0;

  *counted(lines: Iterable<MatchedLine>): Generator<string> {
    for (const line of lines) {
      if ("problem" in line) this.#bad += 1;
      else this.#delivered += line.delivered.length;
      yield `${visibleJson({ type: "lessons-match", version: 1, ...line })}\n`;
    }
  }

  status(): number {
    if (this.#bad > 0) return 2;
    return this.#delivered > 0 ? 0 : 1;
  }
}

/** Payloads from a file, or from standard input for `-` and where nothing is named. */
async function readPayloadText(
  { readInput, hasPipedInput, workingDirectory }: Terminal,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined && file !== "-") return readTextFile(file, workingDirectory);
  if (file === "-" || hasPipedInput) return readInput();
  throw new Fault("bad-input", "no payloads given", {
    hint: "name a file of hook payloads, or pipe them to standard input",
  });
}
