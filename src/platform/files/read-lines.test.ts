import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { Fault } from "../fault.ts";
import type { LinePlace } from "./raw-line.ts";
import { beginning, readLines, type ReadOptions } from "./read-lines.ts";
import { law } from "../../../test/kit/law.ts";

const folder = freshFolder();
const file = join(folder, "log.jsonl");

test("lines are handed out with their numbers, and the place behind the last one is said", () => {
  expect(readAll("{}\n\n[1]\n")).toEqual({
    lines: ["1: {}", "3: [1]"],
    tooLong: [],
    place: { byte: 8, line: 3 },
  });
});

test("a line that is still being written waits", () => {
  expect(readAll('{}\n{"a":')).toEqual({
    lines: ["1: {}"],
    tooLong: [],
    place: { byte: 3, line: 1 },
  });
});

test("a whole record without an end is a line, and its end may come later", () => {
  const whole = readAll('{}\n{"a":1}');
  expect(whole).toEqual({
    lines: ["1: {}", '2: {"a":1}'],
    tooLong: [],
    place: { byte: 10, line: 2 },
  });
  appendFileSync(file, "\n{}\n");
  expect(readOn(whole.place)).toEqual({
    lines: ["3: {}"],
    tooLong: [],
    place: { byte: 14, line: 3 },
  });
});

test("what follows a whole record on its line belongs to that line", () => {
  const { place } = readAll('{"a":1}');
  appendFileSync(file, '{"b":2}\n{}\n');
  expect(readOn(place)).toEqual({
    lines: ['1: {"b":2}', "2: {}"],
    tooLong: [],
    place: { byte: 18, line: 2 },
  });
});

test("only a line feed ends a line", () => {
  const text = '"a\u2028b\u2029c\u0085d\ve\ff"\r\n';
  expect(readAll(text).lines).toEqual([`1: ${text.slice(0, -1)}`]);
});

test("a line that is too long is passed over, and the lines after it are read", () => {
  const text = `{}\n${"x".repeat(100)}\n{"a":1}\n`;
  expect(readAll(text, { chunkBytes: 8, longestLine: 50 })).toEqual({
    lines: ["1: {}", '3: {"a":1}'],
    tooLong: [2],
    place: { byte: text.length, line: 3 },
  });
});

test("a line that is too long and not finished waits like any other", () => {
  const text = `{}\n${"x".repeat(100)}`;
  expect(readAll(text, { chunkBytes: 8, longestLine: 50 })).toEqual({
    lines: ["1: {}"],
    tooLong: [],
    place: { byte: 3, line: 1 },
  });
});

test("an empty file has no lines", () => {
  expect(readAll("")).toEqual({ lines: [], tooLong: [], place: beginning });
});

test("a file that is not there is a fault that names it", () => {
  const missing = join(folder, "missing.jsonl");
  const read = () => readLines(missing, beginning, { onLine: () => {}, onTooLong: () => {} });
  expect(read).toThrow(Fault);
  expect(read).toThrow(missing);
});

/** Records and torn ones, blank lines, characters of several bytes, all in a row. */
const anyText = fc
  .array(
    fc.oneof(
      fc
        .record({ key: fc.string({ unit: "binary", maxLength: 12 }) })
        .map((record) => JSON.stringify(record)),
      fc.constantFrom("", " ", "{", "no json", '{"é":"日本"}', '{"a":1}{"b":2}'),
    ),
    { maxLength: 8 },
  )
  .chain((lines) => fc.constantFrom("", "\n").map((end) => lines.join("\n") + end));

test("law: the size of the chunks makes no difference", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, chunkBytes) => {
      expect(readAll(text, { chunkBytes })).toEqual(readAll(text));
    }),
    law(),
  );
});

test("law: a file that is read while it grows, byte by byte, gives each record once, with its line", () => {
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 6 });
  fc.assert(
    fc.property(anyText, cuts, fc.integer({ min: 1, max: 40 }), (text, ends, chunkBytes) => {
      const bytes = Buffer.from(`${text}\n`);
      const lines: string[] = [];
      let place = beginning;
      for (const end of [...ends.toSorted((one, other) => one - other), bytes.length]) {
        writeFileSync(file, bytes.subarray(0, end));
        const part = readOn(place, { chunkBytes });
        lines.push(...part.lines);
        place = part.place;
      }
      const whole = readAll(`${text}\n`);
      expect({ lines: glued(lines), place }).toEqual({
        lines: glued(whole.lines),
        place: whole.place,
      });
    }),
    law(),
  );
});

/** Records that stand on one line may come one by one. */
function glued(lines: readonly string[]): readonly string[] {
  const byNumber = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(":")));
  return [...byNumber].map(([number, parts]) =>
    `${number}:${parts.map((part) => part.slice(number.length + 2)).join("")}`.trimEnd(),
  );
}

function readAll(text: string, options?: ReadOptions) {
  writeFileSync(file, text);
  return readOn(beginning, options);
}

function readOn(from: LinePlace, options?: ReadOptions) {
  const lines: string[] = [];
  const tooLong: number[] = [];
  const place = readLines(
    file,
    from,
    {
      onLine: (line) => void lines.push(`${line.number}: ${line.text()}`),
      onTooLong: (number) => void tooLong.push(number),
    },
    options,
  );
  return { lines, tooLong, place };
}
