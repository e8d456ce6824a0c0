import { learningFileKeys, programOf, type LearningFileKey } from "../learn/learning-settings.ts";
import { listObservations, type ListedObservation } from "../learn/list-observations.ts";
import { observationsIn } from "../learn/observations.ts";
import { showLearning, type LearningReport } from "../learn/show-learning.ts";
import { observedWords } from "../../lesson/observed.ts";
import { toRecord } from "../../lesson/record/record.ts";
import { observedKinds } from "../../lesson/score/repetition.ts";
import { displayPath, userHome } from "../../platform/paths.ts";
import type { CommandKit } from "../../cli/command-kit.ts";
import { hang, minute, plural, rows } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { learnGround, type LearnFlags } from "./learn-kit.ts";

export async function status(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal } = kit;
  const { wiring, place, learning } = await learnGround(kit, flags);
  const query = { place, learning, userHome: userHome(terminal.environment) };
  const report = await wiring.inContext((context) => showLearning(context, wiring.paths, query));
  await kit.answer(flags, {
    type: "lessons-learning",
    value: report,
    text: () => learningText(report, terminal),
  });
}

export async function list(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const observations = await observationsHere(kit, flags);
  const archived = observations.length === 0 ? await archivedHere(kit, flags) : 0;
  await showObservations(kit, flags, observations, {
    none:
      archived === 0
        ? "No observations in this project yet. Status: lessons learn\n"
        : `No observations in this project except ${archived} archived: lessons list --status archived\n`,
  });
}

async function archivedHere(kit: CommandKit, flags: LearnFlags): Promise<number> {
  const { wiring, place } = await learnGround(kit, flags);
  // None is listed, so that all there are were put away.
  return wiring.inContext(({ database }) => observationsIn(database, [place.scope]).length);
}

export async function review(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const observations = await observationsHere(kit, flags);
  const needy = observations.filter(({ attention }) => attention.length > 0);
  await showObservations(kit, flags, needy, {
    none: "Nothing needs attention.\n",
    next: `\nTo decide: lessons archive <slug> --reason "…", lessons edit <slug>, or lessons review\n`,
  });
}

async function observationsHere(
  kit: CommandKit,
  flags: LearnFlags,
): Promise<readonly ListedObservation[]> {
  const { wiring, place } = await learnGround(kit, flags);
  const query = { place, userHome: userHome(kit.terminal.environment) };
  return wiring.inContext((context) => listObservations(context, query));
}

async function showObservations(
  { terminal, answer }: CommandKit,
  flags: LearnFlags,
  observations: readonly ListedObservation[],
  { none, next = "" }: { readonly none: string; readonly next?: string },
): Promise<void> {
  await answer(flags, {
    type: "lessons-observations",
    value: { observations: observations.map(observationValue) },
    nothing: observations.length === 0 ? none : undefined,
    text: () => observations.map((observation) => observationText(observation, terminal)),
    aside: `\n${plural(observations.length, "observation")}.\n${next}`,
  });
}

/** How sure it is, what it says, how far it has come, and why a person should look. */
function observationText(observation: ListedObservation, { style, width }: Look): string {
  const { lesson, observed, attention } = observation;
  const row = (label: string, text: string) => `${hang(label, text, { column: 6, width })}\n`;
  const facts = [lesson.kind, lesson.stage.status, observedWords(observed)].join(" · ");
  return [
    row(style("bold", lesson.confidence.toFixed(2)), style("bold", lesson.summary)),
    row("", style("dim", lesson.slug)),
    row("", facts),
    ...attention.map((reason) => row("", style("yellow", `⚠ ${reason}`))),
  ].join("");
}

/** For `--json`. */
function observationValue(observation: ListedObservation): object {
  const { lesson, count, qualityOk: _, observed, ...rest } = observation;
  const counts = { occurrenceCount: count, sessionCount: count, projectCount: 1 };
  return { lesson: toRecord(lesson, counts), ...observed, ...rest };
}

type Page = Pick<Terminal, "style" | "width" | "environment">;

/** One screen: whether it is on, what waits, what was found, and what needs a person. */
function learningText(report: LearningReport, page: Page): string {
  const { style, environment } = page;
  const { settings, log, needReview } = report;
  const attention = style("yellow", `⚠ ${needReview} need review: lessons learn --review`);
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ["learning", [switchText(report, page)]],
    ["project", [report.project]],
    ["asks", [programOf(settings)]],
    ["sessions", queueTexts(report)],
    ["today", [`${report.runsToday} of ${plural(settings.dailyCap, "run")}`]],
    ["last run", [lastRunText(report)]],
    ["observations", observationTexts(report)],
    ["attention", needReview === 0 ? [] : [attention]],
    ["settings", settingTexts(report, page)],
    ["log", [displayPath(log, environment)]],
  ];
  const lines = facts.flatMap(([label, texts]) => rows(style("dim", label), texts, page));
  return `${lines.join("\n")}\n`;
}

function switchText({ settings, isOffHere }: LearningReport, { style }: Page): string {
  if (settings.enabled) return style("green", "on");
  return isOffHere
    ? `${style("yellow", "off")} in this project: lessons learn --enable --project`
    : `${style("yellow", "off")}: lessons learn --enable`;
}

/** Each value with where it comes from, and what does not count. */
function settingTexts(report: LearningReport, { style, environment }: Page): readonly string[] {
  const { settings, origins, file, ignored, problem } = report;
  const shown = file === null ? "" : displayPath(file, environment);
  const from = (key: LearningFileKey) => (origins[key] === "file" ? shown : origins[key]);
  return [
    learningFileKeys.map((key) => `${key} ${settings[key]} (${from(key)})`).join(", "),
    ...ignored.map(({ key, value }) =>
      style(
        "yellow",
        `${key} ${value} in ${shown} is ignored: a project can only lower the cost. To allow it: lessons learn --configure ${key}=${value}`,
      ),
    ),
    ...(problem === null ? [] : [style("yellow", `⚠ ${problem}; ${unlooked}`)]),
  ];
}

const unlooked = "learning waits until this is fixed";

function queueTexts(report: LearningReport): readonly string[] {
  const { waiting, needed, busySince, aside, unreadable, runsToday, settings, problem } = report;
  const isCapped = runsToday >= settings.dailyCap;
  return [
    `${waiting} waiting; ${plural(needed, "session")} make a batch`,
    ...(busySince === null ? [] : [`a run is working on them since ${minute(busySince)} UTC`]),
    ...(waiting > 0 && waiting < needed && !isCapped && problem === null
      ? ["to learn from them now: lessons learn run --now"]
      : []),
    ...(aside + unreadable === 0
      ? []
      : [`${aside} skipped, ${unreadable} unreadable: lessons learn --purge`]),
  ];
}

function lastRunText({ lastRun }: LearningReport): string {
  if (lastRun === null) return "none yet";
  const { startedAt, outcome, created, grown, message, sessions } = lastRun;
  const said = {
    asking: "still running",
    learned: `${created} new, ${grown} seen again`,
    nothing: "nothing to learn",
    "bad-answer": `the answer cannot be used: ${message ?? ""}`,
    "no-answer": `no answer: ${message ?? ""}`,
  }[outcome];
  return `${minute(startedAt)} UTC, ${plural(sessions, "session")}: ${said}`;
}

function observationTexts({
  observations,
  formerly,
  project: current,
}: LearningReport): readonly string[] {
  const kinds = observedKinds.flatMap((kind) => {
    const { candidate, reviewed, active, archived } = observations[kind];
    const all = candidate + reviewed + active;
    if (all + archived === 0) return [];
    const parts = [
      `${candidate} candidate`,
      `${reviewed} reviewed`,
      `${active} active`,
      ...(archived === 0 ? [] : [`${archived} archived`]),
    ];
    return [`${plural(all, kind)}: ${parts.join(", ")}`];
  });
  return [
    ...(kinds.length === 0 ? ["none yet"] : kinds),
    ...formerly.map(
      ({ project, observations: count }) =>
        `${plural(count, "more observation")} under the old name ${project}; to move one: lessons edit <slug> scope ${current}`,
    ),
  ];
}
