import { expect, test } from "vitest";
import { findReports } from "./find-reports.ts";

test.each([
  ["beginnings", "#lesson\n"],
  ["beginnings on one line", "#lesson "],
  ["ends", "#/lesson "],
  ["whole tags", "#lesson mistake: a fix: b #/lesson "],
  ["prose", "#lesson is\n"],
  ["blocks that begin", "[PROCESS_KNOWLEDGE]\n"],
  ["blocks and tags that begin", "[PROCESS_KNOWLEDGE]\n#lesson\n"],
  ["small blocks", "[PROCESS_KNOWLEDGE]\na: b\n[/PROCESS_KNOWLEDGE]\n"],
  ["cancels", "#lesson:cancel\n"],
  ["quotation marks", `${">".repeat(500)} #lesson\n`],
])("a text of %s takes time in proportion to its length", (_, part) => {
  const work = (length: number): number =>
    cpuMs(() => findReports(part.repeat(Math.ceil(length / part.length))));
  const short = Math.max(...[1, 2, 3].map(() => work(32 * 1024)));
  // Eight times the text takes 64 times as long where it is quadratic. The rest is room for a busy machine.
  const isInProportion = () => work(256 * 1024) < short * 30 + 60;
  expect([1, 2, 3, 4, 5, 6].some(isInProportion)).toBe(true);
});

test.each([
  ["spaces", () => " "],
  ["tabs and spaces", () => "\t "],
  ["empty lines", () => "\n"],
  ["stars", () => "*"],
  ["angles", () => "<"],
  ["brackets", () => "["],
  ["commas", () => ", "],
  ["fences", () => "```\n"],
  ["names", () => "fix: "],
  ["keys", (index: number) => `${index.toString(36)}:\n`],
  ["keys on one line", (index: number) => (index === 0 ? "{" : `${index.toString(36)},`)],
  ["keys in keys", () => "{a: "],
  ["colons in texts", () => "- a: b: c\n"],
  ["globs in brackets", (index: number) => (index === 0 ? "a: [" : "*.{a,b}, ")],
  ["aliases", () => "- *x\n- &x y\n"],
])("the longest report, full of %s, is read soon", (_, part) => {
  let filling = "";
  for (let index = 0; filling.length < 60_000; index++) filling += part(index);
  for (const field of ["mistake", "fix", "tags", "tool", "scope", "trigger"]) {
    const text = `#lesson\nmistake: a\n${field}: a${filling}b\n#/lesson`;
    expect(cpuMs(() => findReports(text))).toBeLessThan(1500);
  }
  const block = `[PROCESS_KNOWLEDGE]\n${filling}\n[/PROCESS_KNOWLEDGE]`;
  expect(cpuMs(() => findReports(block))).toBeLessThan(1500);
});

/** Time of the processor, not of the clock: others work on the same machine. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}
