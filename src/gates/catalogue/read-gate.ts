import { isRecord, type JsonRecord } from "../../platform/json/fields.ts";
import { globPattern, globProblem } from "../../platform/glob.ts";
import { readYaml } from "../../platform/yaml.ts";
import { kinds, type Kind } from "../../lesson/record/body.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { TextSnapshot } from "../review-state.ts";
import { lessonNoteMark } from "../runs/lesson-note.ts";

type GateReading =
  | {
      readonly title: string;
      readonly appliesTo: readonly string[];
      readonly needsProject: boolean;
      readonly remarks: readonly string[];
    }
  | { readonly problem: string };

/** What a gate file says, or why it is none. `id` is the one that its place gives it. Never throws. */
export function readGate(text: string, id: string): GateReading {
  if (!isGateId(id))
    return {
      problem: "its folder and its name must be lower case with hyphens: prose/source-residue.md",
    };
  const frontmatter = readFrontmatter(text);
  if (frontmatter === undefined)
    return { problem: "does not begin with frontmatter between two ---" };
  if ("problem" in frontmatter) return frontmatter;
  const { facts, body } = frontmatter;
  if (facts["type"] !== gateType) return { problem: `its type must be ${gateType}` };
  if (facts["id"] !== id)
    return { problem: `its id must match its path: ${id}, not ${said(facts["id"])}` };
  const title = typeof facts["title"] === "string" ? plainLine(facts["title"]) : "";
  if (title === "" || title.length > longestTitle)
    return { problem: `its title must be one line of at most ${longestTitle} characters` };
  const appliesTo = namesOf(facts["applies-to"]);
  const { needs } = facts;
  if (needs !== undefined && needs !== "project")
    return { problem: `its needs can only be project, not ${said(needs)}` };
  const problem = appliesToProblem(appliesTo) ?? criteriaProblem(sectionsOf(body));
  if (problem !== undefined) return { problem };
  const hasExamples = (sectionsOf(body).get("Examples") ?? "") !== "";
  return {
    title,
    appliesTo,
    needsProject: needs === "project",
    remarks: hasExamples ? [] : ["has no examples; with some, reviewers agree more often"],
  };
}

const longestTitle = 120;

function said(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(plainLine(value).slice(0, 60)) : "none";
}

function namesOf(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return names.map((name) => (typeof name === "string" ? name.trim() : ""));
}

function criteriaProblem(sections: ReadonlyMap<GateSection, string>): string | undefined {
  const empty = gateSections.filter(
    (name) => name !== "Examples" && (sections.get(name) ?? "") === "",
  );
  if (empty.length === 0) return undefined;
  const names = empty.map((name) => `"## ${name}"`).join(", ");
  return `has no text under ${names}; a gate needs a question and criteria for pass, warn and fail`;
}

/** What stands under each heading, without comments. Headings inside of code fences are examples. */
function sectionsOf(body: string): ReadonlyMap<GateSection, string> {
  const sections = new Map<GateSection, string>();
  let current: GateSection | undefined;
  for (const { line, isCode } of withoutComments(body)) {
    const heading = isCode ? undefined : /^##? (.*)$/.exec(line)?.[1]?.trim().toLowerCase();
    if (heading !== undefined) {
      current = gateSections.find((name) => name.toLowerCase() === heading);
      continue;
    }
    if (current !== undefined)
      sections.set(current, `${sections.get(current) ?? ""}\n${line}`.trim());
  }
  return sections;
}

/** What a new gate says to its author in comments is no criterion yet. In code such a mark is no comment. */
function* withoutComments(text: string): Generator<{ line: string; isCode: boolean }> {
  let isInside = false;
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = isInside ? "" : (/^ {0,3}(```|~~~)/.exec(line)?.[1] ?? "");
    if (mark !== "" && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    if (fence !== "" || mark !== "") yield { line, isCode: true };
    else {
      const shown = withoutComment(line.replaceAll(/`[^`]*`/g, hideMarks), isInside);
      isInside = shown.isInside;
      yield { line: shown.text, isCode: false };
    }
  }
}

function hideMarks(code: string): string {
  return code.replaceAll("<!--", "").replaceAll("-->", "");
}

function withoutComment(line: string, wasInside: boolean): { text: string; isInside: boolean } {
  let text = "";
  let rest = line;
  let isInside = wasInside;
  for (;;) {
    const mark = isInside ? "-->" : "<!--";
    const at = rest.indexOf(mark);
    if (!isInside) text += at < 0 ? rest : rest.slice(0, at);
    if (at < 0) return { text, isInside };
    rest = rest.slice(at + mark.length);
    isInside = !isInside;
  }
}

export const gateType = "review-gate";

/** The sections of a gate, in the order in which they are read. */
const gateSections = ["Question", "Pass", "Warn", "Fail", "Examples"] as const;
type GateSection = (typeof gateSections)[number];

/** What the two parts of an id, and so folders and files, are called. */
function isGateName(text: string): boolean {
  return text.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function isGateId(text: string): boolean {
  const parts = text.split("/");
  return parts.length === 2 && parts.every(isGateName);
}

/** What a gate is for: `lesson` or one kind of it, `lesson:pitfall`; `markdown`; or globs over paths of the project. */
const words = [
  "lesson",
  "markdown",
  ...kinds.map((kind) => `${lessonNoteMark}${kind}` as const),
] as const;

/** Why a gate cannot say that it is for these, or undefined. */
function appliesToProblem(names: readonly string[]): string | undefined {
  if (names.length === 0)
    return "its applies-to must be one of: lesson, lesson:pitfall, markdown, or globs such as docs/**/*.md";
  for (const name of names) {
    if (words.some((word) => word === name)) continue;
    const shown = JSON.stringify(name.slice(0, 60));
    if (name.startsWith(lessonNoteMark))
      return `its applies-to names ${shown}: the kinds are ${kinds.join(", ")}`;
    if (!/[/*.]/.test(name))
      return `its applies-to names ${shown}: it must be lesson, markdown, or a glob`;
    const problem = globProblem(name);
    if (problem !== undefined) return `its applies-to names ${shown}, which ${problem}`;
  }
  return undefined;
}

/** Whether a note is one that the gate is for: a lesson by its kind, a file by its path. Globs are compiled once. */
export function noteMatcher(
  appliesTo: readonly string[],
): (note: Pick<TextSnapshot, "path" | "kind">) => boolean {
  const isForMarkdown = appliesTo.includes("markdown");
  const globs = appliesTo
    .filter((name) => !words.some((word) => word === name))
    .map((glob) => {
      const { source, flags } = globPattern(glob);
      return new RegExp(source, flags);
    });
  return ({ path, kind }) =>
    path.startsWith(lessonNoteMark)
      ? isForLessons(appliesTo, kind)
      : isForMarkdown || globs.some((glob) => glob.test(path));
}

/** Whether a gate is for lessons of a kind; without one, for any lessons at all. */
export function isForLessons(appliesTo: readonly string[], kind?: Kind): boolean {
  return appliesTo.some(
    (name) =>
      name === "lesson" ||
      (kind === undefined ? name.startsWith(lessonNoteMark) : name === lessonNoteMark + kind),
  );
}

type Frontmatter =
  | { readonly facts: JsonRecord; readonly body: string }
  | { readonly problem: string };

/** The facts at the top of a Markdown file and the rest of it. Undefined when it has none. Never throws. */
export function readFrontmatter(text: string): Frontmatter | undefined {
  const parts = splitFrontmatter(text);
  if (parts === undefined) return undefined;
  const yaml = readYaml(parts.head);
  if ("problem" in yaml)
    return { problem: `its frontmatter cannot be read: ${yaml.problem} (line ${yaml.line + 2})` };
  return isRecord(yaml.value)
    ? { facts: yaml.value, body: parts.body }
    : { problem: "its frontmatter is not a list of `key: value`" };
}

function splitFrontmatter(text: string): { head: string; body: string } | undefined {
  const start = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = /^---[ \t]*\r?$/m.exec(text.slice(start, start + longestFrontmatter));
  if (end === null) return undefined;
  return {
    head: text.slice(start, start + end.index).replaceAll("\r\n", "\n"),
    body: text.slice(start + end.index + end[0].length),
  };
}

const longestFrontmatter = 64_000;
