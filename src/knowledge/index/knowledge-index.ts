import { characterCount, plainLine } from "../../redact/plain-text.ts";
import { fieldOf, readKnowledge, type Section } from "./read-knowledge.ts";

/** The entries of a project that hold, each in one line: what an agent looks through before it reads one. */
export interface KnowledgeIndex {
  readonly decisions: readonly IndexEntry[];
  readonly pitfalls: readonly IndexEntry[];
}

export interface IndexEntry {
  /** `ADR-003` */
  readonly id: string;
  readonly title: string;
  /** `unknown` where the entry does not say. */
  readonly status: string;
  readonly area?: string;
}

export const decisionsPath = ".memory/knowledge/decisions.md";
export const pitfallsPath = ".memory/knowledge/pitfalls.md";

/** Of the two files of a project, whoever wrote their entries. What is no longer held is left out. */
export function knowledgeIndex(texts: {
  readonly decisions: string;
  readonly pitfalls: string;
}): KnowledgeIndex {
  return {
    decisions: entriesOf(texts.decisions, "ADR-"),
    pitfalls: entriesOf(texts.pitfalls, "PF-"),
  };
}

/** As agents and people read it, with the place of the files. */
export function indexText({ decisions, pitfalls }: KnowledgeIndex, root: string): string {
  const parts = [
    ...(decisions.length === 0 ? [] : [listText("Decisions", decisions)]),
    ...(pitfalls.length === 0 ? [] : [listText("Pitfalls", pitfalls)]),
    [
      `ADR-NNN entries live in ${root}/${decisionsPath}`,
      `PF-NNN  entries live in ${root}/${pitfallsPath}`,
      "Before you rely on one, read its section there: it begins with `## ADR-NNN:` or `## PF-NNN:`.",
      "",
    ].join("\n"),
  ];
  return parts.join("\n");
}

function entriesOf(text: string, prefix: string): readonly IndexEntry[] {
  return readKnowledge(text).sections.flatMap((section) => {
    const { id } = section;
    if (id === undefined || !id.startsWith(prefix)) return [];
    const status = plainLine(fieldOf(section, "Status") ?? "") || "unknown";
    if (isOver(status)) return [];
    return [{ id, title: shortened(section.title, longestTitle), status, ...areaOf(section) }];
  });
}

const longestTitle = 72;
const longestArea = 48;

/** Whether a status says that the entry no longer holds. */
export function isOver(status: string): boolean {
  return /^(?:deprecated|superseded|retired|rejected|obsolete|archived)\b/i.test(status);
}

function areaOf(section: Section): { readonly area?: string } {
  const area = shortened(fieldOf(section, "Area") ?? "", longestArea);
  return area === "" || area === "general" ? {} : { area };
}

function shortened(text: string, longest: number): string {
  const line = plainLine(text);
  return characterCount(line) <= longest
    ? line
    : `${Array.from(line)
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}

function listText(name: string, entries: readonly IndexEntry[]): string {
  const lines = entries.map(
    ({ id, title, status, area }) =>
      `  ${id}  ${title}  [${status}]${area === undefined ? "" : `  —  ${area}`}\n`,
  );
  return `${name} (${entries.length}):\n${lines.join("")}`;
}
