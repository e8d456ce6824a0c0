import type { NamedMistake, RecurringPicture } from "../start/start.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { bar } from "../../cli/bar.ts";
import { durationWords } from "../../cli/duration-words.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { PictureLook } from "./start-candidates-text.ts";

/** Which mistakes came back, and what they cost. The bars compare them with the dearest. */
export function mistakesText(
  mistakes: RecurringPicture,
  { style, width, isInstalled = false }: PictureLook,
): string {
  const { count, failedCalls, msUntilFixed, worst } = mistakes;
  const time =
    msUntilFixed === 0 ? "" : `, and ${durationWords(msUntilFixed)} lost until they worked`;
  const lead = `${plural(count, "mistake")} came back in another session: ${plural(failedCalls, "failed call")}${time}.${count > worst.length ? " The dearest:" : ""}`;
  const most = Math.max(...worst.map((mistake) => mistake.failedCalls));
  const rows = worst.flatMap((mistake) => [
    hang(
      `  ${style("yellow", bar(mistake.failedCalls, most, barWidth))}`,
      plainLine(mistake.summary),
      { column, width },
    ),
    hang("", style("dim", costWords(mistake, isInstalled)), { column, width }),
  ]);
  return [
    style("bold", "Mistakes that come back"),
    hang("", lead, { column: 2, width }),
    ...rows,
    "",
  ].join("\n");
}

const barWidth = 8;
const column = barWidth + 4;

function costWords(mistake: NamedMistake, isInstalled: boolean): string {
  const { failedCalls, sessions, retries, msUntilFixed, status } = mistake;
  const use = isInstalled ? "is in use" : "waits for delivery to be set up";
  return [
    `${plural(failedCalls, "failed call")} in ${plural(sessions, "session")}`,
    ...(retries === 0
      ? []
      : [`${retries === 1 ? "1 retry" : `${grouped(retries)} retries`} in vain`]),
    ...(msUntilFixed === 0 ? [] : [`${durationWords(msUntilFixed)} lost`]),
    ...(status === "active" ? [`your lesson ${use}`] : []),
  ].join(", ");
}
