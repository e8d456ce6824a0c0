import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { durationWords } from "../../cli/duration-words.ts";
import { grouped, hang, minute, onlyTexts, plural, section, wrap } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { NamedMistake } from "../../measure/start/recurring-picture.ts";
import { userHome } from "../../platform/paths.ts";
import { countedNeed, needKinds, type NeedKind } from "../../lesson/record/needs.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { Dashboard } from "../dashboard.ts";
import { deliveryTexts, lastSessionTexts } from "./status.ts";

/** What `lessons` alone runs. */
export function dashboardCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand(
    "dashboard",
    "show repeated mistakes, what needs you, what agents were shown, and the next step",
    ["lessons", "lessons --json | jq .next"],
  ).action(async (options: CommonOptions) => {
    const { dashboard } = await import("../dashboard.ts");
    const { paths, deliveryValues, inContext } = await wireFor(options);
    const { environment } = terminal;
    const config = await deliveryValues();
    const report = await inContext((context) =>
      dashboard({ ...context, config }, paths, { home: userHome(environment), environment }),
    );
    await answer(options, {
      type: "lessons-dashboard",
      value: report,
      text: () => dashboardText(report, terminal),
    });
  });
}

type Page = Pick<Terminal, "style" | "environment" | "width">;

function dashboardText(report: Dashboard, page: Page): string {
  if (report.isEmpty) return [`${emptyWords}\n`, nextText(report, page)].join("\n");
  const parts = [
    headText(report, page),
    titled("Repeated mistakes", comesBackTexts(report), page),
    titled(needsTitle(report), needsTexts(report), page),
    titled("Shown to agents", deliveredTexts(report), page),
    nextText(report, page),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

const emptyWords = "No lessons yet, and no session logs read yet.";

function headText({ lessons, setup, pause, isSwitchedOff }: Dashboard, page: Page): string {
  const facts = `${grouped(lessons.active)} active ${lessons.active === 1 ? "lesson" : "lessons"}`;
  const [delivery = ""] = deliveryTexts({ setup, pause, isSwitchedOff }, page);
  return `${hang("", `${facts} · ${delivery}`, { column: 0, width: page.width })}\n`;
}

function titled(title: string, texts: readonly string[], { style, width }: Page): string {
  if (texts.length === 0) return "";
  // What goes on below is set in, so that one sees where the next begins.
  const lines = texts.map((text) => {
    const [first = ""] = wrap(text, width - 2);
    const rest = text.slice(first.length).trim();
    const below = /^ */u.exec(text)?.[0].length ?? 0;
    return rest === ""
      ? `  ${first}`
      : `  ${first}\n${hang("", rest, { column: 4 + below, width })}`;
  });
  return section(style("bold", title), lines);
}

/** What came of the approved lessons: in the last seven days, and in the last session. */
function deliveredTexts({ lastSession, deliveries, effects }: Dashboard): readonly string[] {
  const { count, lessons, sessions, isPartial } = deliveries;
  const shown = Math.max(count, effects.delivered);
  const week =
    shown > 0 &&
    onlyTexts(
      count > 0
        ? `Last 7 days: ${isPartial ? "at least " : ""}${grouped(count)}×, ${plural(lessons, "lesson")} in ${plural(sessions, "session")}`
        : `Last 7 days: ${grouped(shown)}× in ${plural(effects.sessions, "session")}`,
      effects.heeded + effects.fixed > 0 && `${grouped(effects.heeded + effects.fixed)} heeded`,
      effects.repeated > 0 && `${grouped(effects.repeated)} repeated`,
    ).join(" · ");
  if (lastSession === null) return onlyTexts(week);
  const [counts = "", ...missed] = lastSessionTexts({ lastSession });
  return onlyTexts(week, `Last session (${minute(lastSession.begunAt)} UTC): ${counts}`, ...missed);
}

const mostShown = 3;

function comesBackTexts({ comesBack }: Dashboard): readonly string[] {
  const shown = comesBack.worst.slice(0, mostShown);
  const more = comesBack.count - shown.length;
  return [
    ...shown.map((mistake) => `${plainLine(mistake.summary)}: ${costWords(mistake)}`),
    ...(more > 0 ? [`${grouped(more)} more: lessons start`] : []),
  ];
}

function costWords({ failedCalls, sessions, msUntilFixed, status }: NamedMistake): string {
  return onlyTexts(
    `${plural(failedCalls, "failed call")} in ${plural(sessions, "session")}`,
    msUntilFixed > 0 && `${durationWords(msUntilFixed)} lost`,
    statusWords[status],
  ).join(", ");
}

const statusWords = {
  candidate: "waits for review",
  reviewed: "waits for review",
  active: "lesson active",
  archived: "archived",
} as const;

function needsTitle({ needsYou: { count } }: Dashboard): string {
  return count === 0 ? "Nothing needs you" : `Needs you (${grouped(count)})`;
}

/** One line for each kind with what to type, the lessons by name as far as they are few. */
function needsTexts({ needsYou, waiting, refusedReports, upkeep }: Dashboard): readonly string[] {
  const { counts, lessons } = needsYou;
  return [
    ...needKinds.flatMap((kind) => {
      const count = counts[kind] ?? 0;
      if (count === 0) return [];
      const named = lessons.filter((lesson) => lesson.kind === kind).slice(0, mostShown);
      const names = named.map(({ slug, why }) => `  ${slug}: ${plainLine(why.join("; "))}`);
      return [`${countedNeed(kind, count)}: ${needCommands[kind]}`, ...names];
    }),
    ...onlyTexts(
      waiting.maybe > 0 &&
        `${grouped(waiting.maybe)} more may be worth a look: lessons review --maybe`,
      refusedReports.count > 0 &&
        `${plural(refusedReports.count, "agent report")} rejected: lessons scan problems`,
    ),
    ...(upkeep?.remarks ?? []).map(plainLine),
  ];
}

const needCommands: Readonly<Record<NeedKind, string>> = {
  candidates: "lessons review",
  learned: "lessons review",
  doubtful: "lessons doctor",
  unchecked: "lessons show <slug>, then lessons good <slug> or lessons archive <slug>",
  stale: "lessons doctor",
  gates: "lessons gates warn",
};

function nextText({ next, isEmpty }: Dashboard, { style, width }: Page): string {
  const { command, why } = next;
  const others = (isEmpty ? whenEmpty : usually).filter((other) => other !== command);
  return section(style("bold", "Next"), [
    hang(`  ${style("cyan", command)}`, why, { column: command.length + 4, width }),
    hang("  more:", style("dim", others.join(" · ")), { column: 8, width }),
  ]);
}

const whenEmpty = ["lessons init", "lessons add", "lessons --help"];
const usually = ["lessons review", "lessons card", "lessons status", "lessons --help"];
