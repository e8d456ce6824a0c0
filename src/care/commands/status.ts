import type { Command } from "commander";
import type { StatusReport } from "../show-status.ts";
import { refusedReportsText } from "../../capture/commands/report-problems-text.ts";
import { needWords } from "../../lesson/record/needs.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { displayPath, userHome } from "../../platform/paths.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { grouped, minute, plural, onlyTexts, rows } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

export function statusCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("status", "show what is stored and connected, and what agents were shown", [
    "lessons status",
    "lessons status --json | jq .deliveries",
  ]).action(async (options: CommonOptions) => {
    const { showStatus } = await import("../show-status.ts");
    const { paths, deliveryValues, inContext } = await wireFor(options);
    const { environment } = terminal;
    const config = await deliveryValues();
    const report = await inContext((context) =>
      showStatus({ ...context, config }, paths, { home: userHome(environment), environment }),
    );
    await answer(options, {
      type: "lessons-status",
      value: report,
      text: () => statusText(report, terminal),
    });
  });
}

type Page = Pick<Terminal, "style" | "environment" | "width">;

/** One screen: what there is, and whether it reaches the agent. */
function statusText(report: StatusReport, page: Page): string {
  const { style, width, environment } = page;
  const { trouble: noted } = report;
  const trouble = noted !== null && `${style("yellow", noted.text)} (${minute(noted.at)} UTC)`;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ["home", [displayPath(report.home, environment)]],
    ["lessons", lessonsText(report)],
    ["upkeep", upkeepTexts(report)],
    ["logs", [scanText(report)]],
    ["reports", onlyTexts(refusedReportsText(report.refusedReports) ?? false)],
    ["agent", deliveryTexts(report, page)],
    ["trial", onlyTexts(trialText(report))],
    ["hook files", compiledTexts(report, page)],
    ["last session", lastSessionTexts(report)],
    ["last 7 days", [deliveriesText(report)]],
    ["hook log", onlyTexts(trouble)],
  ];
  const lines = facts.flatMap(([label, texts]) =>
    rows(style("dim", label), texts, { column: 13, width }),
  );
  return `${lines.join("\n")}\n`;
}

function lessonsText({ lessons, needsYou }: StatusReport): readonly string[] {
  const counts = onlyTexts(
    `${grouped(lessons.active)} active`,
    plural(lessons.candidate + lessons.reviewed, "candidate"),
    lessons.archived > 0 && `${grouped(lessons.archived)} archived`,
  );
  const { count } = needsYou;
  const needs = `${grouped(count)} ${count === 1 ? "needs" : "need"} you`;
  const next = count > 0 && `${needs} (${needWords(needsYou.counts)}): lessons`;
  return onlyTexts(counts.join(" · "), next);
}

export function upkeepTexts({ upkeep }: Pick<StatusReport, "upkeep">): readonly string[] {
  if (upkeep === null) return [];
  const { lessons, remarks } = upkeep;
  const needs = lessons === 1 ? "1 lesson needs" : `${grouped(lessons)} lessons need`;
  return onlyTexts(
    lessons > 0 && `${needs} attention: lessons doctor`,
    ...remarks.map((remark) => plainLine(remark)),
  );
}

function scanText({ scan }: StatusReport): string {
  if (scan.logs === 0) return "none read yet: lessons scan";
  const upTo = scan.readUpTo === null ? "" : `, up to ${minute(scan.readUpTo)} UTC`;
  const started =
    scan.startedAt === null ? "" : `; last automatic scan ${minute(scan.startedAt)} UTC`;
  return `${plural(scan.logs, "log")} read${upTo}${started}`;
}

export function deliveryTexts(
  { setup, pause, isSwitchedOff }: Pick<StatusReport, "setup" | "pause" | "isSwitchedOff">,
  { style, environment }: Pick<Page, "style" | "environment">,
): readonly string[] {
  const files = setup.files.map((file) => displayPath(file, environment)).join(", ");
  const isSilent = pause !== null || isSwitchedOff || setup.areHooksOff || setup.isIgnored;
  // "on" is said only where lessons come.
  const state = isSilent ? "connected" : style("green", "on");
  const others = setup.others.length > 0 && `${state}: ${setup.others.join(", ")}`;
  const set = {
    settings: `${state}: hooks in ${files}`,
    plugin: `${state}: the plugin is enabled in ${files}`,
    none: !others && `${style("yellow", "not connected")}: lessons init`,
  }[setup.way];
  const until = pause?.until === undefined ? "" : ` until ${minute(pause.until)} UTC`;
  return onlyTexts(
    pause !== null && `${style("yellow", "paused")}${until}: lessons pause --off`,
    isSwitchedOff && `${style("yellow", "switched off")} by LESSONS_DISABLED here`,
    setup.areHooksOff && `${style("red", "no hook runs")}: disableAllHooks is true in that file`,
    setup.isIgnored &&
      `${style("red", "the agent ignores the file")}: it has comments or trailing commas`,
    set,
    others,
    setup.problem !== null && style("red", plainLine(setup.problem)),
  );
}

function trialText({ trial }: StatusReport): string | false {
  if (trial === null) return false;
  const which =
    trial.lessons === 1 ? "1 lesson is" : `each of ${grouped(trial.lessons)} lessons is`;
  return `${which} withheld in ${trial.percent} % of sessions: lessons trial`;
}

function compiledTexts({ compiled }: StatusReport, { style }: Page): readonly string[] {
  if (compiled === null) return ["never: lessons dev compile"];
  const { generatedAt, isCurrent, damaged, lessons, below, elsewhere, blunt } = compiled;
  const time = generatedAt === null ? "" : `${minute(generatedAt)} UTC, `;
  const at = `${time}${plural(lessons, "lesson")}`;
  return onlyTexts(
    isCurrent ? at : `${at}; ${style("yellow", "out of date")}: lessons dev compile`,
    damaged.length > 0 &&
      `${style("red", "damaged or missing")}: ${damaged.join(", ")}; to repair: lessons dev compile`,
    below.length > 0 &&
      `${plural(below.length, "active lesson")} not shown: below minConfidence or minPriority`,
    elsewhere.length > 0 &&
      `${plural(elsewhere.length, "active lesson")} for other operating systems`,
    ...blunt.map(
      ({ slug, buckets }) =>
        `${slug} slows every call of its tools: ${buckets.join(", ")} (its trigger needs a word to look for)`,
    ),
  );
}

export function lastSessionTexts({
  lastSession,
}: Pick<StatusReport, "lastSession">): readonly string[] {
  if (lastSession === null) return [];
  const { onCard, delivered, heeded, repeated, newCandidates, missed } = lastSession;
  const counts = onlyTexts(
    onCard > 0 && `${grouped(onCard)} on the card`,
    `${grouped(delivered)} delivered`,
    delivered > 0 && `${grouped(heeded)} heeded`,
    repeated > 0 && `${grouped(repeated)} repeated`,
    newCandidates > 0 && `${plural(newCandidates, "new candidate")}: lessons review`,
  );
  return [
    counts.join(" · "),
    ...missed.map(({ slug, why }) => `CRITICAL, but not shown: ${slug}. ${plainLine(why)}`),
  ];
}

function deliveriesText({ deliveries }: StatusReport): string {
  const { count, lessons, sessions, held, isPartial, lastAt } = deliveries;
  if (count === 0) return lastAt === null ? "nothing shown yet" : "nothing shown";
  const parts = onlyTexts(
    `${isPartial ? "at least " : ""}shown ${plural(count, "time")}`,
    `${plural(lessons, "lesson")} in ${plural(sessions, "session")}`,
    held > 0 && `${plural(held, "call")} held`,
  );
  return `${parts.join(" · ")}${lastAt === null ? "" : `, last ${minute(lastAt)} UTC`}`;
}
