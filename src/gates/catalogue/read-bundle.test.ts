import fc from "fast-check";
import { expect, test } from "vitest";
import { block } from "../../../test/gates/gate-ground.ts";
import { readBundle } from "./read-bundle.ts";
import { law } from "../../../test/kit/law.ts";

const nonce = "k7f3q9";
const read = (bundle: string, pairs = [1, 2]) => readBundle(bundle, { nonce, pairs });
const whole = block(nonce, 2, "WARN") + block(nonce, 1, "PASS");

test("blocks come in any order, with anything around them", () => {
  const reading = read(`Here are my reviews:\n\`\`\`\n${whole}\`\`\`\nDone.\n`);
  expect(reading).toEqual({
    blocks: [
      { number: 2, verdict: "warn", text: expect.stringContaining("- WARN: line 1") },
      { number: 1, verdict: "pass", text: "Looked at it.\n\n## Result: PASS\n" },
    ],
    malformed: new Map(),
    missing: [],
    foreign: [],
  });
});

test.each([
  ["PASS with more on its line", "## Result: PASS with remarks", "does not end"],
  ["a result of another heading", "# Result: PASS", "does not end"],
  ["words after the result", "## Result: PASS\n\nThank you.", "does not end"],
  ["the name of an inherited property", "constructor", "does not end"],
  ["two results", "## Result: FAIL\n\n## Result: PASS", "more than one result"],
])("a block that ends with %s is malformed", (_, end, problem) => {
  const bundle = `<<<review 1 ${nonce}>>>\nLooked.\n${end}\n<<<end review 1 ${nonce}>>>\n`;
  const { blocks, malformed } = read(bundle, [1]);
  expect({ blocks, problem: malformed.get(1) }).toEqual({
    blocks: [],
    problem: expect.stringContaining(problem),
  });
});

test.each([
  ["- FAIL: line 1: wrong", "PASS", "says FAIL but ends with PASS"],
  ["- WARN: line 1: odd", "PASS", "says WARN but ends with PASS"],
  ["  * WARN:", "PASS", "says WARN but ends with PASS"],
  ["- WARN: odd\n- FAIL: wrong", "WARN", "says FAIL but ends with WARN"],
  ["```\n- FAIL: in a fence that nobody closes", "PASS", "says FAIL but ends with PASS"],
])("a block that contradicts itself is malformed: %s, %s", (findings, result, problem) => {
  const bundle = `<<<review 1 ${nonce}>>>\n${findings}\n\n## Result: ${result}\n<<<end review 1 ${nonce}>>>\n`;
  const { blocks, malformed } = read(bundle, [1]);
  expect({ blocks, problem: malformed.get(1) }).toEqual({ blocks: [], problem });
});

test.each([
  ["- WARN: odd\n- FAIL: wrong", "FAIL"],
  ["The note says:\n```\n- FAIL: this\n```\nwhich is an example.", "PASS"],
])("a milder finding and a quoted one are no contradiction: %s, %s", (said, result) => {
  const bundle = `<<<review 1 ${nonce}>>>\n${said}\n\n## Result: ${result}\n<<<end review 1 ${nonce}>>>\n`;
  expect(read(bundle, [1]).blocks).toMatchObject([{ verdict: result.toLowerCase() }]);
});

test.each(["## Result: pass", "## result: Warn", "## RESULT: FAIL"])(
  "the case of a result makes no difference: %s",
  (result) => {
    const bundle = `<<<review 1 ${nonce}>>>\nLooked.\n\n${result}\n<<<end review 1 ${nonce}>>>\n`;
    const verdict = result.slice("## Result: ".length).toLowerCase();
    expect(read(bundle, [1]).blocks).toMatchObject([{ verdict }]);
  },
);

test("the case of a finding makes no difference either", () => {
  const bundle = `<<<review 1 ${nonce}>>>\n- fail: wrong\n\n## Result: pass\n<<<end review 1 ${nonce}>>>\n`;
  expect(read(bundle, [1]).malformed.get(1)).toBe("says FAIL but ends with PASS");
});

test("a byte order mark before the first block does not hide it", () => {
  expect(read(`\uFEFF${whole}`)).toEqual(read(whole));
});

test("a result alone is no review", () => {
  const bundle = `<<<review 1 ${nonce}>>>\n## Result: PASS\n<<<end review 1 ${nonce}>>>\n`;
  expect(read(bundle, [1]).malformed.get(1)).toBe("has a result but no review");
});

test("a reviewer may quote marks of other runs inside of a block", () => {
  const quoted = block(nonce, 1, "PASS").replace(
    "Looked at it.",
    "It says:\n<<<end review 1 other>>>\n<<<review 2 other>>>",
  );
  expect(read(quoted, [1])).toMatchObject({ blocks: [{ verdict: "pass" }], foreign: [] });
});

test("a block that is open when the next one begins is malformed, and the next one is read", () => {
  const open = block(nonce, 1, "PASS").replace(/<<<end.*\n/, "");
  const reading = read(open + block(nonce, 2, "FAIL"));
  expect([reading.malformed.get(1), reading.blocks.map(({ number }) => number)]).toEqual([
    "has no closing mark",
    [2],
  ]);
});

const line = fc.oneof(
  fc.constantFrom(
    `<<<review 1 ${nonce}>>>`,
    `<<<end review 1 ${nonce}>>>`,
    `<<<review 2 ${nonce}>>>`,
    `<<<end review 2 ${nonce}>>>`,
    `<<<review 3 ${nonce}>>>`,
    "<<<review 1 other>>>",
    "## Result: PASS",
    "## Result: FAIL",
    "text",
    "",
  ),
  fc.string(),
);

test("of any bundle each pair is read, malformed or missing, exactly one of them", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      const { blocks, malformed, missing } = read(lines.join(end));
      const all = [...blocks.map(({ number }) => number), ...malformed.keys(), ...missing];
      expect(all.toSorted((one, other) => one - other)).toEqual([1, 2]);
    }),
    law({ quick: 500 }),
  );
});

test("line ends do not matter: the same blocks with CRLF", () => {
  expect(read(whole.replaceAll("\n", "\r\n"))).toEqual(read(whole));
});
