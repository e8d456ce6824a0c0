import fc from "fast-check";
import { expect, test } from "vitest";
import {
  frameChange,
  type Frame,
  type Size,
  besides,
  fitLine,
  lineText,
  lineWidth,
  type Line,
  type SpanLook,
} from "../../src/review/screen/frame.ts";
import { charactersOf, widthOf } from "../../src/review/screen/cells.ts";
import { VirtualScreen } from "../kit/virtual-screen.ts";
import { law } from "../kit/law.ts";

const size: Size = { columns: 24, rows: 5 };

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "漢字かな交じり文をここに",
    "\u001B[31mred\u001B[2J",
    "a\tb\nc\r",
    "🧑‍💻🧑‍💻🧑‍💻",
    "\u009B2J",
    "x".repeat(24),
  ),
);
const look = fc.constantFrom<(SpanLook | undefined)[]>(undefined, "bold", "inverse", "red");
const anyLine: fc.Arbitrary<Line> = fc.array(
  fc
    .tuple(text, look)
    .map(([said, as]) => (as === undefined ? { text: said } : { text: said, look: as })),
  { maxLength: 3 },
);
const line = fc
  .oneof(
    anyLine.map((each) => fitLine(each, size.columns)),
    fc.tuple(anyLine, anyLine).map(([left, right]) => besides(left, right, [8, 15])),
  )
  // Where two pieces meet they may join to one character, with a width of its own.
  .filter(
    (given) =>
      charactersOf(lineText(given)).length ===
      given.reduce((count, piece) => count + charactersOf(piece.text).length, 0),
  );
const frame: fc.Arbitrary<Frame> = fc
  .tuple(
    fc.array(line, { minLength: size.rows, maxLength: size.rows }),
    fc.option(fc.record({ row: fc.nat(4), column: fc.nat(23) }), { nil: undefined }),
  )
  .map(([lines, cursor]) => (cursor === undefined ? { lines } : { lines, cursor }));

/** What becomes of a line when somebody presses a key. */
const fate = fc.constantFrom<("new" | "same" | "repainted")[]>("new", "same", "repainted");
const frames = fc.array(fc.tuple(frame, fc.array(fate, { minLength: 5, maxLength: 5 })), {
  minLength: 1,
  maxLength: 5,
});

test.each([true, false])(
  "what changed makes the new frame of the old one (colour: %s)",
  (hasColor) => {
    fc.assert(
      fc.property(frames, (given) => {
        const screen = new VirtualScreen(size);
        let before: Frame | undefined;
        for (const [next, fates] of given) {
          const lines = next.lines.map((each, row) => {
            const old = before?.lines[row];
            if (old === undefined || fates[row] === "new") return each;
            return fates[row] === "same" ? old : repainted(old);
          });
          const after = { ...next, lines };
          screen.write(frameChange(before, after, { size, hasColor }));
          before = after;
          const fresh = new VirtualScreen(size);
          fresh.write(frameChange(undefined, after, { size, hasColor }));
          expect(screen.shown()).toEqual(fresh.shown());
          expect(screen.text().split("\n").map(trimmed)).toEqual(lines.map(read));
        }
      }),
      law({ quick: 80, deep: 500 }),
    );
  },
);

test("a line fits, and only what can be seen is in it", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(30), (given, columns) => {
      const fitted = fitLine(given, columns);
      expect(lineWidth(fitted)).toBeLessThanOrEqual(columns);
      expect(fitted.map((piece) => piece.text).join("")).not.toMatch(/[\p{Cc}\u202E\u2066]/u);
    }),
    law(),
  );
});

test("the same frame writes nothing, and another cursor does not write lines again", () => {
  const lines = [[{ text: "one" }], [{ text: "two" }]];
  const options = { size, hasColor: false };
  expect(frameChange({ lines }, { lines: structuredClone(lines) }, options)).toBe("");
  const moved = frameChange({ lines }, { lines, cursor: { row: 1, column: 2 } }, options);
  expect(moved).toBe("\u001B[?2026h\u001B[?25l\u001B[2;3H\u001B[?25h\u001B[?2026l");
});

test("without colour no look reaches the terminal", () => {
  const lines = [[{ text: "red", look: "red" } as const]];
  expect(frameChange(undefined, { lines }, { size, hasColor: false })).not.toContain("\u001B[31m");
  expect(frameChange(undefined, { lines }, { size, hasColor: true })).toContain("\u001B[31mred");
});

function repainted(given: Line): Line {
  return given.map((piece) => ({ ...piece, look: piece.look === "bold" ? "red" : "bold" }));
}

function trimmed(row: string): string {
  return row.trimEnd();
}

/** Without what takes no room: the virtual screen does not keep it. */
function read(given: Line): string {
  return charactersOf(lineText(given))
    .filter((character) => widthOf(character) > 0)
    .join("")
    .trimEnd();
}
