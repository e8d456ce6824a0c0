import type { CallReport } from "../explain/explain-payload.ts";
import type { CallExplanation, LessonExplanation } from "../explain/explain-lesson.ts";
import { holdReason } from "../../agents/our-text/hold-reason.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { levelFactors } from "../../match/relevance.ts";
import type { Veto } from "../../match/conditions.ts";
import { plainText } from "../../redact/plain-text.ts";
import { type Doubt, doubtWords } from "../../measure/doubt/doubt.ts";
import { hang, plural, rows, wrap } from "../../cli/layout.ts";
import { headingColumn, lessonHeading, type Look } from "../../cli/level-word.ts";
import { evidenceText } from "../../lesson/commands/lesson-card.ts";
import { conditionWords, type ConditionWords } from "./condition-words.ts";
import { originOf, originText } from "../text/lesson-text.ts";
import { allObstacles } from "../reach/reach.ts";
import { latestTurn } from "../reach/start-turns.ts";
import {
  latenessWords,
  obstacleWords,
  points,
  reachSentence,
  withheldWords,
} from "../reach/reach-words.ts";
import { firingWords, limitWords, list, otherHookWords } from "./firing-words.ts";

/** Why a lesson is delivered or not, at a call or in general; then what it says and where it comes from. */
export function explainText(explanation: LessonExplanation, look: Look, doubt?: Doubt): string {
  const { call } = explanation;
  const lines = [
    ...heading(explanation, look),
    "",
    ...(call === undefined ? generalRows(explanation, look) : callRows(explanation, call, look)),
    ...labelled("doubtful", doubt === undefined ? [] : [doubtWords(doubt)], look),
    "",
    ...saidRows(explanation, look),
    "",
    ...originRows(explanation, look),
  ];
  return `${lines.join("\n")}\n`;
}

/** When agents see a lesson, and what keeps it from them. */
export function whenText(explanation: LessonExplanation, look: Look): string {
  return [look.style("bold", "When agents see it"), ...generalRows(explanation, look), ""].join(
    "\n",
  );
}

/** All that has to do with one call. */
export function explainReport({ fires, near, moreNear }: CallReport, look: Look): string {
  const block = (explanation: LessonExplanation) => {
    const { call } = explanation;
    const about = call === undefined ? [] : callRows(explanation, call, look);
    return `${[...heading(explanation, look), ...about].join("\n")}\n`;
  };
  const title = (text: string) => `${look.style("bold", text)}\n\n`;
  return [
    fires.length === 0 ? "" : title(`${plural(fires.length, "lesson")} for this call`),
    fires.map(block).join("\n"),
    near.length === 0 ? "" : (fires.length > 0 ? "\n" : "") + title("Nearly"),
    near.map(block).join("\n"),
    moreNear > 0 ? `\nand ${moreNear} more\n` : "",
  ].join("");
}

function heading({ record }: LessonExplanation, look: Look): readonly string[] {
  const { style, width } = look;
  const facts = style("dim", `${record.slug} · ${record.kind} · ${record.status}`);
  return [lessonHeading(record, look), hang("", facts, { column: headingColumn, width })];
}

function generalRows(explanation: LessonExplanation, look: Look): readonly string[] {
  const { record, reach, otherHooks } = explanation;
  const moments = firingWords(record, reach.leastWords);
  return [
    ...labelled("delivered", moments.length === 0 ? ["never"] : moments, look),
    ...labelled("only", limitWords(record, explanation.ready, reach.project), look),
    ...labelled("sooner", soonerWords(explanation.ready), look),
    ...labelled("mode", modeWords(record), look),
    ...labelled(
      "but",
      [
        ...allObstacles(reach).map((each) => obstacleWords(each, record)),
        ...lateWords(reach),
        ...otherHookWords(otherHooks),
      ],
      look,
    ),
    ...labelled("so", [reachSentence(reach, record)], look),
    ...labelled("cost", bluntWords(reach.bluntIn), look),
  ];
}

function lateWords(reach: LessonExplanation["reach"]): readonly string[] {
  const late = latestTurn(reach.turns);
  return late === undefined ? [] : [latenessWords(late)];
}

function soonerWords({ workflowNames, isWorkflowBonus }: ReadyLesson): readonly string[] {
  if (isWorkflowBonus !== true) return [];
  return [`while ${list(workflowNames, "or")} runs: a command, a skill or a subagent`];
}

function modeWords({ delivery, fix }: LessonExplanation["record"]): readonly string[] {
  if (delivery === "hold") return ["held once: the first such call of a session is refused"];
  if (delivery !== "fix" || fix === null) return [];
  return [
    `fixed: every such call runs \`${fix.to}\` instead of \`${fix.from ?? ""}\`; if lessons cannot be sure, it holds the call once`,
  ];
}

function bluntWords(buckets: readonly string[]): readonly string[] {
  if (buckets.length === 0) return [];
  return [
    `it slows every call of its tools (${buckets.join(", ")}): its trigger has no word to look for`,
  ];
}

function callRows(
  { record, reach }: LessonExplanation,
  call: CallExplanation,
  look: Look,
): readonly string[] {
  const { style, width } = look;
  const { is } = call.fate;
  const colour = is === "delivered" ? "green" : is === "does-not-fire" ? "red" : "yellow";
  const reasons = [
    ...allObstacles(reach).map((each) => obstacleWords(each, record)),
    ...(is === "does-not-fire" ? [] : withheldWords(reach)),
  ];
  return [
    ...wrap(style(colour, fateWords(call)), width),
    ...labelled("but", reasons, look),
    ...conditionWords(call).flatMap((words) => conditionRows(words, look)),
    ...labelled("score", [arithmetic(call)], look),
    ...labelled("cost", bluntWords(reach.bluntIn), look),
  ];
}

const marks = { matched: "✓", failed: "✗", notDeclared: "·", unknown: "?" } as const;
const markStyles = { matched: "green", failed: "red", notDeclared: "dim", unknown: "dim" } as const;

function conditionRows(words: ConditionWords, look: Look): readonly string[] {
  const { style, width } = look;
  const { verdict, label, text, details } = words;
  const mark = style(markStyles[verdict], marks[verdict]);
  const texts = [plainText(text), ...details.map((detail) => style("dim", plainText(detail)))];
  return rows(`${mark} ${style("dim", label)}`, texts, { column, width });
}

function arithmetic({ judgement, threshold }: CallExplanation): string {
  const { conditions, relevance, score, veto, lesson } = judgement;
  if (veto !== undefined) return "none: see the ✗ above";
  const summands = Object.entries(summandLabels).flatMap(([name, label]) => {
    const condition = conditions.find((each) => each.name === name);
    // What is on top of the four is said where there is something.
    if (name === "workflow" && !condition?.points) return [];
    return [`${points(condition?.points ?? 0)} ${label}`];
  });
  const level = levelOf(lesson.priority);
  const comparison = score >= threshold ? "≥" : "<";
  return `${summands.join(" + ")} = ${points(relevance)}\n× ${levelFactors[level] / 10} for ${level} = ${points(score)} ${comparison} ${points(threshold)}`;
}

const summandLabels = {
  tool: "tool",
  target: "target",
  actionKeywords: "actions",
  contextKeywords: "context",
  workflow: "workflow",
} as const;

/** What is delivered at the call; what would be, where nothing is. */
function saidRows({ ready, call }: LessonExplanation, look: Look): readonly string[] {
  const form =
    call?.fate.is === "delivered" || call?.fate.is === "with-error" ? formOf(call.fate) : undefined;
  const text =
    form === "hint"
      ? (ready.hint ?? ready.shortText)
      : form === "hold"
        ? holdReason(ready.text, ready.notice)
        : form === "fix" && ready.fix !== undefined
          ? ready.fix.said
          : form === "short" || form === "cut"
            ? ready.shortText
            : ready.text;
  const label = form === undefined ? "what it says" : "what the agent reads";
  return [look.style("dim", label), hang("", text, { column: 2, width: look.width })];
}

function formOf(fate: Extract<CallExplanation["fate"], { is: "delivered" | "with-error" }>) {
  return fate.is === "delivered" ? fate.form : "hint";
}

function originRows({ record }: LessonExplanation, look: Look): readonly string[] {
  const shown = record.evidence.slice(-mostSightings).toReversed().map(evidenceText);
  const left = record.evidence.length - shown.length;
  const more = left > 0 ? [`and ${left} more: lessons show ${record.slug}`] : [];
  const origin = originText(record, originOf(record));
  return labelled("source", [origin, ...shown, ...more], look);
}

const mostSightings = 3;
const column = 13;

/** What stands in the way, or costs something, is to be seen. */
function labelled(
  label:
    | "but"
    | "doubtful"
    | "cost"
    | "delivered"
    | "only"
    | "sooner"
    | "mode"
    | "score"
    | "so"
    | "source",
  texts: readonly string[],
  { style, width }: Look,
): readonly string[] {
  const shown = style(["but", "cost", "doubtful"].includes(label) ? "yellow" : "dim", label);
  return rows(shown, texts.map(plainText), { column, width });
}

/** What becomes of a lesson at a call, in one sentence. */
function fateWords({ fate, judgement, threshold }: CallExplanation): string {
  switch (fate.is) {
    case "delivered":
      return `It fires at this call: ${formWords[fate.form]}${fate.fixedLine === undefined ? "" : ` to \`${fate.fixedLine}\``}.`;
    case "with-error":
      return "It fires when this call fails: the agent gets one line with the error.";
    case "dropped":
      return `It fires at this call, but ${list(fate.instead, "and")} took the room. A later call may show it.`;
    case "kept-back":
      return "It matches this call, but is not shown.";
    case "withheld":
      return "It fires at this call, but a trial withholds it in this session: lessons trial.";
    case "delivered-before":
      return "It fires at this call, but this session already saw it. Each session sees a lesson once.";
    case "does-not-fire":
      return judgement.veto === undefined
        ? `It does not fire at this call: ${points(judgement.score)} is less than ${points(threshold)}.`
        : `It does not fire at this call: ${vetoWords[judgement.veto]}.`;
  }
}

const formWords = {
  full: "the agent gets the whole text",
  short: "the agent gets its summary line; there is no room for more",
  cut: "the agent gets the start of its summary line; there is no room for more",
  hold: "the call is held once, with this lesson as the reason",
  fix: "the call is corrected",
} as const;

const vetoWords: Readonly<Record<Veto, string>> = {
  injectionPoint: "it is not for tool calls",
  scope: "it applies to another project",
  readOnlyTool: "the tool only reads, and the lesson does not name it",
  tool: "it is for other tools",
  workflow: "its workflow is not running",
  target: "none of its patterns match",
  nothingSpecific: "nothing in the call matches its subject",
  condition: "one of its conditions is not met",
};
