import { StringDecoder } from "node:string_decoder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfKeys, noKeysYet, readKeys, type Key } from "../../src/review/screen/keys.ts";
import { law } from "../kit/law.ts";

function read(pieces: readonly Uint8Array[]): readonly Key[] {
  const decoder = new StringDecoder("utf8");
  const keys: Key[] = [];
  let reading = noKeysYet;
  for (const text of [...pieces.map((piece) => decoder.write(piece)), decoder.end()]) {
    const step = readKeys(reading, text);
    reading = step.reading;
    keys.push(...step.keys);
  }
  return [...keys, ...endOfKeys(reading)];
}

const sent = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."\u001B[A \u001B[1;5C \u001BOB \u001B \u001B[5~ \u001B[<0;3;4M \u001B[200~ \u001B[201~ \u001Bb \u001B[ \u001B[99".split(
          " ",
        ),
        "\u001B\u001B[A",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => new TextEncoder().encode(parts.join("")));

test("the same keys are read however the bytes are cut", () => {
  fc.assert(
    fc.property(sent, fc.array(fc.nat(40), { maxLength: 6 }), (bytes, cuts) => {
      const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
      edges.sort((one, other) => one - other);
      const pieces = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
      expect(read(pieces)).toEqual(read([bytes]));
    }),
    law({ quick: 2000 }),
  );
});

test.each<[string, readonly Key[]]>([
  ["a", [{ key: "text", text: "a" }]],
  ["漢", [{ key: "text", text: "漢" }]],
  ["\u001B[A\u001BOA", [{ key: "up" }, { key: "up" }]],
  ["\u001B[1;2B", [{ key: "down" }]],
  ["\u001B[1;5D\u001B[1;3C", [{ key: "wordLeft" }, { key: "wordRight" }]],
  ["\u001B", [{ key: "escape" }]],
  ["\u001Bq", [{ key: "escape" }, { key: "text", text: "q" }]],
  ["\u0003", [{ key: "control", letter: "c" }]],
  // A press and its release; the wheel, with Shift held, too; a move with the button down, and the second button.
  ["\u001B[<0;10;5M\u001B[<0;10;5m", [{ key: "click", row: 4, column: 9 }]],
  [
    "\u001B[<64;1;2M\u001B[<69;1;2M",
    [
      { key: "wheel", by: -1, row: 1, column: 0 },
      { key: "wheel", by: 1, row: 1, column: 0 },
    ],
  ],
  ["\u001B[<32;10;5M\u001B[<2;10;5M\u001B[<0;0;0M\u001B[<0M", []],
  ["\n\u001B\r", [{ key: "newLine" }, { key: "newLine" }]],
  [
    "\u001B[200~y\r\u001B[A\u001B[201~z",
    [
      { key: "paste", text: "y\r\u001B[A" },
      { key: "text", text: "z" },
    ],
  ],
  ["\u001B[3~\u001B[H\u001B[4~", [{ key: "delete" }, { key: "home" }, { key: "end" }]],
  [
    "\u001B[Z\t\r\u007F",
    [{ key: "backTab" }, { key: "tab" }, { key: "enter" }, { key: "backspace" }],
  ],
])("%j is read", (text, keys) => {
  expect(read([new TextEncoder().encode(text)])).toEqual(keys);
});

test("a paste that never ends does not fill the memory", () => {
  let reading = readKeys(noKeysYet, "\u001B[200~").reading;
  for (let piece = 0; piece < 40; piece += 1) {
    reading = readKeys(reading, "x".repeat(10_000)).reading;
  }
  expect(endOfKeys(reading)).toEqual([{ key: "paste", text: "x".repeat(100_000) }]);
});
