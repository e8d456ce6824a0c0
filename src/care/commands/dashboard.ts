import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { durationWords } from "../../cli/duration-words.ts";
import { grouped, hang, minute, onlyTexts, plural, section } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { NamedMistake } from "../../measure/start/start.ts";
import { userHome } from "../../platform/paths.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { Dashboard } from "../dashboard.ts";
import { deliveryTexts, lastSessionTexts, upkeepTexts } from "./status.ts";

/** What `lessons` alone runs. */
export function dashboardCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand(
    "dashboard",
    "show how the last session went, what comes back and what to do next",
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
    titled("Last session", sessionTexts(report), page),
    titled("Comes back", comesBackTexts(report), page),
    titled("Waits for you", waitingTexts(report), page),
    nextText(report, page),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

const emptyWords = "No lessons yet, and no logs of your agents were read.";

function headText({ lessons, setup, pause, isSwitchedOff }: Dashboard, page: Page): string {
  const facts = `${grouped(lessons.active)} active ${lessons.active === 1 ? "lesson" : "lessons"}`;
  const [delivery = ""] = deliveryTexts({ setup, pause, isSwitchedOff }, page);
  return `${hang("", `${facts} · delivery ${delivery}`, { column: 0, width: page.width })}\n`;
}

function titled(title: string, texts: readonly string[], { style, width }: Page): string {
  if (texts.length === 0) return "";
  const lines = texts.map((text) => hang("", text, { column: 2, width }));
  return section(style("bold", title), lines);
}

function sessionTexts({ lastSession }: Dashboard): readonly string[] {
  if (lastSession === null) return [];
  const [counts = "", ...missed] = lastSessionTexts({ lastSession });
  return [`${minute(lastSession.begunAt)} UTC: ${counts}`, ...missed];
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
  candidate: "a candidate",
  reviewed: "a candidate",
  active: "your lesson is active",
  archived: "archived",
} as const;

function waitingTexts({ waiting, refusedReports, upkeep }: Dashboard): readonly string[] {
  const { first, maybe } = waiting;
  return [
    ...onlyTexts(
      first > 0 && `${plural(first, "candidate")} to review`,
      maybe > 0 && `${grouped(maybe)} more may be worth a look: lessons review --maybe`,
      refusedReports.count > 0 &&
        `${plural(refusedReports.count, "report")} of agents refused: lessons scan problems`,
    ),
    ...upkeepTexts({ upkeep }),
  ];
}

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
