import fc from "fast-check";
import { expect, test } from "vitest";
import { isUlid, nextUlid, type Ulid } from "./ulid.ts";
import { law } from "../../../test/kit/law.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const zeros = new Uint8Array(10);
const ones = new Uint8Array(10).fill(255);

test("a ULID carries its time and its randomness", () => {
  // The time of the ULID specification's own example.
  expect(nextUlid(1_469_918_176_385, zeros)).toBe("01ARYZ6S410000000000000000");
  expect(nextUlid(1_469_918_176_385, ones)).toBe("01ARYZ6S41ZZZZZZZZZZZZZZZZ");
});

test("within one millisecond the next one is greater by one, whatever the randomness says", () => {
  const first = nextUlid(noon, new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 31]));
  expect(first.slice(-2)).toBe("0Z");
  expect(nextUlid(noon, zeros, first).slice(-2)).toBe("10");
});

test("a clock that steps back does not make a smaller one", () => {
  const first = nextUlid(noon, zeros);
  expect(nextUlid(noon - 5000, ones, first) > first).toBe(true);
});

test("when the randomness of a millisecond is used up, the next millisecond is taken", () => {
  const full = nextUlid(noon, ones);
  expect(nextUlid(noon, zeros, full)).toBe(nextUlid(noon + 1, zeros));
});

test("law: however the clock moves, each ULID is valid and greater than the one before", () => {
  const steps = fc.array(
    fc.record({
      moveMs: fc.integer({ min: -50, max: 50 }),
      random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    }),
    { maxLength: 50 },
  );
  fc.assert(
    fc.property(steps, (moves) => {
      let timeMs = noon;
      let previous: Ulid | undefined;
      for (const { moveMs, random } of moves) {
        timeMs += moveMs;
        const next = nextUlid(timeMs, random, previous);
        expect(isUlid(next)).toBe(true);
        if (previous !== undefined) expect(next > previous).toBe(true);
        previous = next;
      }
    }),
    law(),
  );
});
