import type { Channels } from "../learn/channels.ts";
import {
  type BatchReport,
  type LearnedReport,
  type RunReport,
  runSentence,
} from "../learn/run-report.ts";
import type { UnmetGate } from "../../lesson/record/gate-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { lessonFacts } from "../../measure/commands/lesson-facts.ts";
import { renderText } from "./render.ts";

/** What a run came to, and what to do next. */
export function runText({ next = [], ...first }: RunReport, look: Look): string {
  return [first, ...next].map((report) => batchText(report, look)).join("");
}

function batchText(report: BatchReport, look: Look): string {
  const { width } = look;
  const say = (text: string) => paragraph(text, { width });
  const sentence = runSentence(report);
  // It begins with the model's name, which is written as it is.
  if (report.outcome === "learned") return `${say(`${sentence}.`)}${learnedText(report, look)}`;
  const opening = say(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
  const next = nextStep(report);
  return next === undefined ? opening : `${opening}${say(next)}`;
}

function nextStep(report: Exclude<BatchReport, LearnedReport>): string | undefined {
  switch (report.outcome) {
    case "none-waiting":
      return "Finished sessions wait here while learning is on: lessons learn. To learn from one now: lessons learn run <session>";
    case "too-few":
      return "To learn from them now: lessons learn run --now";
    case "capped":
      return `The limit resets at midnight UTC. For one more run now: lessons learn run --now --set learning.dailyCap=${report.runs + 1}`;
    case "bad-answer":
      return report.putAside > 0 ? "To see the skipped sessions: lessons learn --purge" : undefined;
    case "no-answer":
      return "Check that the program answers when you start it, or choose another: lessons config set learning.program codex. Then: lessons learn run --now";
    case "busy":
      return "That run also takes new sessions. If it was killed, another can start after 15 minutes.";
    case "stopped":
      return "To learn from them later: lessons learn run --now";
    case "nothing-said":
      return undefined;
  }
}

function learnedText(report: LearnedReport, look: Look): string {
  const { style, width } = look;
  const rows = (mark: string, lessons: readonly Lesson[], remark: string) =>
    lessons.map(
      ({ kind, summary, slug }) =>
        `${hang(mark, `${kind}: ${summary} (${slug})${remark}`, { column: 4, width })}\n`,
    );
  const { created, grown, revived, reviewed, activated, ungated } = report;
  const decided = new Set(activated.map(({ id }) => id));
  const undecided = reviewed.filter(({ id }) => !decided.has(id));
  return [
    ...rows(style("green", "  +"), created, ""),
    ...rows("  ↑", grown, ""),
    ...rows("  ↺", revived, ": seen again, a candidate once more"),
    ...rows(style("green", "  ✓"), undecided, ": seen often enough for review"),
    ...rows(style("green", "  ✓"), activated, ": active (your setting)"),
    ...ungated.flatMap(({ lesson, unmet }) =>
      rows(style("yellow", "  !"), [lesson], `: not active: ${gateWords(unmet)}`),
    ),
    renderedText(report, look),
    undecided.length > 0 ? "To review them: lessons review\n" : "",
  ].join("");
}

function renderedText({ rendered }: LearnedReport, look: Look): string {
  if (rendered === undefined) return "";
  if ("problem" in rendered)
    return `${hang(look.style("red", "  ✗"), `nothing was rendered: ${rendered.problem}`, { column: 4, width: look.width })}\n`;
  return `\n${renderText(rendered, { ...look, hasDiff: false })}`;
}

function gateWords(unmet: readonly UnmetGate[]): string {
  return `${unmet.map(({ gate, why }) => `${gate} ${why}`).join("; ")} (gates.required)`;
}

/** For `--json`, with the lessons in short. */
export function runValue({ next, ...first }: RunReport): object {
  return { ...batchValue(first), next: next?.map(batchValue) ?? [] };
}

function batchValue(report: BatchReport): object {
  if (report.outcome !== "learned") return report;
  const { created, grown, revived, reviewed, activated, ungated } = report;
  return {
    ...report,
    created: created.map(lessonFacts),
    grown: grown.map(lessonFacts),
    revived: revived.map(lessonFacts),
    reviewed: reviewed.map(lessonFacts),
    activated: activated.map(lessonFacts),
    ungated: ungated.map(({ lesson, unmet }) => ({ lesson: lessonFacts(lesson), unmet })),
  };
}

/** Both channels, turn by turn, as a model sees them. */
export function channelsText(
  { userSignals, dialogPairs, earlierTurns }: Channels,
  { style, width }: Look,
): string {
  const turn = (label: string, text: string) => `${hang(label, text, { column: 10, width })}\n`;
  const left =
    earlierTurns === 0
      ? ""
      : `${plural(earlierTurns, "earlier turn")} left out; the latest are kept.\n`;
  return [
    `${style("bold", `USER_SIGNALS (${userSignals.length})`)}\n`,
    ...userSignals.map((text, index) => turn(`  ${index + 1}`, text)),
    `\n${style("bold", `DIALOG_PAIRS (${dialogPairs.length})`)}\n`,
    ...dialogPairs.flatMap(({ assistant, user }) => [
      turn(style("dim", "  agent"), assistant),
      turn("  person", user),
    ]),
    left,
  ].join("");
}
