import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
  type IndexEntry,
} from "../index/knowledge-index.ts";
import { contextFiles, guardMentions } from "../../agents/delivery-doors.ts";
import { breakFrames } from "../../redact/frames.ts";
import { harmlessLine } from "../../deliver/text/harmless.ts";
import { contentHash, textAt, type ProjectState } from "./project-state.ts";
import { noStartLines, type StartLines } from "./start-lines.ts";

/** What the block in a file that agents read says. */
export interface BlockTexts {
  readonly start: StartLines;
  readonly decisions: string;
  readonly pitfalls: string;
}

export const nothingToSay: BlockTexts = { start: noStartLines, decisions: "", pitfalls: "" };

/** What becomes of the block in one file. */
export interface BlockPlan {
  readonly does: "add" | "change" | "remove" | "keep" | "leave-edited" | "leave-out" | "none";
  /** The file then; undefined: there is none. */
  readonly text: string | undefined;
  /** Of the block as we wrote it last, for the manifest. */
  readonly contentHash: string | undefined;
}

/**
 * A file with our block between its marks. What stands outside of them is not touched, a block that a person edited stays as it is, and one that
 * they deleted is not written again. A file with half of the marks is left alone, because nobody knows what is whose.
 */
export function planBlock(
  file: string | undefined,
  texts: BlockTexts,
  written: string | undefined,
): BlockPlan {
  const text = file ?? "";
  const place = blockIn(text);
  const wanted = blockText(texts);
  const leave = (does: BlockPlan["does"]) => ({ does, text: file, contentHash: written });
  if (place === "broken") return leave("leave-edited");
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const block = wanted.replaceAll("\n", end);
  if (place === undefined) {
    if (wanted === "") return { does: "none", text: file, contentHash: undefined };
    if (written !== undefined) return leave("leave-out");
    const gap = text === "" ? "" : text.endsWith("\n") ? end : end + end;
    return { does: "add", text: text + gap + block, contentHash: contentHash(wanted) };
  }
  const current = contentHash(text.slice(place.start, place.end));
  if (wanted !== "" && current === contentHash(wanted))
    return { does: "keep", text: file, contentHash: current };
  if (current !== written) return leave("leave-edited");
  const rest = text.slice(0, place.start) + block + text.slice(place.end);
  if (wanted !== "") return { does: "change", text: rest, contentHash: contentHash(wanted) };
  const isEmpty = rest.trim() === "";
  return { does: "remove", text: isEmpty ? undefined : rest, contentHash: undefined };
}

/** What a person did to a block that we wrote. */
export interface BlockFate {
  readonly path: string;
  readonly is: "unchanged" | "edited" | "deleted";
}

export function blockFates(state: Pick<ProjectState, "look" | "manifest">): readonly BlockFate[] {
  return contextFiles.flatMap((path): readonly BlockFate[] => {
    const written = state.manifest.blocks[path];
    if (written === undefined || state.look(path).is === "unreachable") return [];
    const text = textAt(state, path) ?? "";
    const place = blockIn(text);
    if (place === undefined) return [{ path, is: "deleted" }];
    const isOurs =
      place !== "broken" && contentHash(text.slice(place.start, place.end)) === written;
    return [{ path, is: isOurs ? "unchanged" : "edited" }];
  });
}

const startMark = "<!-- lessons:knowledge, written by lessons render -->";
const endMark = "<!-- /lessons:knowledge -->";

function blockIn(
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

function blockText({ start, ...texts }: BlockTexts): string {
  const parts = [startPart(start), indexPart(texts)].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${startMark}\n${parts.join("")}${endMark}\n`;
}

function startPart({ rules, card }: StartLines): string {
  const lines = [...rules, ...card].map((line) => `- ${guarded(harmlessLine(line))}\n`);
  return lines.length === 0 ? "" : `## Known in this project\n\n${lines.join("")}\n`;
}

function indexPart(texts: { readonly decisions: string; readonly pitfalls: string }): string {
  const { decisions, pitfalls } = knowledgeIndex(texts);
  if (decisions.length + pitfalls.length === 0) return "";
  return [
    "## Decisions and pitfalls on record\n\n",
    "Before you work on one of these areas, read the entry in its file, and cite it as\n",
    "`applies ADR-NNN` or `avoids PF-NNN`.\n\n",
    ...listOf(decisions, decisionsPath),
    ...listOf(pitfalls, pitfallsPath),
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
