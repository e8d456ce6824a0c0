import fc from "fast-check";
import { expect, test } from "vitest";
import type { LineReader } from "../../src/agents/adapter.ts";
import type { SessionEvent } from "../../src/agents/event.ts";
import { allScribes } from "./all-scribes.ts";
import { mutatedLine } from "./mutated-line.ts";
import { openReader, readLines } from "./read-written-log.ts";
import { sampleSteps } from "./sample-steps.ts";
import type { Scribe, Step, Story, WrittenLog } from "./scribe.ts";
import { law } from "../kit/law.ts";

type LinesLog = WrittenLog & { readonly shape: "lines" };

/** What can happen to the lines of a log while it is written, copied and read in parts. */
for (const scribe of allScribes.filter((each) => linesOf(each, []) !== undefined)) {
  const everything = sampleSteps.filter((step) => linesOf(scribe, [step]) !== undefined);
  const whole = linesOf(scribe, everything) ?? never();

  test(`${scribe.title}: half a line is unreadable and changes nothing for the next`, () => {
    const expected = eventsOf(scribe, whole, whole.lines);
    for (const [index, line] of whole.lines.entries()) {
      const half = line.slice(0, Math.floor(line.length / 2));
      const torn = whole.lines.toSpliced(index, 0, half);
      const { events, fates } = read(scribe, whole, torn);
      expect({ half, fate: fates[index] }).toEqual({ half, fate: "unreadable" });
      expect(events.map(unplaced)).toEqual(expected.map(unplaced));
    }
  });

  test(`${scribe.title}: two records on one line are both read`, () => {
    const expected = eventsOf(scribe, whole, whole.lines);
    for (let index = 0; index + 1 < whole.lines.length; index += 1) {
      const [first = "", second = ""] = whole.lines.slice(index, index + 2);
      const glued = whole.lines.toSpliced(index, 2, first + second);
      expect(eventsOf(scribe, whole, glued).map(unplaced)).toEqual(expected.map(unplaced));
    }
  });

  test(`${scribe.title}: bytes that are no UTF-8 spoil no more than the character they are`, () => {
    const story: Story = [
      { step: "person-says", text: "café" },
      { step: "agent-says", text: "served" },
    ];
    const log = linesOf(scribe, story) ?? never();
    const broken = log.lines.map((line) => {
      const bytes = Buffer.from(line);
      return bytes.map((byte) => (byte === 0xa9 ? 0xff : byte)) as Buffer;
    });
    const words = eventsOf(scribe, log, broken).flatMap((event) =>
      event.is === "user" || event.is === "assistant" ? event.text.replace(/\ufffd+/g, "?") : [],
    );
    expect(words).toEqual(["caf?", "served"]);
  });

  test(`${scribe.title}: a reader that goes on from the memory of another reads the same`, () => {
    const stories = fc.array(fc.constantFrom(...everything), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(stories, fc.array(fc.nat(), { maxLength: 4 }), (steps, cuts) => {
        const log = linesOf(scribe, steps.map(renamed)) ?? never();
        const places = cuts.map((cut) => cut % (log.lines.length + 1)).toSorted((a, b) => a - b);
        expect(readInParts(scribe, log, places)).toEqual(eventsOf(scribe, log, log.lines));
      }),
      law({ quick: 60 }),
    );
    for (let cut = 0; cut <= whole.lines.length; cut += 1) {
      expect(readInParts(scribe, whole, [cut])).toEqual(eventsOf(scribe, whole, whole.lines));
    }
  });

  test(`${scribe.title}: the memory is plain JSON without a word of what was said`, () => {
    const reader = openReader(scribe, whole.path);
    for (const [index, line] of whole.lines.entries()) {
      readLines(reader, [line], () => {}, index + 1);
      const memory = JSON.stringify(reader.memory()) ?? "";
      expect(memory).not.toContain("xylophone");
      expect(memory.length).toBeLessThan(20_000);
    }
  });

  test(`${scribe.title}: no content makes the reader throw`, () => {
    const anyLine = fc.oneof(
      { weight: 5, arbitrary: mutatedLine(whole.lines) },
      { weight: 1, arbitrary: fc.constantFrom(...whole.lines) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string() },
    );
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), fc.nat(), (lines, place) => {
        const before = openReader(scribe, whole.path);
        readLines(before, whole.lines.slice(0, place % whole.lines.length), () => {});
        const reader = openReader(scribe, whole.path, kept(before));
        const fates = readLines(reader, lines, shapely);
        for (const fate of fates) expect(["read", "unknown", "unreadable"]).toContain(fate);
      }),
      law({ quick: 300 }),
    );
  });
}

function linesOf(scribe: Scribe, story: Story): LinesLog | undefined {
  const log = scribe.write(story);
  return log?.shape === "lines" ? log : undefined;
}

/** The same step in a story twice makes another call. */
function renamed(step: Step, index: number): Step {
  return "callId" in step ? { ...step, callId: `toolu_${index}` } : step;
}

function read(scribe: Scribe, log: LinesLog, lines: readonly (string | Buffer)[]) {
  const events: SessionEvent[] = [];
  const fates = readLines(openReader(scribe, log.path), lines, (event) => events.push(event));
  return { events, fates };
}

function eventsOf(
  scribe: Scribe,
  log: LinesLog,
  lines: readonly (string | Buffer)[],
): readonly SessionEvent[] {
  return read(scribe, log, lines).events;
}

function readInParts(scribe: Scribe, log: LinesLog, cuts: readonly number[]): SessionEvent[] {
  const events: SessionEvent[] = [];
  let memory: unknown;
  let from = 0;
  for (const to of [...cuts, log.lines.length]) {
    const reader = openReader(scribe, log.path, memory);
    readLines(reader, log.lines.slice(from, to), (event) => events.push(event), from + 1);
    memory = kept(reader);
    from = to;
  }
  return events;
}

/** What a reader remembers, as the store gives it back. */
function kept(reader: LineReader): unknown {
  const text = JSON.stringify(reader.memory());
  return text === undefined ? undefined : JSON.parse(text);
}

/** Without its line, which changes when one is added or lost, and without what a plain success need not tell. */
function unplaced({ line: _, ...event }: SessionEvent): unknown {
  if (event.is !== "result" || event.ending !== undefined || (event.exitStatus ?? 0) !== 0)
    return event;
  return { is: event.is, callId: event.callId, thread: event.thread };
}

/** Whatever is in the log, the events are as their types say. */
function shapely(event: SessionEvent): void {
  expect(Number.isInteger(event.line)).toBe(true);
  expect(["string", "undefined"]).toContain(typeof event.at);
  expect(["string", "undefined"]).toContain(typeof event.thread);
  if (event.is === "call" || event.is === "result") expect(typeof event.callId).toBe("string");
  if (event.is === "user" || event.is === "assistant") expect(typeof event.text).toBe("string");
}

function never(): never {
  throw new Error("a story that the scribe could write before");
}
