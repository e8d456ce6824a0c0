import type { MarkedReport } from "../../capture/reports/report-marks.ts";
import { kinds } from "../../lesson/record/body.ts";
import { plainLine } from "../../redact/plain-text.ts";

/**
 * What a person reads when an answer held reports: their labels, and which of them will be refused, and why. Only what a look at
 * the fields can tell; YAML is read with the log.
 */
export function reportNotice(reports: readonly MarkedReport[]): string {
  const read = reports.map(readReport).filter((report) => report !== undefined);
  const refused = read.filter(({ problem }) => problem !== undefined);
  const kept = read.filter(({ problem }) => problem === undefined);
  return [keptText(kept), refusedText(refused)].filter((text) => text !== "").join(" ");
}

interface ReadReport {
  readonly label: string;
  readonly problem?: string;
}

function keptText(kept: readonly ReadReport[]): string {
  if (kept.length === 0) return "";
  const found = kept.length === 1 ? "1 lesson was" : `${kept.length} lessons were`;
  const them = kept.length === 1 ? "it" : "them";
  const labels = listed(kept.map(({ label }) => label));
  return `${found} reported in this answer: ${labels}. To review ${them}: lessons scan, then lessons review`;
}

function refusedText(refused: readonly ReadReport[]): string {
  if (refused.length === 0) return "";
  const found = refused.length === 1 ? "1 report was" : `${refused.length} reports were`;
  const reasons = listed(refused.map(({ label, problem = "" }) => `${label} (${problem})`));
  return `${found} rejected: ${reasons}. All: lessons scan problems`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(", ");
  return names.length <= mostNamed ? shown : `${shown} and ${names.length - mostNamed} more`;
}

const mostNamed = 3;

/** Undefined for the protocol itself, with its places for values. */
function readReport({ text, isFinished }: MarkedReport): ReadReport | undefined {
  const [opening = "", ...lines] = text.split("\n");
  const isTag = /#lesson/iu.test(opening);
  const fields = fieldsIn(lines);
  const mistake = fields.get("mistake") ?? fields.get("problem");
  if (isTag && isPlace(mistake)) return undefined;
  const named = ["label", "summary", "title", "mistake", "problem"].map((name) => fields.get(name));
  const said = named.find((value) => value !== undefined && value !== "" && !isPlace(value));
  const form = isTag ? "a #lesson tag" : "a [PROCESS_KNOWLEDGE] block";
  const label = said === undefined ? form : quoted(said);
  if (!isFinished)
    return { label, problem: `it has no ${isTag ? "#/lesson" : "[/PROCESS_KNOWLEDGE]"}` };
  const problem = isTag ? tagProblem(fields, text) : blockProblem(fields);
  return problem === undefined ? { label } : { label, problem };
}

/** A tag on one line is read with the log. */
function tagProblem(fields: ReadonlyMap<string, string>, text: string): string | undefined {
  const isSaid = ["mistake", "problem", "summary", "title"].some((name) => fields.has(name));
  if (isSaid || /(?:mistake|problem|summary|title)[*_`]{0,3}[:：]/iu.test(text)) return undefined;
  return "it does not say what goes wrong";
}

function blockProblem(fields: ReadonlyMap<string, string>): string | undefined {
  if (fields.size === 0) return "it has no fields";
  const type =
    fields
      .get("type")
      ?.replaceAll(/["'\s_-]/gu, "")
      .toLowerCase() ?? "";
  const isKnown = type === "" || type === "procedural" || kinds.some((kind) => kind === type);
  const hasContent = kinds.some((kind) => fields.has(kind));
  return isKnown || hasContent ? undefined : `its type ${quoted(type)} is unknown`;
}

/** The first value of each field that begins on a line of its own. */
function fieldsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines.slice(0, mostLines)) {
    const [, name = "", value = ""] = field.exec(line.slice(0, longestLine)) ?? [];
    const key = name.toLowerCase();
    if (key !== "" && !fields.has(key))
      fields.set(
        key,
        value
          .trim()
          .replaceAll(/^["'*_`]{1,4}|["'*_`]{1,4}$/gu, "")
          .trim(),
      );
  }
  return fields;
}

const mostLines = 200;
const longestLine = 400;
const field = /^[\s>•*_`-]{0,12}([A-Za-z_]{2,20})[*_`]{0,3}[ \t]{0,3}[:：](.*)$/u;

function isPlace(value = ""): boolean {
  return /^<[^<>]*>$/u.test(value);
}

function quoted(text: string): string {
  const line = plainLine(text);
  return `"${line.length <= longestLabel ? line : `${line.slice(0, longestLabel - 1)}…`}"`;
}

const longestLabel = 60;
