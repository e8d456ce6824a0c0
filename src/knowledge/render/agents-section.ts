import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
  type IndexEntry,
} from "../index/knowledge-index.ts";
import { guardMentions } from "../../agents/delivery-doors.ts";
import { breakFrames } from "../../redact/frames.ts";

/**
 * AGENTS.md with the index of the project's knowledge between our marks, for agents that read that file.
 * What stands outside the marks is not touched. Without entries there is no section; a file with half of the
 * marks is left as it is, because nobody knows what is whose.
 */
export function withKnowledgeSection(
  file: string | undefined,
  texts: { readonly decisions: string; readonly pitfalls: string },
): string | undefined {
  const text = file ?? "";
  const place = sectionIn(text);
  if (place === "broken") return file;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const section = sectionText(texts).replaceAll("\n", end);
  if (place !== undefined) {
    const rest = text.slice(0, place.start) + section + text.slice(place.end);
    return rest.trim() === "" && file !== undefined ? undefined : rest;
  }
  if (section === "") return file;
  const gap = text === "" ? "" : text.endsWith("\n") ? end : end + end;
  return text + gap + section;
}

export const agentsFile = "AGENTS.md";

const startMark = "<!-- lessons:knowledge, written by lessons render -->";
const endMark = "<!-- /lessons:knowledge -->";

function sectionIn(
  text: string,
): { readonly start: number; readonly end: number } | "broken" | undefined {
  const [start, end] = [text.indexOf(startMark), text.indexOf(endMark)];
  if (start < 0 && end < 0) return undefined;
  const isWhole =
    start >= 0 &&
    end > start &&
    text.lastIndexOf(startMark) === start &&
    text.lastIndexOf(endMark) === end;
  if (!isWhole) return "broken";
  // With the end of its line, where there is one.
  const lineEnd =
    /^\r?\n/.exec(text.slice(end + endMark.length, end + endMark.length + 2))?.[0] ?? "";
  return { start, end: end + endMark.length + lineEnd.length };
}

function sectionText(texts: { readonly decisions: string; readonly pitfalls: string }): string {
  const { decisions, pitfalls } = knowledgeIndex(texts);
  if (decisions.length + pitfalls.length === 0) return "";
  return [
    `${startMark}\n`,
    "## Decisions and pitfalls on record\n\n",
    "Before you work on one of these areas, read the entry in its file, and cite it as\n",
    "`applies ADR-NNN` or `avoids PF-NNN`.\n\n",
    ...listOf(decisions, decisionsPath),
    ...listOf(pitfalls, pitfallsPath),
    `${endMark}\n`,
  ].join("");
}

function listOf(entries: readonly IndexEntry[], path: string): readonly string[] {
  if (entries.length === 0) return [];
  const lines = entries.map(
    ({ id, title, area }) =>
      `- ${id}: ${guarded(title)}${area === undefined ? "" : ` (${guarded(area)})`}\n`,
  );
  return [`In \`${path}\`:\n\n`, ...lines, "\n"];
}

/** No title may open or close a comment, or be a mention that an agent follows. */
function guarded(text: string): string {
  return guardMentions(breakFrames(text).replaceAll("-->", "--\\>"));
}
