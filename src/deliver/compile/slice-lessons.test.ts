import { expect, test } from "vitest";
import { lookUp } from "../../match/lookup/lookup-table.ts";
import type { LookedUp } from "./cache-index.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { ToolBucket } from "../../match/tool-bucket.ts";
import { readyLesson, type ReadyDraft } from "../../../test/kit/ready-lesson.ts";
import { sliceLessons } from "./slice-lessons.ts";

test("a lesson about one program is found at calls of that program", () => {
  const lessons = ["git", "npm"].map((name) => named(name, { commandPatterns: [`^${name}\\b`] }));
  const find = finder(lessons, "bash", "command");
  expect(find("git push")).toEqual(["git"]);
  expect(find("npm run x | cat")).toEqual(["npm"]);
  expect(find("digit legit")).toEqual([]);
});

test("of ten thousand lessons about files, a call reads the few that name its file", () => {
  const globs = [
    (number: number) => `src/modules/part${number}/**`,
    (number: number) => `**/part-${number}.{ts,tsx}`,
    (number: number) => `**/part_${number}/*.sql`,
    (number: number) => `services/*/config/${number}.yml`,
  ];
  const lessons = Array.from({ length: 10_000 }, (_, number) =>
    named(`l${number}`, { pathPatterns: [globs[number % 4]?.(number) ?? ""] }),
  );
  const find = finder(lessons, "edit", "path");
  const paths = ["src/modules/part40/x/a.ts", "lib/part-41.tsx", "db/part_42/x.sql"];
  expect(paths.map(find)).toEqual([["l40"], ["l41"], ["l42"]]);
  expect(find("services/a/config/43.yml")).toContain("l43");
  expect(find("services/a/config/43.yml").length).toBeLessThan(10);
  expect(find("src/modules/other/a.ts")).toEqual([]);
});

test("of ten thousand lessons about what is said, a call reads those whose word was said", () => {
  const lessons = Array.from({ length: 10_000 }, (_, number) =>
    named(`l${number}`, { actionKeywords: [`Topic ${number}`, `other-${number}`] }),
  );
  const find = finder(lessons, "bash", "talk");
  expect(find("about topic 4711 again")).toContain("l4711");
  expect(find("about topic 4711 again").length).toBeLessThan(10);
  expect(find("the other-9999s")).toContain("l9999");
  expect(find("nothing of that")).toEqual([]);
});

test("what asks for no text stands apart, the most important first", () => {
  const { scopes, bytes } = sliceLessons([
    named("low", { commandPatterns: ["\\d\\d"], priority: 5 }),
    named("said", { actionKeywords: ["ci"], priority: 9 }),
    named("git", { commandPatterns: ["^git\\b"] }),
  ]);
  const [[byte, length] = [0, 0]] = scopes["global"]?.buckets["bash"]?.any ?? [];
  const slice: ReadyLesson[] = JSON.parse(Buffer.from(bytes).toString("utf8", byte, byte + length));
  expect(slice.map(({ slug }) => slug)).toEqual(["said", "low"]);
});

test("a lesson stands in the file once, however many tools and patterns lead to it", () => {
  const twice = named("both", {
    pathPatterns: ["**/{one,two,three}.json", "four/**"],
    text: "exactly once",
  });
  const text = Buffer.from(sliceLessons([twice]).bytes).toString("latin1");
  expect(text.split("exactly once")).toHaveLength(2);
});

function named(slug: string, draft: ReadyDraft): ReadyLesson {
  return { ...readyLesson(draft), id: slug, slug };
}

/** The slugs of what a text leads to. */
function finder(lessons: readonly ReadyLesson[], bucket: ToolBucket, field: LookedUp) {
  const { scopes, bytes } = sliceLessons(lessons);
  const [byte, length] = scopes["global"]?.buckets[bucket]?.tables?.[field] ?? [0, 0];
  const table = new Uint32Array(new Uint8Array(bytes.subarray(byte, byte + length)).buffer);
  return (text: string): readonly string[] =>
    [...lookUp(table, [text]).values()].flatMap(([from, size]) => {
      const slice: ReadyLesson[] = JSON.parse(
        Buffer.from(bytes).toString("utf8", from, from + size),
      );
      return slice.map(({ slug }) => slug);
    });
}
