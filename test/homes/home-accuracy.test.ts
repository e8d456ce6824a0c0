import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { homeAccuracy, mistakeLabels, slipLabels } from "../../scripts/home-accuracy.ts";
import type { Corpus, ScannedEpisode, ScannedHome } from "../../scripts/homes.ts";
import { freshFolder } from "../kit/store.ts";

/** Says of every kind of label that all were found, and of every selected episode that it is right. */
const scorer = `
  import { readFileSync } from "node:fs";
  const [labels, episodes, , verdicts, , kinds] = process.argv.slice(2);
  const rows = (file) => readFileSync(file, "utf8").split("\\n").filter(Boolean).map((line) => JSON.parse(line));
  const chosen = rows(episodes).filter(({ verdict, kind }) =>
    verdicts.split(",").includes(verdict) && (kinds === undefined || kinds.split(",").includes(kind)));
  console.log(\`precision (fully labelled sessions): \${chosen.length}/\${chosen.length} = 1.00\`);
  for (const [kind, { length }] of Map.groupBy(rows(labels), ({ kind }) => kind))
    console.log(\`  \${kind}: \${length}/\${length} = 1.00\`);
`;

const found = { session: "s1", line: 1, lines: [], kind: "tool-error-fixed" } as const;
const episodes: readonly ScannedEpisode[] = [
  { ...found, verdict: "accepted", lesson: "a" },
  { ...found, line: 11, verdict: "accepted", lesson: "a" },
  { ...found, line: 21, verdict: "nominated", lesson: "b" },
  { ...found, line: 31, verdict: "nominated", lesson: "c", kind: "user-correction" },
];

const label = { repo: "our/repo", session: "s1", line: 1, kind: "tool-error-fixed" };
const failure = { home: "our__repo", session: "s1", kind: "env", fact: "zsh-glob" } as const;

function measured() {
  const folder = freshFolder();
  const episodesFile = join(folder, "episodes.jsonl");
  writeFileSync(episodesFile, episodes.map((each) => `${JSON.stringify(each)}\n`).join(""));
  writeFileSync(join(folder, "score.mjs"), scorer);
  const home: ScannedHome = {
    name: "our__repo",
    folder,
    logs: folder,
    sessions: 4,
    episodesFile,
    episodes,
  };
  const corpus: Corpus = {
    scorer: join(folder, "score.mjs"),
    labels: [
      label,
      { ...label, line: 21, result_line: 22 },
      { ...label, line: 31, kind: "user-correction" },
      { ...label, repo: "another/repo" },
    ],
    reference: [
      { ...failure, line: 1 },
      { ...failure, line: 21 },
      { ...failure, line: 99, fact: "not found by us" },
      { ...failure, line: 24, kind: "slip", fact: "edit-before-read" },
      { ...failure, line: 31, kind: "slip", fact: "edit-before-read" },
    ],
  };
  return homeAccuracy(home, corpus);
}

test("the labels of a home are its own, and slips of the agent's tools are counted apart from mistakes", () => {
  const { labels, mistakes } = measured();
  expect(labels).toBe(3);
  expect(mistakes.both.recall(mistakeLabels)).toEqual({ part: 1, whole: 1 });
  expect(mistakes.both.recall(slipLabels)).toEqual({ part: 1, whole: 1 });
});

test("a list has the precision of its sightings and the size of its candidates", () => {
  const { mistakes, first, maybe, maybeCorrections } = measured();
  expect(mistakes.first).toMatchObject({ precision: { part: 2, whole: 2 }, candidates: 1 });
  expect(mistakes.both).toMatchObject({ precision: { part: 3, whole: 3 }, candidates: 2 });
  expect({ first, maybe, maybeCorrections }).toEqual({ first: 1, maybe: 2, maybeCorrections: 1 });
});

test("a fact that two candidates share counts twice, and one that none holds does not count", () => {
  expect(measured().candidatesOfFacts).toEqual([2]);
});
