import { expect, test } from "vitest";
import { payloadLines } from "./call-to-explain.ts";

test("one payload a line; blank lines count and say nothing", () => {
  expect(payloadLines('\uFEFF{"a":1}\r\n\n{"b":2}\nno JSON')).toEqual([
    { line: 1, text: '{"a":1}' },
    { line: 3, text: '{"b":2}' },
    { line: 4, text: "no JSON" },
  ]);
});

test("an object over several lines is one payload, as an agent would write it", () => {
  expect(payloadLines('\n{\n  "a": 1\n}\n')).toEqual([{ line: 2, text: '{"a":1}' }]);
});

test("what is neither stays as it is, line by line", () => {
  expect(payloadLines("{\n}}")).toEqual([
    { line: 1, text: "{" },
    { line: 2, text: "}}" },
  ]);
  expect(payloadLines(" \n")).toEqual([]);
});
