import { isRecord, recordsAt, textAt } from "../../platform/json/fields.ts";

/**
 * The row for a status line: what was learned in a project and is rendered there. Empty where there is nothing:
 * a line that says nothing takes a line away from the person.
 */
export function learningRow(manifest: unknown, needReview: number): string {
  if (!isRecord(manifest)) return "";
  const byKind = new Map<string, Set<string>>();
  for (const entry of recordsAt(manifest, "entries")) {
    const [id, type] = [textAt(entry, "observationId"), textAt(entry, "type")];
    if (id === undefined || type === undefined) continue;
    if (entry["isOver"] === true || entry["isDeleted"] === true) continue;
    // A copy for other agents is the same thing once more.
    byKind.set(type, (byKind.get(type) ?? new Set()).add(id));
  }
  const count = (...types: readonly string[]) =>
    types.reduce((sum, type) => sum + (byKind.get(type)?.size ?? 0), 0);
  const counts = [
    [count("workflow"), "workflows"],
    [count("procedure", "procedural"), "skills"],
    [count("decision"), "decisions"],
    [count("pitfall"), "pitfalls"],
  ] as const;
  const known = counts.flatMap(([number, name]) => (number === 0 ? [] : [`${number} ${name}`]));
  if (known.length === 0) return "";
  const suffix = needReview > 0 ? `  ⚠ ${needReview} need review` : "";
  return `Learning: ${known.join(", ")}${suffix}`;
}
