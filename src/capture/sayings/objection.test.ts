import { expect, test } from "vitest";
import { sentencesOf } from "./correction-words.ts";
import { objects } from "./objection.ts";
import type { Answer, Remark } from "./user-correction.ts";

const afterWork: Remark = {
  text: "",
  isFirst: false,
  isRejectionReason: false,
  wasInterrupting: false,
  before: { calls: 12, edits: 3, lastAssistant: "All done, the suite is green." },
};
const working: Answer = { undid: false, wroteMemory: false };
const reworking: Answer = { ...working, reworked: true };

function isObjection(
  text: string,
  {
    remark = {},
    answer = working,
    isAsked = false,
  }: { remark?: Partial<Remark>; answer?: Answer; isAsked?: boolean } = {},
): boolean {
  const sentences = sentencesOf(text);
  return objects(text, { sentences, remark: { ...afterWork, ...remark, text }, answer, isAsked });
}

test.each([
  "the totals do not belong in the header",
  "you placed the banner below the fold, it should be on top",
  "you dropped the index without a reason",
  "der Button gehört nicht dorthin, er sollte unten stehen",
  "le prix ne doit pas être arrondi",
  "el total no debe incluir el envío",
])("two things that are about the work are an objection: %s", (text) => {
  expect(isObjection(text)).toBe(true);
});

test.each([
  "not that table, the one on the invoice page",
  "the footer belongs under the map",
  "合计不对",
  "только не в этот файл",
])("one is enough when the agent changed the same files again: %s", (text) => {
  expect([isObjection(text), isObjection(text, { answer: reworking })]).toEqual([false, true]);
});

test("one is enough when the agent was stopped for it", () => {
  const text = "the invoices have no footer";
  expect(isObjection(text, { remark: { wasInterrupting: true } })).toBe(true);
});

test.each([
  "should the totals not be in the header?",
  "could you check that it does not run twice",
  "ok, then it should not be long now",
  "I must admit I do not know the old importer",
  "and maybe the totals should not be in the header",
  "translate the page into Danish",
])("questions, requests, agreement, words about oneself and new work are none: %s", (text) => {
  expect(isObjection(text, { answer: reworking })).toBe(false);
});

test("an answer to the agent's question is none", () => {
  const text = "the totals should not be in the header";
  expect(isObjection(text, { answer: reworking, isAsked: true })).toBe(false);
});

test("before anything was done there is nothing to object to", () => {
  const text = "the totals should not be in the header";
  const before = { calls: 1, edits: 0 };
  expect(isObjection(text, { remark: { before }, answer: reworking })).toBe(false);
});
