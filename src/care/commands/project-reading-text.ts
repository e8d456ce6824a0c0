import type { ProjectReading } from "../share/read-project-lessons.ts";
import type { Remark } from "../import/prepare-import.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { grouped, plural, onlyTexts, rows } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** What the lesson files of the project brought, in a few lines; nothing when nothing has changed. */
export function projectReadingText(reading: ProjectReading, look: Look): string {
  const { files, added, changed, withdrawn, problems, remarks } = reading;
  const isNews = added.length + changed.length + withdrawn.length > 0;
  const counts = `${grouped(added.length)} new, ${grouped(changed.length)} changed, ${grouped(withdrawn.length)} gone`;
  const news = `${counts}, of ${plural(files, "lesson file")} in .lessons/lessons`;
  return [
    ...rows("  project", isNews ? [news] : [], look),
    ...rows(look.style("yellow", "  not read"), listing(problems), look),
    ...rows(look.style("yellow", "  note"), listing(remarks), look),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function listing(items: readonly Remark[]): readonly string[] {
  const more = items.length - mostShown;
  const shown = items.slice(0, mostShown);
  return onlyTexts(
    ...shown.map(({ place, problem }) => plainLine(`${place} ${problem}`)),
    more > 0 && `and ${grouped(more)} more`,
  );
}

const mostShown = 10;

/** Whether there is something for the person to look at. */
export function hasProjectNews(reading: ProjectReading | undefined): boolean {
  return reading !== undefined && reading.added.length + reading.changed.length > 0;
}
