import { day, grouped, hang, onlyTexts, paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { type Protected, protectedLessons } from "../../deliver/trial/trials.ts";
import type { Share } from "../statistics.ts";
import type { Comparison } from "../trial/comparison.ts";
import type { TrialReport } from "../trial/report.ts";
import type { StartedTrial } from "../trial/start-trial.ts";

/** What will happen now. */
export function startedText(
  { trial, protected: kept, unseen }: StartedTrial,
  { width, isSetUp }: Look & { readonly isSetUp: boolean },
): string {
  const always = protectedLessons.flatMap((name) =>
    kept[name] > 0 ? [`${grouped(kept[name])} ${protectedWords[name]}`] : [],
  );
  const sentences = onlyTexts(
    `Trial started: ${lessonsAre(trial.lessons.length)} withheld in ${trial.share / 10} % of new sessions, each drawn separately.`,
    always.length > 0 && `Always shown: ${always.join(", ")} (to withhold them too: --include).`,
    unseen > 0 &&
      `${grouped(unseen)} more always shown: logs cannot show whether their mistake repeats.`,
    !isSetUp && "No agent is connected yet: lessons init.",
    "Progress: lessons trial. To end it: lessons trial stop.",
  );
  return sentences.map((sentence) => paragraph(sentence, { width })).join("");
}

const protectedWords: Readonly<Record<Protected, string>> = {
  critical: "CRITICAL",
  hold: "that hold",
  fix: "that fix",
};

function lessonsAre(count: number): string {
  return count === 1 ? "1 lesson is" : `${grouped(count)} lessons are`;
}

/** The whole report: design, sides, estimate, each lesson, and what it does not show. */
export function trialText(report: TrialReport, look: Look): string {
  const { style } = look;
  const sections = [
    [style("bold", titleOf(report)), ...designRows(report, look)],
    [style("bold", "All lessons together"), ...comparisonRows(report.overAll, look)],
    lessonRows(report, look),
    [style("bold", "Limits"), ...limitRows(report, look)],
  ];
  const filled = sections.filter((rows) => rows.length > 0);
  return `${filled.map((rows) => rows.join("\n")).join("\n\n")}\n`;
}

/** In `lessons stats`: the numbers alone. */
export function trialRows(report: TrialReport | null, look: Look): readonly string[] {
  if (report === null) return [];
  const { style, width } = look;
  return [
    style("bold", titleOf(report)),
    ...comparisonRows(report.overAll, look),
    ...report.lessons.slice(0, mostInStats).flatMap((lesson) => lessonLines(lesson, look)),
    hang("", style("dim", "From an experiment. Its design, lessons and limits: lessons trial"), {
      column: 2,
      width,
    }),
  ];
}

const mostInStats = 5;

function titleOf({ triedLessons, startedAt, stoppedAt }: TrialReport): string {
  const time =
    stoppedAt === null
      ? `running since ${day(startedAt)}`
      : `${day(startedAt)} to ${day(stoppedAt)}`;
  return `Trial of ${plural(triedLessons, "lesson")}, ${time}`;
}

function designRows(report: TrialReport, look: Look): readonly string[] {
  const { sharePercent, included, sessions, draw, pending } = report;
  const rest = protectedLessons.filter((name) => !included.includes(name));
  const always = rest.length === 0 ? "" : ` Lessons that are ${list(rest)} are always shown.`;
  const waiting = pending.without + pending.with;
  const share = draw.all === 0 ? 0 : Math.round((1000 * draw.without) / draw.all) / 10;
  return [
    line(
      "design",
      `For each lesson, a hash of trial, session and lesson withholds it in ${sharePercent} % of sessions. The lessons were chosen when the trial started.${always}`,
      look,
    ),
    line(
      "counted",
      "A session counts for a lesson once the lesson was due there. It counts on the side that was drawn, whatever followed (intention to treat).",
      look,
    ),
    line(
      "mistake",
      "The failure behind the lesson happens later in the same session. For a lesson without one: a command that it forbids.",
      look,
    ),
    line(
      "method",
      "Share of sessions with the mistake, without the lesson minus with it. Lessons are strata with Mantel-Haenszel weights; Newcombe's interval with Student's quantile (docs/trial.md).",
      look,
    ),
    line(
      "sessions",
      `${plural(sessions, "session")}, ${plural(draw.all, "pair")} of session and lesson: ${grouped(draw.without)} without (${share} %, planned: ${sharePercent} %)`,
      look,
    ),
    ...(waiting === 0
      ? []
      : [
          line(
            "not read",
            `${plural(waiting, "pair")} not counted yet (${grouped(pending.without)} without, ${grouped(pending.with)} with): lessons scan`,
            look,
          ),
        ]),
    ...(draw.isAsDrawn
      ? []
      : [
          line(
            "doubt",
            look.style(
              "red",
              "Do not trust this trial: its two sides do not match the draw, so some sessions were not recorded.",
            ),
            look,
          ),
        ]),
  ];
}

function comparisonRows(comparison: Comparison, look: Look): readonly string[] {
  const { without, with: withIt, sparedPer100 } = comparison;
  if (sparedPer100 === null)
    return [line("result", "none yet: each side needs a session with the same lesson", look)];
  const { estimate, low, high } = sparedPer100;
  return [
    line("without", madeAgain(without), look),
    line("with", madeAgain(withIt), look),
    line(
      "fewer by",
      `${signed(estimate)} of 100 sessions (95 % interval: ${signed(low)} to ${signed(high)})`,
      look,
    ),
    line("so", verdictWords(comparison, look), look),
    line("needed", neededWords(comparison), look),
  ];
}

function madeAgain({ hits, all }: Share): string {
  const percent = all === 0 ? 0 : Math.round((100 * hits) / all);
  return `mistake repeated in ${grouped(hits)} of ${grouped(all)} (${percent} %)`;
}

function verdictWords({ says, without, with: withIt }: Comparison, { style }: Look): string {
  switch (says) {
    case "helps":
      return style("green", "lessons prevent the mistake");
    case "harms":
      return style("red", "more mistakes with lessons than without");
    case "no-difference":
      return "no clear difference so far";
    case "too-few":
      return style(
        "dim",
        `too few to tell (${grouped(without.all)} without, ${grouped(withIt.all)} with)`,
      );
  }
}

function neededWords({ says, sessionsNeeded }: Comparison): string {
  if (says === "helps" || says === "harms") return "none: the interval excludes 0";
  if (sessionsNeeded === null) return "unknown: the mistake has not repeated so far";
  if (sessionsNeeded === 0) return "none: enough to find lessons that halve the mistake";
  return `about ${grouped(sessionsNeeded)} more, to find lessons that halve the mistake (80 % power)`;
}

function lessonRows({ lessons, triedLessons }: TrialReport, look: Look): readonly string[] {
  const unmet = triedLessons - lessons.length;
  const more = `${lessonsAre(unmet)} not due in a session yet`;
  return onlyTexts(
    lessons.length > 0 && look.style("bold", "Each lesson (a hint, not a result)"),
    ...lessons.flatMap((lesson) => lessonLines(lesson, look)),
    lessons.length > 0 &&
      unmet > 0 &&
      hang("", look.style("dim", more), { column: 2, width: look.width }),
  );
}

function lessonLines(lesson: TrialReport["lessons"][number], look: Look): readonly string[] {
  const { without, with: withIt, sparedPer100, sessionsNeeded } = lesson;
  const sides = `without ${grouped(without.hits)} of ${grouped(without.all)}, with ${grouped(withIt.hits)} of ${grouped(withIt.all)}`;
  const fewer =
    sparedPer100 === null
      ? ""
      : `; fewer by ${signed(sparedPer100.estimate)} of 100 (${signed(sparedPer100.low)} to ${signed(sparedPer100.high)})`;
  const isOpen = lesson.says === "no-difference" || lesson.says === "too-few";
  const needed =
    !isOpen || sessionsNeeded === null || sessionsNeeded === 0
      ? ""
      : `; about ${grouped(sessionsNeeded)} more sessions needed`;
  const { width } = look;
  return [`  ${lesson.slug}`, hang("", `${sides}${fewer}${needed}`, { column: 4, width })];
}

function limitRows({ lessons, stoppedAt }: TrialReport, look: Look): readonly string[] {
  const looks =
    stoppedAt === null
      ? "The interval is valid for one planned look. Stopping at the first good look is wrong more often: with five looks, 14 times in 100 instead of 5."
      : "The interval is valid if you planned the end in advance. Stopping at the first good of five looks is wrong 14 times in 100 instead of 5.";
  const several =
    lessons.length > 1
      ? `One in twenty of ${plural(lessons.length, "lesson")} looks proven by chance. Rely on the line for all lessons together.`
      : undefined;
  return onlyTexts(
    looks,
    several,
    "Only mistakes in the logs count, on both sides. A mistake without a failure, or with a different one, does not count.",
    "A session without a lesson may still read it in a skill, a project file or lessons list. That makes differences smaller.",
    "It covers your sessions in this period, not other people, later models or other lessons.",
  ).map((text) => hang("  ·", text, { column: 4, width: look.width }));
}

function line(label: string, text: string, { style, width }: Look): string {
  return hang(`  ${style("dim", label)}`, text, { column, width });
}

const column = 13;

function list(words: readonly string[]): string {
  const names = words.map((word) => (word === "critical" ? "CRITICAL" : word));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** With a minus sign that is one. */
function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
