import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import {
  archiveAsNoise,
  goldenFolder,
  gitStash,
  jsx,
  programWithCandidates,
  tsNode,
} from "./review-kit.ts";

interface Card {
  readonly number: number | null;
  readonly lesson: { readonly slug: string };
  readonly [key: string]: unknown;
}

test("the numbered list has the form of the document, with what a model has archived", async () => {
  const program = programWithCandidates();
  archiveAsNoise(program);
  await expect(program.ok(["review", "--plain"])).toMatchFileSnapshot(
    join(goldenFolder, "list.txt"),
  );
});

test("without candidates it says so, and what to do", () => {
  const { status, out } = new Program().run(["review"]);
  expect({ status, out }).toEqual({
    status: 1,
    out: "No candidates found. Run `lessons scan` to discover new ones.\n",
  });
});

test("without a terminal the list is printed, and the rest is counted", () => {
  const program = programWithCandidates();
  const out = program.ok(["review", "--limit", "1"]);
  expect(out).toContain("Found 3 candidates. 3 ready for review. The first 1:");
  expect(out).toContain("2 more: lessons review --limit 3");
  expect(out).not.toContain("2. ts-node");
});

test("the list that was shown is remembered for its owner alone", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  const file = join(program.home, ".lessons", "review-list.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { items } = JSON.parse(readFileSync(file, "utf8"));
  expect(items.map(({ number, slug }: { number: number; slug: string }) => [number, slug])).toEqual(
    [
      [1, gitStash],
      [2, tsNode],
      [3, jsx],
    ],
  );
});

test("a card shows everything, with what it would add it to the lesson it expands", async () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  await expect(program.ok(["review", "--card", "3"])).toMatchFileSnapshot(
    join(goldenFolder, "card.txt"),
  );
  const { status, err } = program.run(["review", "--card", "9"]);
  expect(status).toBe(2);
  expect(err).toContain("the last list has no number 9");
});

test("--json has the cards as they are, and noise without numbers", () => {
  const program = programWithCandidates();
  archiveAsNoise(program);
  const { type, total, cards, noise } = program.json(["review"]) as {
    type: string;
    total: number;
    cards: Card[];
    noise: Card[];
  };
  expect({ type, total }).toEqual({ type: "lessons-review", total: 3 });
  expect(cards.map(({ number, lesson }) => [number, lesson.slug])).toEqual([
    [1, gitStash],
    [2, tsNode],
    [3, jsx],
  ]);
  expect(cards[0]).toMatchObject({
    reading: expect.any(String),
    sightings: expect.any(Array),
    near: [],
    warnings: expect.any(Array),
  });
  expect(noise.map(({ number, opinion }) => ({ number, opinion }))).toEqual([
    {
      number: undefined,
      opinion: {
        verdict: "archive",
        reason: "duplicate: near-match of existing lesson",
        by: "a model",
      },
    },
    {
      number: undefined,
      opinion: {
        verdict: "archive",
        reason: "situational: specific to bisect task, not generalizable",
        by: "a model",
      },
    },
  ]);
});
