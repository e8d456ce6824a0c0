import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRecords, rawLine } from "./raw-line.ts";
import { law } from "../../../test/kit/law.ts";

test("a line is its part of the buffer, and nothing beyond it", () => {
  const line = rawLine("before|{}|after");
  line.start = 7;
  line.end = 9;
  expect({
    text: line.text(),
    latin1: line.latin1(),
    length: line.length,
    before: line.includes("before"),
    after: line.includes("after"),
    own: line.includes("{}"),
    later: line.includes("{", 1),
    cut: line.latin1(1, 100),
  }).toEqual({
    text: "{}",
    latin1: "{}",
    length: 2,
    before: false,
    after: false,
    own: true,
    later: false,
    cut: "}",
  });
});

test("the place behind a line is where the next one begins in the file", () => {
  const line = rawLine("{}\n{}", 7);
  line.fileOffset = 100;
  line.end = 2;
  expect(line.placeBehind()).toEqual({ byte: 103, line: 7 });
});

test.each([
  ['{"a":1}', [{ a: 1 }]],
  ['{"a":1}{"b":"}{"}', [{ a: 1 }, { b: "}{" }]],
  ['{"a":"\\"}"}{}', [{ a: '"}' }, {}]],
  ["", undefined],
  ["[1]", undefined],
  ["1", undefined],
  ['"text"', undefined],
  ["null", undefined],
  ['{"a":1}{"b"', undefined],
  ['{"a":1} {"b":2}', undefined],
  ['{"a":1}[2]', undefined],
  ["{]}", undefined],
  ['{"a":"', undefined],
])("the records of %s", (text, records) => {
  expect(parseRecords(text)).toEqual(records);
});

test("law: any objects that were written one after the other are read as they were", () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }),
      (objects) => {
        const texts = objects.map((object) => JSON.stringify(object));
        expect(parseRecords(texts.join(""))).toEqual(
          texts.map((text): unknown => JSON.parse(text)),
        );
      },
    ),
    law(),
  );
});

test("law: no bytes make it throw, and what is read is objects", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: "binary" }), (bytes, text) => {
      for (const content of [Buffer.from(bytes).toString(), text, `{${text}`, `{}${text}`]) {
        for (const record of parseRecords(content) ?? []) expect(record).toBeTypeOf("object");
      }
    }),
    law(),
  );
});
