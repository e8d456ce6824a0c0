import { appendFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../test/kit/store.ts";
import { keepDraft, readDraft, tidyDraft, type DraftDecision } from "./review-draft.ts";

const approve: DraftDecision = { verdict: "approve", edits: [] };
const archive: DraftDecision = { verdict: "archive", reason: "noise", edits: [] };
const edited: DraftDecision = {
  verdict: "none",
  edits: [{ field: "summary", text: "mine", value: "mine" }],
};

test("every decision is there after it was made, and the last one about a lesson holds", () => {
  const home = freshFolder();
  keepDraft(home, [{ id: "a", state: "1", decision: approve }]);
  keepDraft(home, [
    { id: "b", state: "1", decision: archive },
    { id: "c", state: "1", decision: edited },
  ]);
  keepDraft(home, [
    { id: "a", state: "2", decision: archive },
    { id: "b", state: "1", decision: undefined },
  ]);
  expect([...readDraft(home)]).toEqual([
    ["c", { ...edited, reason: undefined, state: "1" }],
    ["a", { ...archive, state: "2" }],
  ]);
  expect(statSync(join(home, "review-draft.jsonl")).mode & 0o777).toBe(0o600);
});

test("a line that a crash cut off costs that line alone", () => {
  const home = freshFolder();
  keepDraft(home, [{ id: "a", state: "1", decision: approve }]);
  appendFileSync(join(home, "review-draft.jsonl"), '{"id":"b","state":"1","deci');
  keepDraft(home, [{ id: "c", state: "1", decision: approve }]);
  expect([...readDraft(home).keys()]).toEqual(["a", "c"]);
});

test("what is no decision is none", () => {
  const home = freshFolder();
  for (const line of [
    "[]",
    "null",
    '{"id":1}',
    '{"id":"a","state":"1","decision":{"verdict":"rm"}}',
  ])
    appendFileSync(join(home, "review-draft.jsonl"), `${line}\n`);
  expect(readDraft(home).size).toBe(0);
});

test("the file goes when nothing in it is open, and not before", () => {
  const home = freshFolder();
  const file = join(home, "review-draft.jsonl");
  tidyDraft(home);
  keepDraft(home, [{ id: "a", state: "1", decision: approve }]);
  tidyDraft(home);
  expect(existsSync(file)).toBe(true);
  keepDraft(home, [{ id: "a", state: "1", decision: undefined }]);
  tidyDraft(home);
  expect(existsSync(file)).toBe(false);
});
