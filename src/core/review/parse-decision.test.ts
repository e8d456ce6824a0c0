import { expect, test } from "vitest";
import type { Act, Target } from "./act.ts";
import { parseDecision } from "./parse-decision.ts";
import { readBack } from "./read-back.ts";

test("the acts of a sentence come in the order in which they were said", () => {
  expect(
    parseDecision(
      'approve 1 3, edit 2 summary "X" then approve, skip 4, archive 5 "too niche", unarchive biome-config, expand 6, show 2',
    ),
  ).toEqual({
    acts: [
      { act: "approve", targets: [number(1), number(3)] },
      { act: "edit", targets: [number(2)], field: "summary", value: "X" },
      { act: "approve", targets: [number(2)] },
      { act: "skip", targets: [number(4)] },
      { act: "archive", targets: [number(5)], reason: "too niche" },
      { act: "unarchive", targets: [{ by: "slug", slug: "biome-config" }] },
      { act: "expand", targets: [number(6)] },
      { act: "show", targets: [number(2)] },
    ],
  });
});

test("delivery, ranges, groups and exceptions are part of an act", () => {
  expect(
    parseDecision(
      "approve 1-4 hold; skip all except 2 and 5; show the rest; merge 6 into git-stash",
    ),
  ).toEqual({
    acts: [
      { act: "approve", targets: [{ by: "range", from: 1, to: 4 }], delivery: "hold" },
      { act: "skip", targets: [{ by: "all", except: [number(2), number(5)] }] },
      { act: "show", targets: [{ by: "rest" }] },
      { act: "expand", targets: [number(6)], into: "git-stash" },
    ],
  });
});

// What was typed, and how it is read back. The last sentence of a reading is left out where it is only implied.
test.each([
  // From the documents.
  ["approve 1 3", "approve 1, 3"],
  ["approve 1 2", "approve 1, 2"],
  ["approve all", "approve all"],
  ["skip 2", "skip 2"],
  ["skip all", "skip all"],
  ['archive 3 "too niche"', "archive 3: too niche"],
  ['archive 1 "already know this"', "archive 1: already know this"],
  ['edit 1 summary "X" then approve', "change the summary of 1 to “X”, then approve it"],
  ["edit 2 priority 8", "change the priority of 2 to “8”"],
  [
    'edit 2 summary "ts-node needs --esm for ESM projects"',
    "change the summary of 2 to “ts-node needs --esm for ESM projects”",
  ],
  ["unarchive biome-config", "unarchive biome-config"],
  ["show 2", "show 2"],
  [
    "approve 1 3, edit 2 summary to X, skip 4",
    "approve 1, 3; change the summary of 2 to “X”; skip 4",
  ],
  ["approve 1 hold", "approve 1 with hold"],
  ["edit 2 delivery hold", "change the delivery of 2 to “hold”"],
  ["approve 1-4", "approve 1-4"],
  ["approve rest", "approve the rest"],
  ["expand 6", "expand 6"],
  ["expand 6 into git-stash-ab12", "expand 6 into git-stash-ab12"],
  // Lists.
  ["approve 1, 3 and 5-7", "approve 1, 3, 5-7"],
  ["approve 1,3,5", "approve 1, 3, 5"],
  ["approve 1, 3, and 5", "approve 1, 3, 5"],
  ["approve 1 & 3 + 4", "approve 1, 3, 4"],
  ["approve #1 #3", "approve 1, 3"],
  ["approve 1–4", "approve 1-4"],
  ["approve 1 - 4", "approve 1-4"],
  ["approve 1..4", "approve 1-4"],
  ["approve 1 to 4", "approve 1-4"],
  ["approve 1 through 4, 6", "approve 1-4, 6"],
  ["approve lessons 1 and 3", "approve 1, 3"],
  ["approve lesson 1 and lesson 3", "approve 1, 3"],
  ["approve number 2", "approve 2"],
  ["approve the 1st and the 3rd", "approve 1, 3"],
  ["approve the first one and the third one", "approve 1, 3"],
  ["approve two and four", "approve 2, 4"],
  ["approve 1,\n3", "approve 1, 3"],
  ["approve git-stash and 3", "approve git-stash, 3"],
  ["approve biome", "approve “biome”"],
  ['approve "biome"', "approve “biome”"],
  ["show 2 git-stash", "show 2, git-stash"],
  ["approve (1, 3)", "approve 1, 3"],
  ["approve only 1 (hold)", "approve 1 with hold"],
  // Several acts.
  ["approve 1 and skip 2", "approve 1; skip 2"],
  ["approve 1 then skip 2", "approve 1; skip 2"],
  ["approve 1; skip 2", "approve 1; skip 2"],
  ["approve 1. Skip 2.", "approve 1; skip 2"],
  ["approve 1\nskip 2\n", "approve 1; skip 2"],
  ["- approve 1\n- skip 2", "approve 1; skip 2"],
  ["approve 1 3 skip 4", "approve 1, 3; skip 4"],
  ["approve 1, and then, skip 2", "approve 1; skip 2"],
  ["approve 1 but skip 2", "approve 1; skip 2"],
  ["APPROVE 1, Skip 2", "approve 1; skip 2"],
  ["approve 1, 3, skip 2, 4", "approve 1, 3; skip 2, 4"],
  ["approve 1, 2 and skip the rest", "approve 1, 2; the rest is skipped"],
  ["skip 2, approve everything else", "skip 2; approve the rest"],
  ["skip 2, approve the others", "skip 2; approve the rest"],
  ["skip 2 and approve all the rest", "skip 2; approve the rest"],
  ["approve all of them", "approve all"],
  ["approve everything except 3", "approve all except 3"],
  ["approve all but 3 and 5", "approve all except 3, 5"],
  ["approve all but not 3", "approve all except 3"],
  ["approve all but skip 3", "approve all; skip 3"],
  ["approve 1. Then the rest is skipped", "approve 1; the rest is skipped"],
  // The lessons first.
  ["1: approve, 2: skip", "approve 1; skip 2"],
  ["1 approve\n2 skip\n3 archive too niche", "approve 1; skip 2; archive 3: too niche"],
  ["1. approve\n2. skip", "approve 1; skip 2"],
  ["1 and 3 are approved, the rest is skipped", "approve 1, 3; the rest is skipped"],
  ["2: edit summary to X", "change the summary of 2 to “X”"],
  ["1) approve\n2) skip", "approve 1; skip 2"],
  // Other words.
  ["yes approve 1 and 3 please, drop 2 because too niche", "approve 1, 3; archive 2: too niche"],
  ["accept 1, promote 2 and keep 3", "approve 1; approve 2; approve 3"],
  ["ok, please approve 1, thanks", "approve 1"],
  ["I'd like to approve 1 and 3", "approve 1, 3"],
  ["let’s approve 1", "approve 1"],
  ["go ahead and approve 1", "approve 1"],
  ["can you show me 2?", "show 2"],
  ["show details of 2", "show 2"],
  ["leave 4 for later", "skip 4"],
  ["leave 4 as is, approve 1", "skip 4; approve 1"],
  ["later 4", "skip 4"],
  ["restore biome-config", "unarchive biome-config"],
  ["reject 4 as duplicate", "archive 4: duplicate"],
  ["keep 1-3, delete 4 (dup), rest later", "approve 1-3; archive 4: dup; the rest is skipped"],
  // Reasons.
  ["archive 5: too niche", "archive 5: too niche"],
  ["archive 5 because too niche", "archive 5: too niche"],
  ["archive 5 because of noise", "archive 5: noise"],
  ["archive 5 too niche", "archive 5: too niche"],
  ["archive 5 - too niche", "archive 5: too niche"],
  ["archive 5 (too niche)", "archive 5: too niche"],
  ["archive 5, 6 and 7 “too niche”", "archive 5, 6, 7: too niche"],
  ["archive biome-config: old, and wrong", "archive biome-config: “old, and wrong”"],
  ["remove 2 and biome because old", "archive 2, “biome”: old"],
  ["archive 5 because old, approve 1", "archive 5: old; approve 1"],
  ["archive 5 because old, keep it in mind", "archive 5: “old, keep it in mind”"],
  ["archive 5 one of many", "archive 5: one of many"],
  ["archive 5 because it's “big”, then skip 6", "archive 5: “it's “big\\””; skip 6"],
  // Values.
  ["edit 2 summary to X", "change the summary of 2 to “X”"],
  ["edit 2 summary: X", "change the summary of 2 to “X”"],
  ["edit 2 summary = X", "change the summary of 2 to “X”"],
  ["edit 2: summary X", "change the summary of 2 to “X”"],
  ["edit 2's summary to X", "change the summary of 2 to “X”"],
  ["change the summary of 2 to X", "change the summary of 2 to “X”"],
  ["set priority of 2 to 8", "change the priority of 2 to “8”"],
  ["set confidence for 2 to 0.8.", "change the confidence of 2 to “0.8”"],
  ["edit 2 scope project:ab12, skip 1", "change the scope of 2 to “project:ab12”; skip 1"],
  ["edit 1 2 delivery hold", "change the delivery of 1, 2 to “hold”"],
  [
    "edit 2 summary to add, commit and push then approve",
    "change the summary of 2 to “add, commit and push”, then approve it",
  ],
  [
    "edit 2 summary to leave the lock alone and approve",
    "change the summary of 2 to “leave the lock alone”, then approve it",
  ],
  [
    "edit 2 summary to do not keep it, skip ci, approve 1",
    "change the summary of 2 to “do not keep it, skip ci”; approve 1",
  ],
  [
    'edit 2 summary "X", priority 8 and delivery hold then approve',
    "change the summary of 2 to “X”; change the priority of 2 to “8”; change the delivery of 2 to “hold”, then approve it",
  ],
  [
    "edit 2 summary to X, priority: 8",
    "change the summary of 2 to “X”; change the priority of 2 to “8”",
  ],
  [
    'edit 2 summary "X" and approve it with hold',
    "change the summary of 2 to “X”, then approve it with hold",
  ],
  ['edit 2 tags ""', "change the tags of 2 to “”"],
  ["edit 2 tags +tool:git, lang:ts", "change the tags of 2 to “+tool:git, lang:ts”"],
  [
    "edit 2 commandPatterns `\\bgit\\s+stash\\b`",
    "change the commandPatterns of 2 to “\\bgit\\s+stash\\b”",
  ],
  [
    "edit 2 summary 'don't stash, then approve'",
    "change the summary of 2 to “don't stash, then approve”",
  ],
  ["edit 2 summary «a, then skip 3»", "change the summary of 2 to “a, then skip 3”"],
  ["edit 2 summary „a“, skip 3", "change the summary of 2 to “a”; skip 3"],
  ['edit 2 summary "say \\"no\\" and skip 3"', 'change the summary of 2 to “say "no" and skip 3”'],
  ['show 2 then archive because "old"', "show 2; archive 2: old"],
])("%j is read as %j", (typed, reading) => {
  const parsed = parseDecision(typed);
  expect("acts" in parsed ? said(parsed.acts) : parsed).toBe(reading);
});

// The part that is not understood stands between ‹ and ›.
const acts = "approve, archive, edit, skip, unarchive, expand or show";
const lessons = "numbers, a range, slugs, all or rest";
const pause = `a comma, “and”, “then” or a new line, and then ${acts}`;
test.each([
  ["‹›", acts, "approve all"],
  ["‹aprove› 1", acts, "approve"],
  ["‹skpi› 4", acts, "skip"],
  ["approve 1, ‹achrive› 5 because old", acts, "archive"],
  ["archive 5: too niche, ‹aprove› 1", acts, "approve"],
  ["‹frobnicate› 1", acts, undefined],
  ["‹hold› 1", acts, undefined],
  ["‹approve›", `which lessons to approve: ${lessons}`, "approve all"],
  ["approve 1, ‹skip›", `which lessons to skip: ${lessons}`, "skip all"],
  ["approve 1, 2 ‹skip›", `which lessons to skip: ${lessons}`, "skip all"],
  ["‹show›, approve 1", `which lessons to show: ${lessons}`, undefined],
  ["approve ‹/1›", `which lessons to approve: ${lessons}`, undefined],
  ["approve ‹it›", "a number or a slug: no lesson was named before", undefined],
  ["‹don't approve› 3", "what to do, not what not to do", "skip"],
  ["approve 1, do ‹not archive› 3", "what to do, not what not to do", "skip"],
  ["approve 1, ‹no› 2", "what to do, not what not to do", undefined],
  ["approve ‹none›", `which lessons to approve: ${lessons}`, undefined],
  ['archive 3 old, ‹4› "niche"', `${acts} before it`, "archive 4"],
  ["approve 1 and ‹maybe› 3", acts, undefined],
  ["approve 1 ‹not› 3", pause, undefined],
  ["approve 1 ‹because› it is great", pause, undefined],
  ['edit summary 2 ‹"X"›', "a field and its value, as in summary “X”", undefined],
  ["approve 1 hold, ‹3›", `${acts} before it`, "approve 3"],
  ["‹1 3›", `${acts} before it`, "approve 1 3"],
  ["approve 1\n‹3›", `${acts} before it`, "approve 3"],
  ["approve 1 hold ‹3›", pause, undefined],
  ["keep 4 ‹for› later", pause, undefined],
  ["approve ‹4-1›", "a range from the lower to the higher number", "1-4"],
  ["approve 1, ‹archive 5›", "the reason, as in “archive 5 because too niche”", undefined],
  ["‹archive 5›, approve 1", "the reason, as in “archive 5 because too niche”", undefined],
  ['‹archive 5› ""', "the reason, as in “archive 5 because too niche”", undefined],
  ["‹edit 2›", "a field and its value, as in summary “X”", undefined],
  ["edit 2 ‹to› X", "a field and its value, as in summary “X”", undefined],
  ["‹edit 2 summary› then approve", "the new summary", undefined],
  ['edit 2 summary ‹"X, approve 1›', "a quote that closes again", undefined],
  ['edit 2 summary to say ‹"X, approve 1›', "a quote that closes again", undefined],
  ['edit 2 summary "git" ‹loses› files', pause, undefined],
  ["‹expand 6 into›", "the slug of the lesson to expand", undefined],
])("%j is not understood", (marked, expected, suggestion) => {
  const start = marked.indexOf("‹");
  const end = marked.lastIndexOf("›") - 1;
  const text = marked.replace("‹", "").replace("›", "");
  expect(parseDecision(text)).toEqual({
    problem: {
      start,
      end,
      text: text.slice(start, end),
      expected,
      suggestion,
    },
  });
});

/** The reading without the sentence about the rest that nobody said. */
function said(read: readonly Act[]): string {
  const isSaid = read.some(
    (act) => act.act === "skip" && act.targets.some((target) => target.by === "rest"),
  );
  return isSaid ? readBack(read) : readBack(read).replace(/; the rest is skipped$/, "");
}

function number(value: number): Target {
  return { by: "number", number: value };
}
