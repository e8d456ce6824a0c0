import type { LessonStory } from "../stats/lesson-stats.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { callLine } from "./backtest-text.ts";
import {
  deliveryCount,
  effectStyles,
  effectWords,
  noExperiment,
  recurrenceWords,
} from "./effect-words.ts";
import { day, grouped, hang, minute, plural } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";
import { sparkline } from "../../cli/sparkline.ts";

/** One lesson: since when, how often its mistake is made, and every delivery with what came of it. */
export function lessonStoryText(story: LessonStory, look: Look): string {
  const { style, width } = look;
  const { lesson, recurrence } = story.stats;
  const weeks = recurrence?.weeks ?? [];
  const line = (label: string, text: string) =>
    hang(`  ${style("dim", label)}`, text, { column, width });
  const rows = [
    hang(levelWord(lesson.priority, look), style("bold", lesson.summary), { column: 10, width }),
    `${" ".repeat(10)}${style("dim", lesson.slug)}`,
    "",
    line("active", activeWords(story)),
    ...(story.since === null ? [] : [line("counted", `since ${day(story.since)}`)]),
    line("shown", deliveredWords(story)),
    line("feedback", saidWords(story)),
    line("trend", recurrence ? recurrenceWords(recurrence, look) : uncountedWords(story)),
    ...(weeks.length < 2 ? [] : [line("by week", weekWords(weeks))]),
    ...(recurrence ? [line("", style("dim", noExperiment))] : []),
    ...(story.missed === null ? [] : [line("not shown", style("red", dueWords(story.missed)))]),
    ...deliveryRows(story, look),
  ];
  return `${rows.join("\n")}\n`;
}

const column = 12;

function activeWords({ stats: { activatedAt, lesson } }: LessonStory): string {
  if (activatedAt === null) return "never: agents do not see it";
  const { status } = lesson.stage;
  return `since ${day(activatedAt)}${status === "active" ? "" : `, ${status} now`}`;
}

function dueWords({ calls, sessions }: NonNullable<LessonStory["missed"]>): string {
  return `due at ${plural(calls, "call")} in ${plural(sessions, "session")}, but not shown`;
}

function uncountedWords({ stats }: LessonStory): string {
  return stats.hasOwnFailures
    ? "it was never active, so there is nothing to compare"
    : "it was not learned from a failed call, so its mistake cannot be counted";
}

function deliveredWords({ stats: { effects } }: LessonStory): string {
  if (effects.delivered === 0) return "never yet";
  const parts = (["heeded", "repeated", "overruled", "unclear"] as const).map(
    (verdict) => `${grouped(effects[verdict])} ${verdict}`,
  );
  return `${deliveryCount(effects.delivered)} in ${plural(effects.sessions, "session")}: ${parts.join(", ")}`;
}

function saidWords({ stats: { feedback, lesson } }: LessonStory): string {
  const { helpful, notHelpful } = feedback;
  return helpful + notHelpful === 0
    ? `none yet: lessons good ${lesson.slug}`
    : `${grouped(helpful)} helpful, ${grouped(notHelpful)} not helpful`;
}

/** The share of sessions with the mistake, week by week; a gap is a week without sessions. */
function weekWords(weeks: NonNullable<LessonStory["stats"]["recurrence"]>["weeks"]): string {
  const shares = new Map(
    weeks.map(({ week, sessions, withMistake }) => [week, withMistake / sessions]),
  );
  const side = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => shares.get(from + index));
  const [first = 0, last = 0] = [weeks[0]?.week, weeks.at(-1)?.week];
  const all = [...side(Math.max(first, -mostWeeks), 0), ...side(0, Math.min(last + 1, mostWeeks))];
  const drawn = sparkline(all);
  const before = Math.max(0, -Math.max(first, -mostWeeks));
  return `${drawn.slice(0, before)}│${drawn.slice(before)}  before │ since`;
}

const mostWeeks = 13;

function deliveryRows({ deliveries }: LessonStory, { style, width }: Look): readonly string[] {
  if (deliveries.length === 0) return [];
  const shown = deliveries.slice(-mostRows);
  const earlier = deliveries.length - shown.length;
  return [
    "",
    `  ${style("bold", "Each time it was shown, and the result")}`,
    ...(earlier > 0
      ? [style("dim", `    ${grouped(earlier)} earlier: lessons stats --lesson … --json`)]
      : []),
    ...shown.flatMap((delivery) => oneDelivery(delivery, { style, width })),
  ];
}

const mostRows = 30;

function oneDelivery(
  { note, effect, file }: LessonStory["deliveries"][number],
  { style, width }: Look,
): readonly string[] {
  const { call, subagent, sessionId } = note;
  const line = (text: string) => hang("", text, { column: 6, width });
  const what = note.mode === "hold" ? "a held call" : plainLine(note.tool);
  const whose = subagent === null ? "" : " of a subagent";
  const seen = "seen" in effect ? `, line ${effect.seen.line}${shownWords(effect.seen.shown)}` : "";
  const place = file === null || call === null ? `session ${sessionId}` : `${file}:${call.line}`;
  return [
    `    ${minute(note.at)}  ${style(effectStyles[effect.verdict], effect.verdict)} · ${what}${whose}`,
    line(`${effectWords(effect)}${seen}`),
    line(style("dim", plainLine(place))),
  ];
}

function shownWords(shown: string | null): string {
  return shown === null ? "" : `: ${callLine(shown)}`;
}
