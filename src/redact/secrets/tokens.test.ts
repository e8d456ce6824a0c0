import { expect, test, vi } from "vitest";
import { canaries } from "../../../test/kit/canaries.ts";
import { plantedKinds } from "../../../test/kit/planted-kinds.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import { measureGrowth } from "../../match/pattern/speed.ts";
import { makeRedact } from "../redact.ts";
import { tokenShapes } from "./tokens.ts";

test("every hint has the three characters that the scan looks for", () => {
  const short = tokenShapes
    .flatMap(({ starts }) => starts.split(" "))
    .filter((start) => start.length < 3);
  expect(short).toEqual([]);
});

test("there is a canary for every kind of token, and no two are the same", () => {
  const planted = canaries(800);
  const kinds = new Set(planted.map(({ rule }) => rule));
  expect(tokenShapes.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  expect(new Set(planted.map(({ secret }) => secret)).size).toBe(800);
  expect(canaries(800)).toEqual(planted);
});

test("there is a sample for every start of every token", () => {
  const planted = canaries(800);
  const unused = tokenShapes.flatMap(({ kind, starts }) =>
    starts
      .split(" ")
      .filter((start) => !planted.some(({ rule, text }) => rule === kind && text.includes(start)))
      .map((start) => `${kind} ${start}`),
  );
  // Of those that are many by their form, some are enough.
  expect(
    unused.filter((each) => !/^(?:discord-token|twilio-key|azure-secret) /.test(each)),
  ).toEqual([]);
});

test("no regular expression that redaction uses is slow on a text made for it", () => {
  const used = expressionsUsed();
  expect(used.length).toBeGreaterThan(2 * tokenShapes.length);
  expect(used.filter(({ source, flags }) => !isFast(source, flags))).toEqual([]);
});

/** A sticky expression is tried at one place only, as if it began with `^`. */
function isFast(source: string, flags: string): boolean {
  const ignoresCase = flags.includes("i") ? "i" : "";
  if (flags.includes("y") && isPlainlyLinear({ source: `^(?:${source})`, flags: ignoresCase })) {
    return true;
  }
  return measureGrowth({ source, flags }) === undefined;
}

/** Whatever is run while texts of all kinds are redacted, be it written out or put together. */
function expressionsUsed(): readonly RegExp[] {
  const texts = [...canaries(800), ...plantedKinds()].map(({ text }) => text);
  const runs = vi.spyOn(RegExp.prototype, "exec");
  const redact = makeRedact({ home: "/home/alice", userName: "alice" });
  const paths = "/home/bob C:\\Users\\bob x/-home-bob-x alice@box jo@corp.org";
  for (const text of texts) redact(`${text}\n${paths}`);
  // What is cut off has expressions of its own.
  for (const { starts } of tokenShapes)
    for (const start of starts.split(" ")) redact(`${"Ab1".repeat(12)} ${start}`);
  const used = new Map(runs.mock.contexts.map((expression) => [String(expression), expression]));
  runs.mockRestore();
  return [...used.values()].filter((expression) => expression instanceof RegExp);
}
