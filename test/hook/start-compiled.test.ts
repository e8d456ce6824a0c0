import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HookGround, silent, stash } from "../kit/hook-ground.ts";

const compiledHook = (ground: HookGround) => join(ground.home, "cache/compiled/lessons-hook.cjs");
const told = (ground: HookGround, session: string) =>
  ground.bash("git stash", { payload: { session_id: session } }).out !== "";

test("what was compiled is kept for its owner, and a run that answers keeps more than one that does not", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash", { environment: { LESSONS_SEEN: "lesson-0" } });
  const silentBytes = readFileSync(compiledHook(ground));
  expect(told(ground, "one")).toBe(true);
  const bytes = readFileSync(compiledHook(ground));
  expect(bytes.length).toBeGreaterThan(silentBytes.length);
  expect(statSync(compiledHook(ground)).mode & 0o777).toBe(0o600);
  expect(told(ground, "two")).toBe(true);
  expect(readFileSync(compiledHook(ground)).equals(bytes)).toBe(true);
  expect(ground.names("cache/compiled")).toEqual(["lessons-hook.cjs"]);
});

test.each([
  ["is empty", () => Buffer.alloc(0)],
  ["is cut off", (bytes: Buffer) => bytes.subarray(0, 5000)],
  ["has lost its beginning", (bytes: Buffer) => bytes.subarray(5000)],
  ["is of another bundle", (bytes: Buffer) => withEnd(bytes, /\/\/\w{14}/, "//0123456789abcd")],
  ["is of another Node", (bytes: Buffer) => withEnd(bytes, /v\d+\./, "v1.")],
])("what %s is made anew, and the lesson comes all the same", (_, damage) => {
  const ground = new HookGround([stash]);
  told(ground, "one");
  const bytes = readFileSync(compiledHook(ground));
  const damaged = damage(bytes);
  writeFileSync(compiledHook(ground), damaged);
  expect(told(ground, "two")).toBe(true);
  expect(readFileSync(compiledHook(ground)).equals(damaged)).toBe(false);
  expect(ground.log).toEqual([]);
});

/** The end of it says what it was made of. */
function withEnd(bytes: Buffer, from: RegExp, to: string): Buffer {
  const at = bytes.length - 60;
  const end = bytes.toString("latin1", at).replace(from, to);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(end, "latin1")]);
}

test("what makes Node crash costs one answer, and is taken away", () => {
  const ground = new HookGround([stash]);
  told(ground, "one");
  const bytes = readFileSync(compiledHook(ground));
  bytes.fill(0xa5, 2000, bytes.length - 2000);
  writeFileSync(compiledHook(ground), bytes);
  expect(ground.bash("git stash", { payload: { session_id: "two" } })).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/ended with status 1[3-9]\d$/)]);
  expect(existsSync(compiledHook(ground))).toBe(false);
  expect(told(ground, "three")).toBe(true);
});

test("where nothing can be kept, nothing is missing", () => {
  const ground = new HookGround([stash]);
  writeFileSync(join(ground.home, "cache/compiled"), "");
  expect(told(ground, "one")).toBe(true);
  expect(ground.log).toEqual([]);
});

test("without a home none is made", () => {
  const ground = new HookGround([stash]);
  const elsewhere = join(ground.userHome, "elsewhere");
  mkdirSync(elsewhere);
  ground.event("SessionStart", {}, { environment: { HOME: elsewhere } });
  expect(existsSync(join(elsewhere, ".lessons/cache"))).toBe(false);
});
