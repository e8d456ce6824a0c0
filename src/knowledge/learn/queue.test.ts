import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Crash, MemoryDisk } from "../../../test/kit/memory-disk.ts";
import { freshFolder, noon } from "../../../test/kit/store.ts";
import { type QueueClaim, SessionQueue, type Busy } from "./queue.ts";
import type { QueueEntry } from "./queue-disk.ts";
import { law } from "../../../test/kit/law.ts";

const ended = (sessionId: string, more: Partial<QueueEntry> = {}): QueueEntry => ({
  agent: "claude-code",
  sessionId,
  path: `~/logs/${sessionId}.jsonl`,
  endedAt: noon,
  attempts: 0,
  ...more,
});

const at = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000).toISOString();

function claimed(claim: QueueClaim | Busy): QueueClaim {
  if ("busySince" in claim) throw new Error(`busy since ${claim.busySince}`);
  return claim;
}

function names(queue: SessionQueue, where: "waiting" | "claimed" | "aside"): readonly string[] {
  return queue.files(where).map(({ entry }) => entry?.sessionId ?? "unreadable");
}

test("a session that is queued twice waits once, with its later end", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  queue.add(ended("one"), "x");
  queue.add(ended("one", { endedAt: at(60) }), "y");
  expect(queue.files("waiting").map(({ entry }) => entry)).toEqual([
    ended("one", { endedAt: at(60) }),
  ]);
});

test("those that have waited longest are taken first, and finished ones are gone", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  for (const [name, seconds] of [
    ["late", 9],
    ["early", 1],
    ["middle", 5],
  ] as const)
    queue.add(ended(name, { endedAt: at(seconds) }), "x");
  const claim = claimed(queue.claim(at(10), "run"));
  const taken = claim.take(2);
  expect(taken.map(({ sessionId }) => sessionId)).toEqual(["early", "middle"]);
  claim.finish(taken);
  claim.release();
  expect([names(queue, "waiting"), names(queue, "claimed")]).toEqual([["late"], []]);
});

test("there is one run at a time, until its claim is older than 900 seconds", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  queue.add(ended("one"), "x");
  const first = claimed(queue.claim(at(0), "first"));
  first.take(1);
  expect(queue.claim(at(899), "second")).toEqual({ busySince: at(0) });
  const second = claimed(queue.claim(at(900), "second"));
  expect(first.isHeld).toBe(false);
  expect(second.take(5).map(({ sessionId }) => sessionId)).toEqual(["one"]);
  // The first one wakes up and ends as if nothing had happened.
  first.release();
  expect(names(queue, "claimed")).toEqual(["one"]);
  expect(queue.busySince()).toBe(at(900));
});

test("a clock that was set back does not stop learning for good", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  claimed(queue.claim(at(86_400), "from tomorrow"));
  expect("busySince" in queue.claim(at(0), "today")).toBe(false);
});

test("a session that ends again while it is looked at waits again", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  queue.add(ended("one"), "x");
  const claim = claimed(queue.claim(at(0), "run"));
  const taken = claim.take(1);
  queue.add(ended("one", { endedAt: at(30) }), "y");
  claim.finish(taken);
  claim.release();
  expect(queue.files("waiting").map(({ entry }) => entry?.endedAt)).toEqual([at(30)]);
});

test("what was answered badly goes back twice with the reason, and aside the third time", () => {
  const queue = new SessionQueue(join(freshFolder(), "p"));
  queue.add(ended("one"), "x");
  const fates = [0, 1, 2].map((round) => {
    const claim = claimed(queue.claim(at(round), `run-${round}`));
    const fate = claim.take(1).map((entry) => claim.fail(entry, `bad ${round}`));
    claim.release();
    return fate;
  });
  expect(fates).toEqual([["waiting"], ["waiting"], ["aside"]]);
  expect([queue.files("waiting"), queue.files("aside").map(({ entry }) => entry)]).toEqual([
    [],
    [ended("one", { attempts: 3, problem: "bad 2" })],
  ]);
});

test("a file that cannot be read is passed over, and stays", () => {
  const folder = join(freshFolder(), "p");
  const queue = new SessionQueue(folder);
  queue.add(ended("one"), "x");
  writeFileSync(join(folder, "queue", "claude-code-0.json"), "{");
  writeFileSync(join(folder, "queue", "other.tmp"), "half");
  const claim = claimed(queue.claim(at(0), "run"));
  expect(claim.take(5).map(({ sessionId }) => sessionId)).toEqual(["one"]);
  claim.release();
  expect(names(queue, "waiting")).toEqual(["unreadable", "one"]);
});

test("an id with path tricks names no file outside of the queue", () => {
  const folder = join(freshFolder(), "p");
  const queue = new SessionQueue(folder);
  queue.add(ended("../../evil", { agent: "../up" }), "x");
  expect(readdirSync(join(folder, "queue"))).toEqual([expect.stringMatching(/^[\w-]+\.json$/)]);
  expect(statSync(join(folder, "queue")).mode & 0o777).toBe(0o700);
});

test("somebody who deletes the right to run does not stop learning", () => {
  const folder = join(freshFolder(), "p");
  mkdirSync(join(folder, "queue"), { recursive: true });
  const queue = new SessionQueue(folder);
  queue.add(ended("one"), "x");
  expect(claimed(queue.claim(at(0), "run")).take(1)).toHaveLength(1);
});

/** What happens to a queue, with the number of changes after which the power goes out. */
const happening = fc.oneof(
  fc.record({ is: fc.constant("ends" as const), session: fc.nat(5), after: fc.nat(9) }),
  fc.record({
    is: fc.constant("run" as const),
    size: fc.integer({ min: 1, max: 4 }),
    answer: fc.constantFrom("good", "bad", "none"),
    after: fc.nat(25),
  }),
  fc.record({ is: fc.constant("pause" as const), seconds: fc.constantFrom(1, 400, 1000) }),
);

test("law: wherever runs are killed, no session is lost, and in the end all were looked at or put aside", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const disk = new MemoryDisk();
      const queue = new SessionQueue("learn/p", disk);
      const queued = new Set<string>();
      const learned = new Set<string>();
      let seconds = 0;
      const survive = (after: number, work: () => void) => {
        // Zero: the power stays on.
        disk.changesLeft = after === 0 ? Number.POSITIVE_INFINITY : after;
        try {
          work();
          return true;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          return false;
        } finally {
          disk.changesLeft = Number.POSITIVE_INFINITY;
        }
      };
      const runOnce = (size: number, answer: string) => {
        const claim = queue.claim(at(seconds), `run${seconds}`);
        if ("busySince" in claim) return;
        const taken = claim.take(size);
        if (answer === "bad") for (const entry of taken) claim.fail(entry, "bad");
        if (answer === "good") {
          // The store has it first.
          for (const { sessionId } of taken) learned.add(sessionId);
          claim.finish(taken);
        }
        claim.release();
      };
      const whereabouts = () => [
        ...learned,
        ...(["waiting", "claimed", "aside"] as const).flatMap((where) => names(queue, where)),
      ];
      for (const [index, each] of happenings.entries()) {
        seconds += 1;
        if (each.is === "pause") seconds += each.seconds;
        if (each.is === "ends") {
          const name = `session ${each.session}`;
          if (survive(each.after, () => queue.add(ended(name), `s${index}`))) queued.add(name);
        }
        if (each.is === "run") survive(each.after, () => runOnce(each.size, each.answer));
        expect(whereabouts()).toEqual(expect.arrayContaining([...queued]));
      }
      seconds += 901;
      runOnce(100, "good");
      expect(names(queue, "waiting")).toEqual([]);
      expect(names(queue, "claimed")).toEqual([]);
      expect([...learned, ...names(queue, "aside")]).toEqual(expect.arrayContaining([...queued]));
    }),
    law({ quick: 500 }),
  );
});

test("law: of two runs that take turns step by step one has the right", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("one", "other"), { maxLength: 40 }), (turns) => {
      const queue = new SessionQueue("learn/p", new MemoryDisk());
      const held = new Map<string, QueueClaim>();
      for (const [second, who] of turns.entries()) {
        const mine = held.get(who);
        if (mine === undefined) {
          const claim = queue.claim(at(second), who);
          if (!("busySince" in claim)) held.set(who, claim);
        } else {
          mine.release();
          held.delete(who);
        }
        expect(held.size).toBeLessThanOrEqual(1);
      }
    }),
    law(),
  );
});
