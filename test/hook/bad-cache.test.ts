import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, silent, stash } from "../kit/hook-ground.ts";

const inCache = (ground: HookGround, file: string) => join(ground.home, "cache/current", file);

test.each<readonly [string, (ground: HookGround) => void]>([
  ["another version", (ground) => rewritten(ground, '"version":6', '"version":1')],
  ["another kind of index", (ground) => rewritten(ground, "lessons-index", "something-else")],
  ["an index that is cut off", (ground) => truncateSync(inCache(ground, "index.json"), 100)],
  ["an empty index", (ground) => truncateSync(inCache(ground, "index.json"), 0)],
  ["an index that is null", (ground) => writeFileSync(inCache(ground, "index.json"), "null")],
  [
    "an index without its parts",
    (ground) =>
      writeFileSync(inCache(ground, "index.json"), '{"type":"lessons-index","version":6}'),
  ],
  ["lessons that are cut off", (ground) => truncateSync(inCache(ground, "lessons.bin"), 50)],
  ["lessons that are not there", (ground) => rmSync(inCache(ground, "lessons.bin"))],
  [
    "lessons of another shape",
    (ground) => writeFileSync(inCache(ground, "lessons.bin"), "[7,8]".padEnd(5000)),
  ],
  [
    "lessons that are noise",
    (ground) => writeFileSync(inCache(ground, "lessons.bin"), "\0\u0001".repeat(3000)),
  ],
])("a cache with %s gets an empty answer and one line", (_, spoil) => {
  const ground = new HookGround([stash]);
  spoil(ground);
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/Z (failed|skipped): /)]);
  expect(ground.event("SessionStart").status).toBe(0);
  expect(ground.event("SubagentStart").status).toBe(0);
  ground.publish([stash, stash]);
  expect(ground.bash("git stash").out).not.toBe("");
});

function rewritten(ground: HookGround, from: string, to: string): void {
  const file = inCache(ground, "index.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

test("an index that is gone is as if there were no lessons", () => {
  const ground = new HookGround([stash]);
  rmSync(inCache(ground, "index.json"));
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.event("SessionStart").out).not.toBe("");
});

test("a prefilter that grep cannot read lets everything through", () => {
  const ground = new HookGround([stash]);
  writeFileSync(inCache(ground, "prefilter/bash"), "((\n");
  expect(ground.bash("git stash").out).not.toBe("");
});

test("compilations that come in between are never seen in half", async () => {
  const ground = new HookGround([stash]);
  const drafts = [1, 2, 3].map((count) =>
    Array.from({ length: count * 40 }, (_, index) =>
      index === 0 ? stash : { ...stash, commandPatterns: [`^x${index}\\s+y`] },
    ),
  );
  let open = 60;
  const call = async (id: number): Promise<readonly string[]> => {
    if (open-- <= 0) return [];
    const answer = await ground.bashAtOnce("git stash", {
      payload: { session_id: `s${id}-${open}` },
      session: `s${id}-${open}`,
    });
    return [adviceIn(answer), ...(await call(id))];
  };
  let round = 0;
  const compiling = setInterval(
    () => ground.publish(drafts[round++ % 3] ?? [], { needs: { candidates: round } }),
    1,
  );
  const told = (await Promise.all([call(1), call(2), call(3)])).flat();
  clearInterval(compiling);
  expect(round).toBeGreaterThan(10);
  expect(new Set(told).size).toBe(1);
  expect(told).toHaveLength(60);
  expect(ground.log).toEqual([]);
});

test("an expression that blows up is stopped, named and left out, and the others come to the same call", () => {
  const bomb = { ...stash, slug: "the-bomb", commandPatterns: ["^git\\s+(a+)+$"] };
  const ground = new HookGround([
    bomb,
    { ...stash, commandPatterns: ["^git\\b"], text: "### good" },
  ]);
  const command = `git ${"a".repeat(60)}!`;
  // Nobody would live to see the end of it.
  expect(adviceIn(ground.bash(command).out)).toContain("### good");
  expect(ground.log).toEqual([
    expect.stringMatching(/Z too slow: the-bomb used up 20 ms and is left out$/),
  ]);
  expect(ground.names("cache/current/slow")).toEqual(["L0"]);
  expect(ground.bash(command)).toEqual(silent);
  expect(ground.log).toHaveLength(1);
  // Somebody has mended it.
  ground.publish([{ ...bomb, commandPatterns: ["^git\\s+a+"], text: "### mended" }]);
  expect(adviceIn(ground.bash(command).out)).toContain("### mended");
});

test("many lessons that use up the time together keep none from coming that was found, and none is blamed", () => {
  // Nothing in them can be looked up, and each takes some milliseconds.
  const slow = Array.from({ length: 2000 }, (_, number) => ({
    ...stash,
    commandPatterns: [`^\\S*\\s\\w*\\w*[^\\w]{${(number % 900) + 2}}`],
  }));
  const ground = new HookGround([
    ...slow,
    { ...stash, commandPatterns: ["^git\\b"], text: "### good" },
  ]);
  expect(adviceIn(ground.bash(`git ${"a".repeat(400)}`).out)).toContain("### good");
  expect(ground.names("cache/current/slow")).toEqual([]);
  expect(ground.log[0]).toMatch(/Z stopped after \d+ lessons: /);
});

test("several expressions that blow up at one call are each named, and cost no other lesson the call", () => {
  const bombs = ["(a+)+", "(\\w+)+", "(a|a)+", "(a*)*"].map((bomb, number) => ({
    ...stash,
    slug: `bomb-${number}`,
    commandPatterns: [`^git\\s+${bomb}$`],
  }));
  const ground = new HookGround([
    ...bombs,
    { ...stash, text: "### good", commandPatterns: ["^git\\b"], slug: "a-good-one" },
  ]);
  expect(adviceIn(ground.bash(`git ${"a".repeat(60)}!`).out)).toContain("### good");
  expect(ground.names("cache/current/slow")).toEqual(["L0", "L1", "L2", "L3"]);
  expect(ground.log.map((line) => line.slice(25))).toEqual(
    bombs.map(({ slug }) => `too slow: ${slug} used up 20 ms and is left out`),
  );
});
