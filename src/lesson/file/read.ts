import { type Kind, bodyFields, kinds } from "../record/body.ts";
import type { LessonDraft } from "../record/lesson.ts";
import {
  headedField,
  lessonFileMark,
  lessonFileVersion,
  mostSharedPatterns,
  unguardText,
} from "./write.ts";
import { lessonFields } from "../record/fields.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { typedPriority } from "../record/level.ts";
import { readYaml } from "../../platform/yaml.ts";
import { type LooseObject, asObject } from "../outside/loose-json.ts";

export type LessonFileReading =
  | {
      /** Not validated yet: the app does that by the rules for every other draft. */
      readonly draft: LessonDraft;
      /** What the file says and was not taken, a sentence each. */
      readonly remarks: readonly string[];
    }
  | { readonly problem: string };

/** A shared lesson file, or why it is none. Never throws: files come with a clone. */
export function readLessonFile(text: string): LessonFileReading {
  const parts = splitFile(text);
  if (parts === undefined) return { problem: "does not begin with frontmatter between two ---" };
  const yaml = readYaml(parts.frontmatter);
  if ("problem" in yaml)
    return { problem: `its frontmatter cannot be read: ${yaml.problem} (line ${yaml.line + 2})` };
  const facts = asObject(yaml.value);
  if (facts === undefined || !(lessonFileMark in facts))
    return { problem: `is not a shared lesson: its frontmatter has no "${lessonFileMark}"` };
  const version = String(facts[lessonFileMark]);
  if (version !== String(lessonFileVersion))
    return {
      problem: `has version ${brief(version)}; this program reads version ${lessonFileVersion}`,
    };
  const kind = kinds.find((name) => name === facts["kind"]);
  if (kind === undefined) return { problem: `kind must be one of ${kinds.join(", ")}` };
  if (patternCount(facts) > mostSharedPatterns)
    return { problem: `has more than ${mostSharedPatterns} patterns` };

  const body = readLessonFileBody(kind, formatOf(kind, facts), parts.body);
  if ("problem" in body) return body;
  // One of the drafts, as far as the schema will let it pass.
  const draft = { kind, body: body.fields, ...draftFields(facts) } as unknown as LessonDraft;
  return { draft, remarks: remarksOn(kind, facts) };
}

function splitFile(text: string): { frontmatter: string; body: string } | undefined {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (lines[0]?.trimEnd() !== "---" || end < 0) return undefined;
  return { frontmatter: lines.slice(1, end).join("\n"), body: lines.slice(end + 1).join("\n") };
}

const taken = lessonFields.filter(
  ({ shared, is }) => shared === true && is !== "kind" && is !== "body",
);

function draftFields(facts: LooseObject): LooseObject {
  const said = taken.filter(({ name }) => facts[name] !== undefined);
  return Object.fromEntries(
    said.map(({ name, is }) => {
      const value = facts[name];
      if (is === "fix") return [name, withCounts(value)];
      return [name, is === "priority" && typeof value === "string" ? typedPriority(value) : value];
    }),
  );
}

/** Every value of a file is a text: the counts of a fix are numbers again. */
function withCounts(value: unknown): unknown {
  const fix = asObject(value);
  if (fix === undefined) return value;
  return Object.fromEntries(
    Object.entries(fix).map(([name, each]) => [
      name,
      ["times", "repairs", "sessions"].includes(name) ? Number(each) : each,
    ]),
  );
}

/** Only a checklist has one, and it is a field of its body. */
function formatOf(kind: Kind, facts: LooseObject): string | undefined {
  const hasFormat = bodyFields[kind].some(({ is }) => is === "format");
  return hasFormat && "format" in facts ? String(facts["format"]) : undefined;
}

/** A hold refuses calls, and a status says what was approved: neither comes with a clone. */
function remarksOn(kind: Kind, facts: LooseObject): readonly string[] {
  const known = new Set<string>([
    lessonFileMark,
    "kind",
    "contentHash",
    ...taken.map(({ name }) => name),
    ...(kind === "checklist" ? ["format"] : []),
  ]);
  const strange = Object.keys(facts).filter((name) => !known.has(name));
  return strange.slice(0, mostRemarks).map((name) => `"${brief(name)}" cannot be set in a file`);
}

const mostRemarks = 5;

function patternCount(facts: LooseObject): number {
  const triggers = asObject(facts["triggers"]) ?? {};
  return ["commandPatterns", "contentPatterns"].reduce((sum, name) => {
    const patterns = triggers[name];
    return sum + (Array.isArray(patterns) ? patterns.length : 0);
  }, 0);
}

function brief(text: string): string {
  return plainLine(text).slice(0, 60);
}

type BodyReading =
  | { readonly fields: Readonly<Record<string, string | readonly string[]>> }
  | { readonly problem: string };

/** The fields of a body by the headings above them. The schema judges what they say. */
function readLessonFileBody(kind: Kind, format: string | undefined, text: string): BodyReading {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split("\n")) {
    const field = headedField(kind, line);
    if (field === undefined) {
      if (current !== undefined) current.push(line);
      else if (line.trim() !== "")
        return { problem: `${quote(line)} is above the first heading of a ${kind}` };
      continue;
    }
    if (sections.has(field)) return { problem: `${quote(line)} appears twice` };
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
    else if (line.trim() !== "") return { problem: `${quote(line)} is not a list entry` };
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
