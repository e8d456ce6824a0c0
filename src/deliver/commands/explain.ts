import type { Command } from "commander";
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

type ExplainFlags = CommonOptions & TypedCall & { readonly payload?: string };

export function explainCommand(kit: CommandKit): Command {
  const { terminal, answer } = kit;
  return newCommand("explain", "say why a lesson is delivered or not, condition by condition", [
    "lessons explain git-stash                        # when it is delivered, in words",
    "lessons explain git-stash --command 'git stash'  # at this command, and why",
    "lessons explain --command 'git push --force'     # every lesson about this command",
    "lessons explain git-stash --payload call.json    # at a call that a hook was given",
  ])
    .argument("[slug]", "slug, id, or the beginning of a slug")
    .option("--payload <file>", "the payload of a hook; - is standard input")
    .option("--command <line>", "a call that runs this line")
    .option("--tool <name>", "a call of this tool (default: Bash; Edit without a command)")
    .option("--path <path>", "a call that is given this path")
    .option("--content <text>", "a call that writes this")
    .action(async (slug: string | undefined, options: ExplainFlags) => {
      const call = await readCall(terminal, options);
      if (slug !== undefined) {
        const [{ explainLesson }, { doubtsOf }] = await Promise.all([
          import("../explain/explain-lesson.ts"),
          import("../../measure/doubt/doubts-of.ts"),
        ]);
        const { explanation, doubt } = await inRehearsal(kit, options, (rehearsal, context) => {
          const found = explainLesson(context, slug, rehearsal, call);
          const lesson = fromRecord(found.record);
          return { explanation: found, doubt: doubtsOf(context, [lesson]).get(lesson.id) };
        });
        return answer(options, lessonAnswer(explanation, doubt, terminal));
      }
      if (call === undefined) throw nothingToExplain();
      const { explainPayload } = await import("../explain/explain-payload.ts");
      const report = await inRehearsal(kit, options, (rehearsal, context) =>
        explainPayload(context, call, rehearsal),
      );
      return answer(options, callAnswer(report, terminal));
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
    nothing: isNone ? "No lesson has anything to do with this call.\n" : undefined,
    text: () => explainReport(report, terminal),
  };
}

/**
 * Scores and points as fractions, like the settings they are compared with. What the call writes and what was said
 * before it stay out: both may be long, and come again with every lesson.
 */
function explainValue({ record, ready, reach, otherHooks, call }: LessonExplanation): object {
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
      ...limitWords(record, ready).map((limit) => `only ${limit}`),
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
    throw new Fault("bad-input", "a call comes from --payload or from other flags, not from both", {
      hint: "leave one of them out",
    });
  }
  const source = payload === "-" ? "standard input" : payload;
  return payloadToExplain(await readPayloadText(terminal, payload), source);
}

function nothingToExplain(): Fault {
  return new Fault("bad-input", "it takes a lesson, a call, or both", {
    hint: "lessons explain --command 'git stash', or lessons list for the lessons there are",
  });
}

interface MatchFlags extends CommonOptions {
  readonly prefilter?: boolean;
}

export function matchCommand(kit: CommandKit): Command {
  const { terminal } = kit;
  return newCommand("match", "say what hook payloads would be told, as JSON Lines", [
    "lessons match payloads.jsonl",
    `echo '{"tool_name":"Bash","tool_input":{"command":"git stash"}}' | lessons match`,
    "lessons match payloads.jsonl --prefilter | jq 'select(.prefilter.startsNode)'",
  ])
    .argument("[file]", "payloads, one a line, or one JSON object; - is standard input")
    .option("--prefilter", "also say whether the launcher would start Node")
    .action(async (file: string | undefined, options: MatchFlags) => {
      const text = await readPayloadText(terminal, file);
      const { matchPayloads } = await import("../explain/match-payloads.ts");
      const rehearsal = await inRehearsal(kit, options, (prepared) => prepared);
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
  throw new Fault("bad-input", "there are no payloads to look at", {
    hint: "name a file of hook payloads, or give them on standard input",
  });
}
