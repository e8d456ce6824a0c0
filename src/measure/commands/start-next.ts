import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { StartReport } from "../start/start.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** How to go on: one command, and in one more line what else there is. */
export function nextText(report: StartReport, { style, width }: Look): string {
  const { command, why } = nextStep(report);
  const others = (report.logs.length === 0 ? withoutLogs : withLogs).filter(
    (other) => other !== command,
  );
  return [
    style("bold", "Next"),
    hang(`  ${style("cyan", command)}`, why, { column: command.length + 4, width }),
    hang("  more:", style("dim", others.join(" · ")), { column: 8, width }),
    "",
  ].join("\n");
}

const withLogs = [
  "lessons init",
  "lessons backtest --all",
  "lessons doctor",
  "lessons --help",
] as const;
const withoutLogs = [
  "lessons init",
  "lessons add",
  "lessons import <path>",
  "lessons --help",
] as const;

interface Step {
  readonly command: string;
  readonly why: string;
}

function nextStep({ logs, store, isInstalled }: StartReport): Step {
  if (store.is === "closed") {
    return { command: "lessons doctor", why: `look what is wrong with the store; ${store.hint}` };
  }
  const waiting = store.counts.candidate + store.counts.reviewed;
  if (waiting > 0) {
    return {
      command: "lessons review",
      why: `decide about ${plural(waiting, "candidate")}; agents hear only what you approve`,
    };
  }
  if (!isInstalled) {
    return {
      command: "lessons init",
      why: `let lessons reach ${deliveryDoor.adapter.title} at the tool call`,
    };
  }
  return logs.length === 0
    ? { command: "lessons start", why: "again, when an agent has worked here" }
    : { command: "lessons stats", why: "see whether your lessons help" };
}
