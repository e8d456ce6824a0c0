import { bodyFields, type Kind } from "../../core/body.ts";
import { headedField, unguardText } from "../../core/lesson-file.ts";
import { plainLine } from "../../core/plain-text.ts";

type BodyReading =
  | { readonly fields: Readonly<Record<string, string | readonly string[]>> }
  | { readonly problem: string };

/** The fields of a body by the headings above them. The schema judges what they say. */
export function readLessonFileBody(
  kind: Kind,
  format: string | undefined,
  text: string,
): BodyReading {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split("\n")) {
    const field = headedField(kind, line);
    if (field === undefined) {
      if (current !== undefined) current.push(line);
      else if (line.trim() !== "")
        return { problem: `${quote(line)} stands above the first heading of a ${kind}` };
      continue;
    }
    if (sections.has(field)) return { problem: `${quote(line)} stands there twice` };
    current = [];
    sections.set(field, current);
  }
  // A checklist that does not say otherwise has boxes.
  const isBoxed = kind === "checklist" && (format ?? "checkbox") === "checkbox";
  const fields: Record<string, string | readonly string[]> = {};
  for (const { name, is } of bodyFields[kind]) {
    const lines = sections.get(name);
    if (is === "format" && format !== undefined) fields[name] = format;
    if (lines === undefined) continue;
    const value = is === "list" ? readList(lines, { isBoxed }) : lines.join("\n");
    if (typeof value === "object" && "problem" in value) return value;
    fields[name] =
      typeof value === "string"
        ? unguardText(kind, value)
        : value.map((item) => unguardText(kind, item));
  }
  return { fields };
}

/** Entries begin at the margin; what is indented, or has no marker, goes on from the line above. */
function readList(
  lines: readonly string[],
  { isBoxed }: { readonly isBoxed: boolean },
): readonly string[] | { readonly problem: string } {
  const items: string[][] = [];
  let indent = 0;
  for (const line of lines) {
    const marker = /^(?:[-*+]|\d{1,9}[.)]) /.exec(line)?.[0];
    if (marker !== undefined) {
      indent = marker.length;
      const rest = line.slice(indent);
      items.push([isBoxed ? rest.replace(/^\[[ xX]\] /, "") : rest]);
      continue;
    }
    const item = items.at(-1);
    if (item !== undefined) item.push(withoutIndent(line, indent));
    else if (line.trim() !== "") return { problem: `${quote(line)} is no entry of a list` };
  }
  return items.map((item) => item.join("\n"));
}

function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && line[at] === " ") at += 1;
  return line.slice(at);
}

function quote(line: string): string {
  return JSON.stringify(plainLine(line).slice(0, 60));
}
