import { parseJsonLine } from "../../core/parse-json.ts";
import type { FullRecord } from "../../core/lesson-record.ts";
import { describeIssues } from "../../system/describe-issues.ts";
import { lessonRecordSchema } from "../../system/lesson-schema.ts";

/** The lines of an export of ours: records with their history, and the lines that are none. */
export interface OwnReading {
  readonly found: number;
  readonly entries: readonly { readonly place: string; readonly record: FullRecord }[];
  readonly problems: readonly { readonly place: string; readonly problem: string }[];
}

/** Undefined when no line is a lesson of ours. */
export function readOwnExport(text: string, fileName: string): OwnReading | undefined {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line, place: `${fileName}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== "");
  const values = lines.map(({ line, place }) => ({ value: parseJsonLine(line), place }));
  if (!values.some(({ value }) => isOurs(value))) return undefined;

  const entries: { place: string; record: FullRecord }[] = [];
  const problems: { place: string; problem: string }[] = [];
  for (const { value, place } of values) {
    const checked = lessonRecordSchema.safeParse(value);
    if (checked.success) entries.push({ place, record: checked.data });
    else
      problems.push({
        place,
        problem: value === undefined ? "is not JSON" : describeIssues(checked.error).join("; "),
      });
  }
  return { found: values.length, entries, problems };
}

function isOurs(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    value.type === "lesson" &&
    "version" in value
  );
}
