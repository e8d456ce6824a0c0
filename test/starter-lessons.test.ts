import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  readHandJudgement,
  readStarterLibrary,
  type ExampleCall,
} from "../scripts/starter-library.ts";
import { readyToReplay } from "../src/measure/backtest/run-backtest.ts";
import { checkTriggers } from "../src/lesson/draft.ts";
import { bodyText } from "../src/lesson/record/body.ts";
import type { Lesson } from "../src/lesson/record/lesson.ts";
import { levelOf, type Level } from "../src/lesson/record/level.ts";
import { isPlainlyLinear } from "../src/match/pattern/linear.ts";
import { judgeLesson } from "../src/match/match.ts";
import type { Moment } from "../src/match/moment.ts";
import { isOppositeAdvice } from "../src/lesson/likeness/opposite-advice.ts";
import { readPattern } from "../src/match/pattern/pattern.ts";
import { jaccard, tokenSet } from "../src/lesson/likeness/similarity.ts";
import { isSlug } from "../src/lesson/record/slug.ts";

const root = join(import.meta.dirname, "..");
const library = await readStarterLibrary();
const lessons = library.map(({ lesson }) => lesson);
const atCalls = library.filter(({ lesson }) => lesson.triggers.injectOn.includes("PreToolUse"));

test("there are at least thirty, each under a name of its own, and each says something else", () => {
  expect(lessons.length).toBeGreaterThanOrEqual(30);
  expect(lessons.filter(({ slug }) => !isSlug(slug))).toEqual([]);
  for (const of of [summaryOf, hashOf]) {
    expect(new Set(lessons.map(of)).size).toBe(lessons.length);
  }
});

test("a file says nothing that the program does not take, but its examples", () => {
  const said = library.flatMap(({ remarks }) => remarks);
  expect([...new Set(said)]).toEqual(['"examples" cannot be set in a file']);
});

test("every pattern is proven to be linear, those over commands by their form", async () => {
  for (const { slug, triggers } of lessons) {
    const slow = triggers.commandPatterns.filter((text) => !isPlainlyLinear(readPattern(text)));
    expect({ slug, slow, ...(await checkTriggers(triggers)) }).toEqual({
      slug,
      slow: [],
      problems: [],
      unproven: [],
    });
  }
});

test("a lesson about calls fires at its examples, and not at those where it has no business", () => {
  for (const { lesson, examples } of atCalls) {
    const wrong = {
      hasEnough: examples.fires.length >= 2 && examples.silent.length >= 2,
      missed: examples.fires.filter((call) => !fires(lesson, call)),
      falseFires: examples.silent.filter((call) => fires(lesson, call)),
    };
    expect({ slug: lesson.slug, ...wrong }).toEqual({
      slug: lesson.slug,
      hasEnough: true,
      missed: [],
      falseFires: [],
    });
  }
});

test("no lesson fires wherever another one does", () => {
  const swallowed = atCalls.flatMap(({ lesson: small, examples }) =>
    lessons
      .filter((big) => big !== small && examples.fires.every((call) => fires(big, call)))
      .map((big) => `${big.slug} fires at all examples of ${small.slug}`),
  );
  expect(swallowed).toEqual([]);
});

test("no two lessons advise against each other or say nearly the same", () => {
  const pairs = lessons.flatMap((one, index) =>
    lessons.slice(index + 1).map((other) => [one, other] as const),
  );
  const troubled = pairs.filter(([one, other]) => {
    const [left, right] = [textOf(one), textOf(other)];
    return isOppositeAdvice(left, right) || jaccard(tokenSet(left), tokenSet(right)) >= 0.5;
  });
  expect(troubled.map((pair) => pair.map(({ slug }) => slug))).toEqual([]);
});

test("few are CRITICAL, less than half HIGH, and none is too low to be told", () => {
  const share = (level: Level) =>
    lessons.filter(({ priority }) => levelOf(priority) === level).length / lessons.length;
  expect(share("CRITICAL")).toBeLessThanOrEqual(0.2);
  expect(share("HIGH")).toBeLessThanOrEqual(0.45);
  expect(share("LOW")).toBe(0);
});

test("the page has a row for each lesson, and every row keeps the bounds", () => {
  const rows = pageRows();
  expect(rows.map(({ slug, level }) => ({ slug, level })).toSorted(bySlug)).toEqual(
    lessons.map(({ slug, priority }) => ({ slug, level: levelOf(priority) })).toSorted(bySlug),
  );
  expect(rows.filter(({ sharePercent }) => !(sharePercent <= 1))).toEqual([]);
  // A checklist is gone through each time: that the call went well does not say that nobody needed it.
  const checklists = new Set(lessons.filter(({ kind }) => kind === "checklist").map(slugOf));
  expect(
    rows
      .filter(({ slug }) => !checklists.has(slug))
      .filter(
        ({ fired, falseFires, judged: [wrong, all] = [falseFires, fired] }) => !(wrong <= all / 10),
      ),
  ).toEqual([]);
  const sampled = rows.filter(({ judged }) => judged !== undefined);
  expect(sampled.map(({ judged }) => judged?.[1])).toEqual(
    sampled.map(({ fired }) => Math.min(fired, 20)),
  );
});

test("the page says how many lessons never fire, and what is shown at the start of a session", () => {
  const rows = pageRows();
  const quiet = rows.filter(({ fired }) => fired === 0).length;
  const critical = rows.filter(({ level }) => level === "CRITICAL").length;
  expect(pageText()).toContain(`${quiet} of the ${rows.length} lessons fire at no call`);
  expect(pageText()).toContain(`they take ${critical} of the five places`);
  // Five are told: more CRITICAL ones would leave no place for a lesson that is told at the start only.
  expect(critical).toBeLessThan(5);
});

test("no call is told by two lessons of which one forbids what the other advises", () => {
  const pushes = ["--force", "-f"].flatMap((flag) =>
    ["main", "HEAD:master", "develop", "release/1.4", "topic", ""].map(
      (branch) => `git push ${flag} origin ${branch}`,
    ),
  );
  const told = pushes.map((push) =>
    lessons.filter((lesson) => fires(lesson, push)).map(({ slug }) => slug),
  );
  expect(told.filter((slugs) => slugs.length !== 1)).toEqual([]);
});

test("labels are verdicts on fires of lessons that there are, and the page counts them", () => {
  const { labels, because } = readHandJudgement();
  const judged = pageRows().filter((row) => row.judged !== undefined);
  expect(judged.map(({ slug }) => slug).toSorted()).toEqual(Object.keys(labels).toSorted());
  expect(Object.keys(because).toSorted()).toEqual(Object.keys(labels).toSorted());
  for (const [slug, why] of Object.entries(because))
    expect(pageText()).toContain(`- \`${slug}\`: ${why}`);
  for (const { slug, judged: [notNeeded] = [] } of judged) {
    const verdicts = Object.entries(labels[slug] ?? {});
    for (const [name, verdict] of verdicts) {
      expect(name).toMatch(/^[0-9a-f]{12}$/);
      expect(["needed", "not-needed"]).toContain(verdict);
    }
    const said = verdicts.filter(([, verdict]) => verdict === "not-needed").length;
    expect({ slug, notNeeded }).toEqual({ slug, notNeeded: said });
  }
});

function fires(lesson: Lesson, call: ExampleCall): boolean {
  return judgeLesson(readyToReplay(lesson), momentOf(call), defaultThreshold).fires;
}

const defaultThreshold = 700;

function momentOf(call: ExampleCall): Moment {
  const around = { stack: [], recentMessages: [], workflows: [] };
  if (typeof call === "string")
    return { ...around, call: { tool: "Bash", command: call, paths: [] } };
  const { tool, path, content } = call;
  const written = content === undefined ? {} : { content };
  return {
    ...around,
    projectRoot: "/work/shop",
    workingDirectory: "/work/shop",
    call: { tool, paths: [`/work/shop/${path}`], ...written },
  };
}

interface PageRow {
  readonly slug: string;
  readonly level: string;
  readonly fired: number;
  readonly sharePercent: number;
  readonly falseFires: number;
  /** How many were not needed, of how many. */
  readonly judged?: readonly [number, number];
}

function pageRows(): readonly PageRow[] {
  return pageText()
    .split("\n")
    .filter((line) => line.startsWith("| ["))
    .map((line) => {
      // A bar inside a cell has a backslash.
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const [, name = "", level = "", , , fired, share, , , falseFires, byHand = ""] = cells;
      const judged = /^(\d+) of (\d+) not needed$/.exec(byHand);
      return {
        slug: /^\[([^\]]+)\]/.exec(name)?.[1] ?? name,
        level,
        fired: Number(fired),
        sharePercent: Number(share),
        falseFires: Number(falseFires),
        ...(judged === null ? {} : { judged: [Number(judged[1]), Number(judged[2])] as const }),
      };
    });
}

function pageText(): string {
  return readFileSync(join(root, "docs/starter-lessons.md"), "utf8");
}

function bySlug(one: { readonly slug: string }, other: { readonly slug: string }): number {
  return one.slug < other.slug ? -1 : 1;
}

function slugOf({ slug }: Lesson): string {
  return slug;
}

function summaryOf({ summary }: Lesson): string {
  return summary;
}

function hashOf({ contentHash }: Lesson): string {
  return contentHash;
}

function textOf({ kind, summary, body }: Lesson): string {
  return `${summary}\n${bodyText(kind, body)}`;
}
