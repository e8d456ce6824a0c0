import fc from "fast-check";
import { expect, test } from "vitest";
import type { Channels } from "./channels.ts";
import { fitChannels } from "./fit-channels.ts";
import { law } from "../../../test/kit/law.ts";

const text = fc.string({ minLength: 1, maxLength: 30 });
const channels: fc.Arbitrary<Channels> = fc.record({
  userSignals: fc.array(text, { maxLength: 8 }),
  dialogPairs: fc.array(fc.record({ assistant: text, user: text }), { maxLength: 8 }),
  earlierTurns: fc.constant(0),
});

function sizeOf({ userSignals, dialogPairs }: Channels): number {
  const pairs = dialogPairs.map(({ assistant, user }) => assistant + user);
  return [...userSignals, ...pairs].join("").length;
}

test("law: what is too much is cut to what fits, from the beginning of each channel", () => {
  fc.assert(
    fc.property(
      fc.array(channels, { minLength: 1, maxLength: 6 }),
      fc.nat(400),
      (sessions, most) => {
        const fitted = fitChannels(sessions, most);
        const size = fitted.reduce((sum, each) => sum + sizeOf(each), 0);
        expect(size).toBeLessThanOrEqual(most);
        const whole = sessions.reduce((sum, each) => sum + sizeOf(each), 0);
        if (whole <= most) expect(fitted).toEqual(sessions);
        for (const [index, { userSignals, dialogPairs }] of fitted.entries()) {
          const before = sessions[index];
          expect(before?.userSignals.slice(-userSignals.length || Infinity)).toEqual(userSignals);
          expect(before?.dialogPairs.slice(-dialogPairs.length || Infinity)).toEqual(dialogPairs);
        }
      },
    ),
    law(),
  );
});

test("a long session does not push a short one out", () => {
  const short: Channels = { userSignals: ["use npm"], dialogPairs: [], earlierTurns: 0 };
  const long: Channels = {
    userSignals: Array.from({ length: 80 }, (_, turn) => `turn ${turn} ${"x".repeat(100)}`),
    dialogPairs: [],
    earlierTurns: 0,
  };
  const [first, second] = fitChannels([long, short], 1000);
  expect(second).toEqual(short);
  expect([first?.userSignals.at(-1), first?.earlierTurns]).toEqual([long.userSignals.at(-1), 71]);
});
