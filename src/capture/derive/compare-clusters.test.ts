import fc from "fast-check";
import { expect, test } from "vitest";
import { sayingStory, storedEpisode } from "../../../test/kit/episode.ts";
import { law } from "../../../test/kit/law.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { configDefaults } from "../../platform/configuration/settings.ts";
import { type ClusterWords, clusterWords, groupClusters, linksOf } from "./compare-clusters.ts";

function words(text: string): ClusterWords {
  const story = sayingStory(text);
  const episode = storedEpisode({ kind: "user-correction", story });
  const made = clusterWords(text, [episode], configDefaults.detectors);
  if (made === undefined) throw new Error("no words");
  return made.words;
}

function grouped(clusters: readonly ClusterWords[]): readonly (readonly string[])[] {
  const links = linksOf(clusters, new Set(clusters.map(({ cluster }) => cluster)));
  return groupClusters("saying", clusters, links, new Set())
    .map((group) => group.toSorted())
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

test("opposite advice stays apart, also when both are like a third that takes no side", () => {
  const clusters = [
    words("please use git stash -u before every rebase in here"),
    words("git stash -u before every rebase in here"),
    words("please do not use git stash -u before every rebase in here"),
  ];
  const groups = grouped(clusters);
  expect(groups.filter((group) => group.length > 1)).toHaveLength(1);
  expect(groups.some((group) => group.length === 3)).toBe(false);
});

const things = ["git stash -u", "the old importer", "force pushes", "the shared cache"];
const forms: readonly ((thing: string) => string)[] = [
  (thing) => `always use ${thing} before you rebase the branch`,
  (thing) => `please use ${thing} before you rebase the branch`,
  (thing) => `${thing} before you rebase the branch`,
  (thing) => `do not use ${thing} before you rebase the branch`,
  (thing) => `never use ${thing} before you rebase the branch`,
  (thing) => `please avoid ${thing} before you rebase the branch`,
  (thing) => `rebase the branch instead of using ${thing} before`,
];
const anySaying = fc
  .tuple(fc.constantFrom(...forms), fc.constantFrom(...things))
  .map(([form, thing]) => form(thing));

test("law: no group of sayings holds two that advise against each other, whatever came first", () => {
  fc.assert(
    fc.property(fc.uniqueArray(anySaying, { minLength: 2, maxLength: 8 }), (said) => {
      const clusters = said.map(words);
      const groups = grouped(clusters);
      const advice = new Map(clusters.map((one) => [one.cluster, one.advice]));
      for (const group of groups)
        for (const one of group)
          for (const other of group)
            expect(isOppositeAdvice(advice.get(one) ?? "", advice.get(other) ?? "")).toBe(false);
      expect(grouped(clusters.toReversed())).toEqual(groups);
    }),
    law({ quick: 200 }),
  );
});

test("reports of failing checks are one, whichever test or file they name", () => {
  const clusters = [
    words("the linter is failing again"),
    words("--- FAIL: TestPrices (0.04s)\n    prices_test.go:12: want 3\nFAIL"),
    words("the tests are red, never skip the price suite"),
  ];
  expect(grouped(clusters).map((group) => group.length)).toEqual([2, 1]);
});
