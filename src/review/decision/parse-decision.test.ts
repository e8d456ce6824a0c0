import { expect, test } from "vitest";
import { type DecisionTargets, readBack } from "./act.ts";
import { parseDecision } from "./parse-decision.ts";

test("the acts of a sentence come in the order in which they were said", () => {
  expect(
    parseDecision(
      'approve 1 3, edit 2 summary "X" then approve, skip 4, archive 5 "too niche", unarchive biome-config, expand 6, show 2',
    ),
  ).toEqual({
    acts: [
      { act: "approve", targets: numbers(1, 3) },
      { act: "edit", targets: numbers(2), field: "summary", value: "X" },
      { act: "approve", targets: numbers(2) },
      { act: "skip", targets: numbers(4) },
      { act: "archive", targets: numbers(5), reason: "too niche" },
      { act: "unarchive", targets: { by: "name", names: [{ slug: "biome-config" }] } },
      { act: "expand", targets: numbers(6) },
      { act: "show", targets: numbers(2) },
    ],
  });
});

test("delivery, ranges, groups and exceptions are part of an act", () => {
  expect(
    parseDecision("approve 1-4 hold; skip all except 2 and 5; show rest; expand 6 into git-stash"),
  ).toEqual({
    acts: [
      {
        act: "approve",
        targets: { by: "name", names: [{ from: 1, to: 4 }] },
        delivery: "hold",
      },
      {
        act: "skip",
        targets: {
          by: "all",
          except: [
            { from: 2, to: 2 },
            { from: 5, to: 5 },
          ],
        },
      },
      { act: "show", targets: { by: "rest", except: [] } },
      { act: "expand", targets: numbers(6), into: "git-stash" },
    ],
  });
});

// What was typed, and how it is read back.
test.each([
  // From the documents.
  ["approve 1 3", "approve 1, 3"],
  ["approve all", "approve all"],
  ["skip 2", "skip 2"],
  ["skip all", "skip all"],
  ['archive 3 "too niche"', "archive 3 “too niche”"],
  ['archive 1 "already know this"', "archive 1 “already know this”"],
  ['edit 1 summary "X" then approve', "edit 1 summary “X”; approve 1"],
  ["edit 2 priority 8", "edit 2 priority “8”"],
  [
    'edit 2 summary "ts-node needs --esm for ESM projects"',
    "edit 2 summary “ts-node needs --esm for ESM projects”",
  ],
  ["unarchive biome-config", "unarchive biome-config"],
  ["show 2", "show 2"],
  ["approve 1 3, edit 2 summary to X, skip 4", "approve 1, 3; edit 2 summary “X”; skip 4"],
  ["approve 1 hold", "approve 1 hold"],
  ["edit 2 delivery hold", "edit 2 delivery “hold”"],
  ["approve 1-4", "approve 1-4"],
  ["approve rest", "approve rest"],
  ["approve all except 3", "approve all except 3"],
  ["expand 6", "expand 6"],
  ["expand 6 into git-stash-ab12", "expand 6 into git-stash-ab12"],
  // Lists.
  ["approve 1, 3 and 5-7", "approve 1, 3, 5-7"],
  ["approve 1,3,5", "approve 1, 3, 5"],
  ["approve 1, 3, and 5", "approve 1, 3, 5"],
  ["approve 1–4", "approve 1-4"],
  ["approve 1,\n3", "approve 1, 3"],
  ["approve git-stash and 3", "approve git-stash, 3"],
  ["approve biome", "approve “biome”"],
  ['approve "biome"', "approve “biome”"],
  ['approve "rest" and biome', "approve “rest”, “biome”"],
  ["show 2 git-stash", "show 2, git-stash"],
  // Several acts.
  ["approve 1 and skip 2", "approve 1; skip 2"],
  ["approve 1 then skip 2", "approve 1; skip 2"],
  ["approve 1; skip 2", "approve 1; skip 2"],
  ["approve 1\nskip 2\n", "approve 1; skip 2"],
  ["approve 1 3 skip 4", "approve 1, 3; skip 4"],
  ["approve 1, and then, skip 2", "approve 1; skip 2"],
  ["APPROVE 1, Skip 2", "approve 1; skip 2"],
  ["approve 1, 3, skip 2, 4", "approve 1, 3; skip 2, 4"],
  ["skip 2 and approve rest", "skip 2; approve rest"],
  // Reasons.
  ["archive 5: too niche", "archive 5 “too niche”"],
  ["archive 5 too niche", "archive 5 “too niche”"],
  ["archive 4 6 too niche, skip 1", "archive 4, 6 “too niche”; skip 1"],
  ["archive 5, 6 and 7 “too niche”", "archive 5, 6, 7 “too niche”"],
  ["archive 2 and biome-config: old", "archive 2, biome-config “old”"],
  ["archive 5 near-duplicate of 3", "archive 5 “near-duplicate of 3”"],
  ["archive 5 it's “big” then skip 6", "archive 5 “it's “big\\””; skip 6"],
  ["archive 5 old and wrong and skip 6", "archive 5 “old and wrong”; skip 6"],
  ["archive 5 too niche\napprove 1", "archive 5 “too niche”; approve 1"],
  // Values.
  ["edit 2 summary to X", "edit 2 summary “X”"],
  ["edit 2 summary: X", "edit 2 summary “X”"],
  ["edit 2 summary: to be or not", "edit 2 summary “to be or not”"],
  ["edit 2 scope project:ab12, skip 1", "edit 2 scope “project:ab12”; skip 1"],
  ["edit 1 2 delivery hold", "edit 1, 2 delivery “hold”"],
  ["edit rest priority 8", "edit rest priority “8”"],
  [
    "edit 2 summary to leave the lock alone and approve",
    "edit 2 summary “leave the lock alone”; approve 2",
  ],
  [
    "edit 2 summary to build then test, then approve",
    "edit 2 summary “build then test”; approve 2",
  ],
  ['edit 2 summary "X" and approve hold', "edit 2 summary “X”; approve 2 hold"],
  ['edit 2 summary "X" then archive: old', "edit 2 summary “X”; archive 2 “old”"],
  ['edit 2 tags ""', "edit 2 tags “”"],
  ["edit 2 commandPatterns ^a{2,3}$, approve 2", "edit 2 commandPatterns “^a{2,3}$”; approve 2"],
  ["edit 2 commandPatterns `\\bgit\\s+stash\\b`", "edit 2 commandPatterns “\\bgit\\s+stash\\b”"],
  ["edit 2 summary 'don't stash, then approve'", "edit 2 summary “don't stash, then approve”"],
  ['edit 2 summary "say \\"no\\" and skip 3"', 'edit 2 summary “say "no" and skip 3”'],
])("%j is read as %j", (typed, reading) => {
  const parsed = parseDecision(typed);
  expect("acts" in parsed ? readBack(parsed.acts) : parsed).toBe(reading);
});

// The part that is not understood stands between ‹ and ›.
const acts = "approve, archive, edit, skip, unarchive, expand or show";
const lessons = "numbers, a range, slugs, all or rest";
const pause = `a comma, “and” or “then”, and then ${acts}`;
const change = "a field and its value, as in summary “X”";
test.each([
  ["‹›", acts, "approve 1"],
  ["‹aprove› 1", acts, "approve"],
  ["‹skpi› 4", acts, "skip"],
  ["approve 1, ‹achrive› 5 old", acts, "archive"],
  ["archive 5: too niche, ‹aprove› 1", acts, "approve"],
  ["‹frobnicate› 1", acts, undefined],
  ["‹hold› 1", acts, undefined],
  ["‹don't› approve 3", acts, undefined],
  ["‹1› 3", `${acts} before it`, "approve 1"],
  ["approve 1 hold, ‹3›", `${acts} before it`, "approve 3"],
  ['archive 3 old, ‹4› "niche"', `${acts} before it`, "archive 4"],
  ["archive 3 old, ‹rest› later", `${acts} before it`, "archive rest"],
  ["archive 3 old, and ‹wrong›", `${acts}; a text with commas needs quotes`, undefined],
  ["‹approve›", `which lessons to approve: ${lessons}`, "approve 1"],
  ["approve 1, ‹skip›", `which lessons to skip: ${lessons}`, "skip all"],
  ["approve 1, 2 ‹skip›", `which lessons to skip: ${lessons}`, "skip all"],
  ["‹show›, approve 1", `which lessons to show: ${lessons}`, undefined],
  ["approve ‹/1›", `which lessons to approve: ${lessons}`, undefined],
  ["approve ‹hold›", `which lessons to approve: ${lessons}`, undefined],
  ["‹approve all except›", "which lessons not to approve: numbers, a range, slugs", undefined],
  ["approve 1 ‹because› it is great", pause, undefined],
  ["approve 1 hold ‹3›", pause, undefined],
  ["approve 1 ‹the› rest", pause, undefined],
  ["approve 1 ‹skpi› 2", pause, "skip"],
  ["approve ‹4-1›", "a range from the lower to the higher number", "1-4"],
  ["approve 1, ‹archive 5›", 'the reason, as in ‘archive 5 "too niche"’', undefined],
  ["‹archive 5›, approve 1", 'the reason, as in ‘archive 5 "too niche"’', undefined],
  ["‹archive 5›\napprove 1", 'the reason, as in ‘archive 5 "too niche"’', undefined],
  ["‹archive 5› then approve 1", 'the reason, as in ‘archive 5 "too niche"’', undefined],
  ['‹archive 5› ""', 'the reason, as in ‘archive 5 "too niche"’', undefined],
  ["‹edit 2›", change, undefined],
  ["edit 2 ‹to› X", change, undefined],
  ['edit summary 2 ‹"X"›', change, undefined],
  ["‹edit 2 summary› then approve", "the new summary", undefined],
  ["‹edit 2 summary› to", "the new summary", undefined],
  ['edit 2 summary ‹"X, approve 1›', "a quote that closes again", undefined],
  ['approve 1 ‹"X›', "a quote that closes again", undefined],
  ['edit 2 summary to ‹say "X›, approve 1', "quotes around the whole text", undefined],
  ['edit 2 summary "git" ‹loses› files', pause, undefined],
  ["‹expand 6 into›", "the slug of the lesson to expand", undefined],
  ["‹expand 6 into›, skip 2", "the slug of the lesson to expand", undefined],
])("%j is not understood", (marked, expected, suggestion) => {
  const start = marked.indexOf("‹");
  const end = marked.lastIndexOf("›") - 1;
  const text = marked.replace("‹", "").replace("›", "");
  expect(parseDecision(text)).toEqual({
    problem: { start, end, text: text.slice(start, end), expected, suggestion },
  });
});

function numbers(...values: readonly number[]): DecisionTargets {
  return { by: "name", names: values.map((value) => ({ from: value, to: value })) };
}
