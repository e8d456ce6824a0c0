import { appendFileSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { isRepairLine } from "./catalogue.ts";

/**
 * Brings an environment file of the agent into line: each of these stands in it once, and none of ours that was switched off
 * since. What others wrote stays as it is. The agent runs the file before every command, so it is never half written with a
 * line cut off: lines are appended whole. Says what kept it from doing so.
 */
export function putEnvironmentLines(file: string, lines: readonly string[]): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    const first = missing(lines, []);
    if (first.length > 0) writeFileSync(file, text(first), { mode: 0o600, flag: "wx" });
    return undefined;
  }
  if (!found.isFile()) return "the environment file is not a file";
  if (found.size > longestFile) return "the environment file is too long";
  const before = readFileSync(file, "utf8");
  const there = before.split("\n");
  const isStale = (line: string) => isRepairLine(line) && !lines.includes(line);
  if (there.some(isStale)) {
    const kept = there.filter((line) => !isStale(line)).join("\n");
    writeFileSync(file, kept + text(missing(lines, there), kept));
    return undefined;
  }
  const more = missing(lines, there);
  if (more.length > 0) appendFileSync(file, text(more, before), { mode: 0o600 });
  return undefined;
}

const longestFile = 262_144;

function missing(lines: readonly string[], there: readonly string[]): readonly string[] {
  return lines.filter((line, index) => !there.includes(line) && lines.indexOf(line) === index);
}

/** Behind a last line without an end, a new one begins first. */
function text(lines: readonly string[], before = ""): string {
  if (lines.length === 0) return "";
  const isOpen = before !== "" && !before.endsWith("\n");
  return `${isOpen ? "\n" : ""}${lines.map((line) => `${line}\n`).join("")}`;
}
