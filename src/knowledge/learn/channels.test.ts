import fc from "fast-check";
import { expect, test } from "vitest";
import { canaries } from "../../../test/kit/canaries.ts";
import type { SessionEvent } from "../../agents/event.ts";
import { makeRedact } from "../../redact/redact.ts";
import { ChannelFold, fitChannels, longestTurn, mostTurns, type Channels } from "./channels.ts";
import { law } from "../../../test/kit/law.ts";

const redact = makeRedact({ home: "/home/dev", userName: "dev" });
const user = (text: string): SessionEvent => ({ is: "user", line: 1, text });
const channelsOf = (events: Iterable<SessionEvent>): Channels => {
  const fold = new ChannelFold(redact);
  for (const event of events) fold.take(event);
  return fold.channels();
};
const agent = (text: string): SessionEvent => ({ is: "assistant", line: 1, text });

test("the person's messages stand alone, and with what the agent had said before them", () => {
  const events = [
    user("build it"),
    agent("I begin."),
    agent("I use yarn."),
    user("no, npm"),
    user("and be quick"),
    agent("Done."),
  ];
  expect(channelsOf(events)).toEqual({
    userSignals: ["build it", "no, npm", "and be quick"],
    dialogPairs: [{ assistant: "I begin.\n\nI use yarn.", user: "no, npm" }],
    earlierTurns: 0,
  });
});

test("the reason for which a call was rejected is the person's word; other results are not", () => {
  const result = { is: "result", line: 2, callId: "c", output: "secret plans" } as const;
  const events: SessionEvent[] = [
    agent("I push."),
    { ...result, ending: "rejected", reason: "not to main" },
    { ...result, ending: "failed", reason: "nobody said this" },
  ];
  expect(channelsOf(events)).toEqual({
    userSignals: ["not to main"],
    dialogPairs: [{ assistant: "I push.", user: "not to main" }],
    earlierTurns: 0,
  });
});

test("subagents are left out, and so is everything when a program wrote the prompts", () => {
  const inThread: SessionEvent = { ...user("search for it"), thread: "explorer" };
  expect(channelsOf([inThread, user("build it")]).userSignals).toEqual(["build it"]);
  const facts: SessionEvent = { is: "facts", line: 1, isProgrammatic: true };
  expect(channelsOf([facts, user("build it")])).toEqual({
    userSignals: [],
    dialogPairs: [],
    earlierTurns: 0,
  });
  const ofSubagent: SessionEvent = { ...facts, thread: "explorer" };
  expect(channelsOf([ofSubagent, user("build it")]).userSignals).toEqual(["build it"]);
});

test("of a long session the latest turns are kept, and the others are counted", () => {
  const events = Array.from({ length: 100 }, (_, turn) => user(`turn ${turn}`));
  const { userSignals, earlierTurns } = channelsOf(events);
  expect([userSignals.at(0), userSignals.at(-1), earlierTurns]).toEqual(["turn 20", "turn 99", 20]);
});

test("of a long message the beginning is kept, of a long answer the end", () => {
  const long = `first ${"word ".repeat(400)}last`;
  const [pair] = channelsOf([agent(long), user(long)]).dialogPairs;
  expect([pair?.user.slice(0, 11), pair?.user.at(-1)]).toEqual(["first word ", "…"]);
  expect([pair?.assistant[0], pair?.assistant.slice(-9)]).toEqual(["…", "word last"]);
});

test("a long text in a script without spaces is cut, not lost", () => {
  const [signal] = channelsOf([user("発行".repeat(5000))]).userSignals;
  expect(signal).toBe(`${"発行".repeat(599)}発…`);
});

const turn = fc.tuple(fc.constantFrom(user, agent), fc.string({ maxLength: 3000 }));

test("law: whatever is said, there are at most 80 turns of 1,200 characters, and pairs end in a signal", () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 200 }), (turns) => {
      const channels = channelsOf(turns.map(([who, text]) => who(text)));
      const { userSignals, dialogPairs } = channels;
      const texts = [...userSignals, ...dialogPairs.flatMap((pair) => [pair.assistant, pair.user])];
      expect(Math.max(userSignals.length, dialogPairs.length)).toBeLessThanOrEqual(mostTurns);
      expect(Math.max(0, ...texts.map((text) => text.length))).toBeLessThanOrEqual(longestTurn);
      expect(texts).not.toContain("");
    }),
    law({ quick: 50 }),
  );
});

test("law: no planted secret is in what a model sees, wherever the text is cut", () => {
  const planted = canaries(400);
  fc.assert(
    fc.property(fc.constantFrom(...planted), fc.nat(longestTurn + 200), ({ text, secret }, at) => {
      const events = [
        agent(`${"a ".repeat(at / 2)}${text}`),
        user(`${"a ".repeat(at / 2)}${text}`),
      ];
      expect(JSON.stringify(channelsOf(events))).not.toContain(JSON.stringify(secret).slice(1, -1));
    }),
    law({ quick: 300 }),
  );
});

const text = fc.string({ minLength: 1, maxLength: 30 });
const anyChannels: fc.Arbitrary<Channels> = fc.record({
  userSignals: fc.array(text, { maxLength: 8 }),
  dialogPairs: fc.array(fc.record({ assistant: text, user: text }), { maxLength: 8 }),
  earlierTurns: fc.constant(0),
});

function sizeOf({ userSignals, dialogPairs }: Channels): number {
  const pairs = dialogPairs.map((pair) => pair.assistant + pair.user);
  return [...userSignals, ...pairs].join("").length;
}

test("law: what is too much is cut to what fits, from the beginning of each channel", () => {
  fc.assert(
    fc.property(
      fc.array(anyChannels, { minLength: 1, maxLength: 6 }),
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
    userSignals: Array.from({ length: 80 }, (_, index) => `turn ${index} ${"x".repeat(100)}`),
    dialogPairs: [],
    earlierTurns: 0,
  };
  const [first, second] = fitChannels([long, short], 1000);
  expect(second).toEqual(short);
  expect([first?.userSignals.at(-1), first?.earlierTurns]).toEqual([long.userSignals.at(-1), 71]);
});
