import { plainLine } from "../../redact/plain-text.ts";
import { appliesToProblem } from "./applies-to.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { gateSections, gateType, isGateId, type GateSection } from "./gate.ts";

export type GateReading =
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
    return { problem: `its id must be ${id}, as its place says, not ${said(facts["id"])}` };
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
    remarks: hasExamples ? [] : ["has no examples: reviewers judge more alike with some"],
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
  return `says nothing under ${names}: a gate needs its question and the criteria for pass, warn and fail`;
}

/** What stands under each heading, without comments. Headings inside of code fences are examples. */
function sectionsOf(body: string): ReadonlyMap<GateSection, string> {
  const sections = new Map<GateSection, string>();
  let current: GateSection | undefined;
  let fence = "";
  for (const line of withoutComments(body)) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? "";
    if (mark !== "" && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    const heading = fence === "" ? /^##? (.*)$/.exec(line)?.[1]?.trim().toLowerCase() : undefined;
    if (heading !== undefined) {
      current = gateSections.find((name) => name.toLowerCase() === heading);
      continue;
    }
    if (current !== undefined)
      sections.set(current, `${sections.get(current) ?? ""}\n${line}`.trim());
  }
  return sections;
}

/** What a new gate tells its author in comments is no criterion yet. In code such a mark is no comment. */
function* withoutComments(text: string): Generator<string> {
  let isInside = false;
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = isInside ? "" : (/^ {0,3}(```|~~~)/.exec(line)?.[1] ?? "");
    if (mark !== "" && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    if (fence !== "" || mark !== "") yield line;
    else {
      const shown = withoutComment(line.replaceAll(/`[^`]*`/g, hideMarks), isInside);
      isInside = shown.isInside;
      yield shown.text;
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
