import type { ScanReport } from "../../capture/scan/scan-tally.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { plural } from "../../cli/layout.ts";

/** What a scan could not read, in a line each. */
export function scanTrouble({ unreadable, badReports, notices }: ScanReport): readonly string[] {
  const first = (places: ScanReport["unreadable"]["places"]) =>
    places
      .slice(0, 1)
      .map(({ file, line, problem }) => `${file}${line === undefined ? "" : `:${line}`} ${problem}`)
      .join("");
  return [
    ...(unreadable.count === 0
      ? []
      : [
          `${plural(unreadable.count, "record")} could not be read; the first: ${first(unreadable.places)}`,
        ]),
    ...(badReports.count === 0
      ? []
      : [
          `${plural(badReports.count, "lesson tag or block")} could not be kept; the first: ${first(badReports.places)}`,
        ]),
    ...notices,
  ].map(plainLine);
}
