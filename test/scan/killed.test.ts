import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { canonicalStore, type CanonicalStore } from "../kit/canonical-store.ts";
import { Program } from "../kit/program.ts";
import { noon } from "../kit/store.ts";
import { Home } from "./home.ts";
import { moveNames, storyOf } from "./moves.ts";
import { claude, session } from "./one-session.ts";

const files = Array.from({ length: 8 }, (_, number) => {
  const told = Array.from({ length: 100 }, (_unused, index) => ({
    move: moveNames[(index * 7 + number) % moveNames.length] ?? "works",
    variant: (index + number) % 6,
  }));
  const form = number % 2 === 0 ? claude : "Codex 0.166";
  return session(number, storyOf(told, `call_${number}`), { form });
});

test("scans of growing logs that are killed again and again end where an undisturbed one does", async () => {
  const home = new Home();
  const program = programFor(home, "killed");
  // Before the store is there, while it is made, and ever further into its journal.
  const moments = [0, 1, 40_000, 80_000, 150_000, 300_000, 600_000];
  const ends: unknown[] = [];
  for (const [index, bytes] of moments.entries()) {
    fill(home, (index + 1) / moments.length);
    ends.push(await killedWhenWritten(program, bytes));
    if (index > 0) expect(integrityOf(program)).toBe("ok");
    // Some scans come through, so that the next one has to go on in the middle.
    if (index % 3 === 2) program.ok(["scan", "--auto"]);
  }
  expect(ends).toContain("SIGKILL");
  program.ok(["scan", "--auto"]);
  expect(integrityOf(program)).toBe("ok");
  expect(storeOf(program)).toEqual(undisturbed(home));
  expect(program.json(["scan", "--auto"])).toMatchObject({
    logs: { read: 0, unchanged: files.length },
  });
});

test("two scans at once double nothing, and both end well", async () => {
  const home = new Home();
  const program = programFor(home, "together");
  for (const share of [0.3, 0.6, 1]) {
    fill(home, share);
    const scans = [program.start(["scan", "--auto"]), program.start(["scan", "--auto"])];
    for (const { stdin } of scans) stdin.end();
    const ends = await Promise.all(scans.map(async (scan) => once(scan, "exit")));
    expect(ends.flat()).toEqual([0, null, 0, null]);
  }
  expect(storeOf(program)).toEqual(undisturbed(home));
});

function fill(home: Home, share: number): void {
  for (const file of files) home.write(file, Math.floor(Buffer.byteLength(file.text) * share));
}

/** Several stores may know the same home. */
function programFor(home: Home, store: string): Program {
  return new Program({ HOME: home.folder, LESSONS_HOME: home.at(store), USER: "" });
}

function undisturbed(home: Home): CanonicalStore {
  const program = programFor(home, "undisturbed");
  program.ok(["scan", "--auto"]);
  return storeOf(program);
}

/** Kills the scan as soon as the store and its journal have grown by so many bytes, or lets it end. */
async function killedWhenWritten(program: Program, bytes: number): Promise<unknown> {
  const before = writtenBytes(program);
  const child = program.start(["scan", "--auto"]);
  child.stdin.end();
  const ended = once(child, "exit");
  const watch = setInterval(() => {
    if (writtenBytes(program) - before >= bytes) child.kill("SIGKILL");
  }, 1);
  const [, signal] = await ended;
  clearInterval(watch);
  return signal;
}

function writtenBytes(program: Program): number {
  return ["", "-wal"]
    .map((end) => statSync(`${databaseOf(program)}${end}`, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

function databaseOf({ environment }: Program): string {
  return join(environment["LESSONS_HOME"] ?? "", "lessons.db");
}

function integrityOf(program: Program): unknown {
  const database = new DatabaseSync(databaseOf(program));
  try {
    return database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
  } finally {
    database.close();
  }
}

function storeOf(program: Program): CanonicalStore {
  const database = openDatabase(databaseOf(program), noon);
  try {
    return canonicalStore(database);
  } finally {
    database.close();
  }
}
