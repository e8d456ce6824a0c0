import { chmodSync, mkdirSync, rmSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryNote, SpoolGround, startNote, takenRows } from "../../../test/kit/spool.ts";
import { add, freshContext, gitStash, noon, versionBump } from "../../../test/kit/store.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { eachDelivery } from "./deliveries.ts";
import { sessionStarts } from "./session-starts.ts";
import { sha256 } from "../../platform/hash.ts";
import { law } from "../../../test/kit/law.ts";

test("what hooks noted is in the store afterwards, and the files are as they were", async () => {
  const { ground, database, stash } = prepared();
  const note = deliveryNote({ lesson: stash.id, slug: stash.slug, subagent: "a7" });
  ground.append("deliveries.jsonl", note);
  ground.append("sessions.jsonl", startNote({ protocol: "short", lessons: 2 }));
  expect(await ground.take(database)).toEqual({ deliveries: 1, starts: 1, skipped: 0 });
  expect([...eachDelivery(database)]).toEqual([
    {
      lesson: stash.id,
      slug: stash.slug,
      agent: "claude-code",
      sessionId: "s1",
      subagent: "a7",
      at: noon,
      tool: "Bash",
      mode: "advise",
      form: "full",
      score: 1200,
      matched: ["tool", "command", "target"],
      tookMs: 41,
      call: null,
    },
  ]);
  expect(queryAll(database, "SELECT note_key, id_key FROM deliveries")).toEqual([
    { note_key: sha256(note.trim()), id_key: shortHash("toolu_01") },
  ]);
  expect(sessionStarts(database)).toEqual([
    {
      agent: "claude-code",
      sessionId: "s1",
      subagent: null,
      at: noon,
      protocol: "short",
      lessons: 2,
      card: [],
      tookMs: 52,
      model: null,
    },
  ]);
  expect(await ground.take(database)).toEqual(nothing);
});

test("where there is no spool nothing is taken over and nothing is written", async () => {
  const { ground, database } = prepared();
  rmSync(ground.folder, { recursive: true });
  const before = database.prepare("SELECT total_changes() AS count").get();
  expect(await ground.take(database)).toEqual(nothing);
  expect(database.prepare("SELECT total_changes() AS count").get()).toEqual(before);
});

test("broken lines, other versions and lessons that nobody has are counted and do not stop the others", async () => {
  const { ground, database, stash } = prepared();
  const lesson = stash.id;
  const unknown = [
    "not json\n",
    "[]\n",
    deliveryNote({ lesson, version: 2 }),
    deliveryNote({ lesson, at: "yesterday" }),
    deliveryNote({ lesson, mode: "shout" }),
    deliveryNote({ lesson, form: 7 }),
    deliveryNote({ lesson, tookMs: -1 }),
    deliveryNote({ lesson, agent: "Claude Code" }),
    deliveryNote({ lesson: "01BBBBBBBBBBBBBBBBBBBBBBBB" }),
    deliveryNote({ lesson, more: "x".repeat(70_000) }),
    `${"x".repeat(3_000_000)}\n`,
  ];
  ground.append("deliveries.jsonl", unknown.join(""));
  ground.append("deliveries.jsonl", deliveryNote({ lesson }));
  ground.append("sessions.jsonl", startNote({ protocol: "loud" }) + startNote({ lessons: null }));
  expect(await ground.take(database)).toEqual({
    deliveries: 1,
    starts: 0,
    skipped: unknown.length + 2,
  });
  expect(await ground.take(database)).toEqual(nothing);
});

test("a note of any depth and length is a note or none, and never an error", async () => {
  const { ground, database, stash } = prepared();
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const note = deliveryNote({ lesson: stash.id }).replace('"matched":[', `"matched":[${deep},`);
  ground.append("deliveries.jsonl", note);
  expect(await ground.take(database)).toEqual({ deliveries: 1, starts: 0, skipped: 0 });
});

test("the lessons on a card come with its start, and nothing that is no id", async () => {
  const { database } = freshContext();
  const ground = new SpoolGround();
  const id = "01AAAAAAAAAAAAAAAAAAAAAAAA";
  ground.append("sessions.jsonl", startNote({ card: [id, "../../x", 7] }));
  await ground.take(database);
  expect(sessionStarts(database).map(({ card }) => card)).toEqual([[id]]);
});

test("names are redacted as a scan does it, and bounded", async () => {
  const { ground, database, stash } = prepared();
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  const long = "n".repeat(500);
  ground.append(
    "deliveries.jsonl",
    deliveryNote({
      lesson: stash.id,
      session: "/home/ada/sessions",
      subagent: `a ${secret}`,
      tool: long,
      matched: ["tool", secret, { deep: true }, long],
    }),
  );
  ground.append("deliveries.jsonl", deliveryNote({ lesson: stash.id, session: null, call: null }));
  await ground.take(database);
  const [other, one] = [...eachDelivery(database)];
  expect(one).toMatchObject({
    sessionId: "~/sessions",
    subagent: "a [redacted:github-token]",
    tool: long.slice(0, 100),
    matched: ["tool"],
  });
  expect(other).toMatchObject({ sessionId: "unknown", call: null });
});

test("a line that is still being written waits", async () => {
  const { ground, database, stash } = prepared();
  const [one, two] = [1, 2].map((score) => deliveryNote({ lesson: stash.id, score }));
  ground.append("deliveries.jsonl", `${one}${two?.slice(0, 40)}`);
  expect(await ground.take(database)).toMatchObject({ deliveries: 1, skipped: 0 });
  ground.append("deliveries.jsonl", two?.slice(40) ?? "");
  expect(await ground.take(database)).toMatchObject({ deliveries: 1, skipped: 0 });
});

test.each(["at once", "one after the other"])(
  "of two notes whose line end got lost none is lost: read %s",
  async (how) => {
    const { ground, database, stash } = prepared();
    const [one = "", two = ""] = [1, 2].map((score) => deliveryNote({ lesson: stash.id, score }));
    ground.append("deliveries.jsonl", startNote() + one.trim());
    if (how === "one after the other") await ground.take(database);
    ground.append("deliveries.jsonl", two);
    await ground.take(database);
    expect([...eachDelivery(database)].map(({ score }) => score)).toEqual([1, 2]);
  },
);

test("a file that was cut and written anew is read anew, however long it has become", async () => {
  const { ground, database, stash } = prepared();
  const notes = [1, 2, 3, 4].map((score) => deliveryNote({ lesson: stash.id, score }));
  ground.append("deliveries.jsonl", notes[0] ?? "");
  await ground.take(database);
  ground.cut("deliveries.jsonl");
  ground.append("deliveries.jsonl", notes.slice(1).join(""));
  expect(await ground.take(database)).toEqual({ deliveries: 3, starts: 0, skipped: 0 });
});

test("a file that lost its end and got another one gives what is new", async () => {
  const { ground, database, stash } = prepared();
  const notes = [1, 2, 3].map((score) => deliveryNote({ lesson: stash.id, score }));
  const [first = "", second = "", third = ""] = notes;
  ground.append("deliveries.jsonl", first + second);
  await ground.take(database);
  ground.cut("deliveries.jsonl", first.length);
  expect(await ground.take(database)).toEqual(nothing);
  ground.append("deliveries.jsonl", third);
  expect(await ground.take(database)).toEqual({ deliveries: 1, starts: 0, skipped: 0 });
});

test("what is remembered of files goes with the files", async () => {
  const { ground, database, stash } = prepared();
  for (const score of [1, 2, 3, 4]) {
    ground.append("deliveries.jsonl", deliveryNote({ lesson: stash.id, score }));
    await ground.take(database);
    ground.turnOver("deliveries.jsonl");
  }
  expect(countOf(database, "spool_cursors")).toBe(2);
  rmSync(ground.folder, { recursive: true });
  await ground.take(database);
  expect(countOf(database, "spool_cursors")).toBe(0);
  expect(countOf(database, "deliveries")).toBe(4);
});

test("a folder in the place of a file is left alone", async () => {
  const { ground, database } = prepared();
  mkdirSync(ground.at("deliveries.jsonl"));
  ground.append("sessions.jsonl", startNote());
  expect(await ground.take(database)).toEqual({ deliveries: 0, starts: 1, skipped: 0 });
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read is left alone", async () => {
  const { ground, database, stash } = prepared();
  ground.write("deliveries.jsonl", deliveryNote({ lesson: stash.id }));
  chmodSync(ground.at("deliveries.jsonl"), 0);
  ground.append("sessions.jsonl", startNote());
  expect(await ground.take(database)).toEqual({ deliveries: 0, starts: 1, skipped: 0 });
});

test("what fails leaves neither notes nor the place behind them", async () => {
  const { ground, database, stash } = prepared();
  const notes = [1, 2].map((score) => deliveryNote({ lesson: stash.id, score }));
  ground.append("deliveries.jsonl", notes.join(""));
  database.exec(
    "CREATE TRIGGER no_room BEFORE INSERT ON deliveries WHEN new.score = 2 BEGIN SELECT raise(ABORT, 'no room'); END",
  );
  await expect(ground.take(database)).rejects.toThrow("no room");
  expect([countOf(database, "deliveries"), countOf(database, "spool_cursors")]).toEqual([0, 0]);
  database.exec("DROP TRIGGER no_room");
  expect(await ground.take(database)).toEqual({ deliveries: 2, starts: 0, skipped: 0 });
});

test.each([2000, 2001, 4000, 4500])("of %i notes at once each comes in once", async (count) => {
  const { ground, database } = prepared();
  const notes = Array.from({ length: count - 1 }, (_, lessons) => startNote({ lessons }));
  // The last one has no end yet.
  ground.append("sessions.jsonl", notes.toSpliced(-1, 0, "broken\n").join("").trimEnd());
  expect(await ground.take(database)).toEqual({ deliveries: 0, starts: count - 1, skipped: 1 });
  expect(await ground.take(database)).toEqual(nothing);
  ground.append("sessions.jsonl", `\n${startNote({ lessons: count })}`);
  expect(await ground.take(database)).toEqual({ deliveries: 0, starts: 1, skipped: 0 });
});

test("law: however notes arrive in pieces and files turn over, each is taken over once", async () => {
  const step = fc.record({
    bytes: fc.nat({ max: 900 }),
    act: fc.constantFrom("take", "take", "take twice", "turn over", "wait"),
  });
  const line = fc.record({
    kind: fc.constantFrom("stash", "bump", "nobody's", "broken", "torn", "unended"),
    score: fc.nat({ max: 3 }),
  });
  const lines = fc.array(line, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(lines, fc.array(step, { maxLength: 12 }), async (noted, steps) => {
      const { ground, database, stash, bump } = prepared();
      const ids = new Map([
        ["stash", stash.id],
        ["bump", bump.id],
      ]);
      const notes = noted.map(({ kind, score }) => {
        const note = deliveryNote({ lesson: ids.get(kind) ?? stash.id, score });
        if (kind === "nobody's") return deliveryNote({ lesson: "nobody's", score });
        if (kind === "broken") return "{ broken\n";
        // Who was stopped in the middle leaves half a line, or a whole one without its end.
        return kind === "torn" ? note.slice(0, 70) : kind === "unended" ? note.trim() : note;
      });
      const text = Buffer.from(notes.join(""));
      let at = 0;
      let skipped = 0;
      const take = async () => {
        skipped += (await ground.take(database)).skipped;
      };
      let isFull = false;
      for (const { bytes, act } of steps) {
        const piece = text.subarray(at, at + bytes);
        at += piece.length;
        ground.append("deliveries.jsonl", piece);
        if (act.startsWith("take")) await take();
        if (act === "take twice") await take();
        // Hooks turn a file over between two lines, and lose the part before the last.
        const isBetween = at === 0 || text[at - 1] === 0x0a;
        if (act === "turn over" && isBetween && !isFull) {
          ground.turnOver("deliveries.jsonl");
          isFull = true;
        }
      }
      ground.append("deliveries.jsonl", text.subarray(at));
      await take();
      const atOnce = prepared();
      atOnce.ground.append("deliveries.jsonl", text);
      const all = await atOnce.ground.take(atOnce.database);
      expect(takenRows(database)).toEqual(takenRows(atOnce.database));
      expect(skipped).toBe(all.skipped);
      expect(all.deliveries).toBe(takenRows(database).length);
      database.close();
      atOnce.database.close();
    }),
    law({ quick: 9, deep: 30 }),
  );
});

const nothing = { deliveries: 0, starts: 0, skipped: 0 };

function prepared() {
  const context = freshContext();
  const stash = add(context, gitStash);
  const bump = add(context, versionBump);
  return { ground: new SpoolGround(), database: context.database, stash, bump };
}

function countOf(database: Database, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]);
}
