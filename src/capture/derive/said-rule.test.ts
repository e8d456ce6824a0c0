import { expect, test } from "vitest";
import { saidRule } from "./said-rule.ts";

const lasting: readonly (readonly [string, string])[] = [
  ["ok so please always run the formatter", "Always run the formatter"],
  ["no, that's wrong, never edit the snapshots", "Never edit the snapshots"],
  ["never open PRs against stable!!!!", "Never open PRs against stable"],
  ["you should never touch the vendored files", "Never touch the vendored files"],
  ["we use the shop client for prices", "Use the shop client for prices"],
  ["we don't mock the clock in tests", "Do not mock the clock in tests"],
  ["from now on, put fixtures under testdata", "Put fixtures under testdata"],
  ["Just start the server directly going forward.", "Start the server directly"],
  ["in this repo we prefer table tests", "Prefer table tests"],
  ["this project uses tabs", "Use tabs in this project"],
  ["don't push without asking me", "Do not push without asking me"],
  ["ask me before you install anything", "Ask before you install anything"],
  ["our convention is to name branches after tickets", "Name branches after tickets"],
  [
    "almost forgot: code standard: every new file needs to have a licence line",
    "Make sure that every new file has a licence line",
  ],
  ["we should be using the id types wherever we can", "Use the id types wherever possible"],
  [
    "I thought the pattern was to use the shop client not call the server",
    "Use the shop client, do not call the server",
  ],
  ["in this repo we want to commit the lock file", "Commit the lock file"],
  ["add the page, never touch the theme, then build it", "Never touch the theme"],
  ["immer zuerst die Tests laufen lassen", "Immer zuerst die Tests laufen lassen"],
  ["테스트는 항상 먼저 실행하세요", "테스트는 항상 먼저 실행하세요"],
];

test.each(lasting)("%j lasts, as %j", (words, rule) => {
  expect(saidRule(words)).toEqual({ rule, isLasting: true });
});

test.each([
  ["we should not touch the shared config", "Do not touch the shared config"],
  ["we don't translate the log lines", "Do not translate the log lines"],
  ["please fix any warning you see", "Fix any warning you see"],
  [
    "internal names are never part of the API",
    "Remember: internal names are never part of the API",
  ],
  ["all pages must have a title", "Remember: all pages must have a title"],
  ["we want the bot to bump versions", "Remember: we want the bot to bump versions"],
])("%j is a norm, as %j: it lasts when it corrects", (words, rule) => {
  expect(saidRule(words)).toEqual({ rule, isLasting: true, isNorm: true });
});

const ofTheMoment: readonly (readonly [string, string])[] = [
  ["don't create a pull request, just a commit", "Do not create a pull request, just a commit"],
  ["do not change the code just yet", "Do not change the code just yet"],
  ["always skip the slow suite in this branch", "Always skip the slow suite in this branch"],
  ["you forgot the changelog entry", "Do not forget the changelog entry"],
  ["stop writing long answers", "Avoid writing long answers"],
  ["use the shared logger", "Use the shared logger"],
];

test.each(ofTheMoment)("%j is an order of the moment, as %j", (words, rule) => {
  expect(saidRule(words)).toEqual({ rule, isLasting: false });
});

test.each([
  "why are you still using tabs?",
  "are we safe to never send the key to another host?",
  "never do that",
  "lint is failing",
  "not sure I like the heuristic",
  "the graph goes up, never gets past ten, and stays there",
  "if the file is missing, always exit with an error",
  "the rerun works, but the lock is never deleted",
  "that is wrong",
])("%j is no rule that somebody else could follow", (words) => {
  expect(saidRule(words)).toBeUndefined();
});
