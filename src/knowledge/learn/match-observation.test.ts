import { expect, test } from "vitest";
import type { Body } from "../../lesson/record/body.ts";
import { matchObservation, type ComparedObservation } from "./match-observation.ts";

function decision(
  id: string,
  text: string,
  more: Partial<ComparedObservation> = {},
): ComparedObservation {
  const body: Body = { context: text, decision: text };
  return { id, kind: "decision", summary: text, body, contentHash: `hash of ${text}`, ...more };
}

const npm = decision("npm", "Publish the packages with npm from the release branch");
const cache = decision("cache", "Keep the cache of the parser in memory only");

test("the same to the letter is the same, whatever the model says", () => {
  expect(matchObservation(npm, [cache, npm], { sameAs: "cache" })).toBe(npm);
});

test("nearly the same words are the same thing, other words are not", () => {
  const near = decision("new", "Publish all packages with npm from the release branch only");
  expect(matchObservation(near, [cache, npm])).toBe(npm);
  const other = decision("new", "Log in JSON lines, one object for each request");
  expect(matchObservation(other, [cache, npm])).toBeUndefined();
});

test("the same words of another kind are another thing", () => {
  const pitfall = { ...npm, kind: "pitfall", contentHash: "other" } as const;
  expect(matchObservation(pitfall, [npm])).toBeUndefined();
});

test("opposite advice never merges, not even when the model says that it is the same", () => {
  const never = decision("new", "Never publish the packages with npm from the release branch");
  expect(matchObservation(never, [npm], { sameAs: "npm" })).toBeUndefined();
});

test("a model knows a thing again in other words, but not in words that have nothing in common", () => {
  const reworded = decision("new", "Releases go to the registry by npm, and from their own branch");
  expect(matchObservation(reworded, [cache, npm])).toBeUndefined();
  expect(matchObservation(reworded, [cache, npm], { sameAs: "npm" })).toBe(npm);
  const unrelated = decision("new", "Write dates as ISO 8601");
  expect(matchObservation(unrelated, [cache, npm], { sameAs: "npm" })).toBeUndefined();
});

test("of several the nearest is taken, and at equal nearness always the same", () => {
  const found = decision("new", "Publish the packages with npm from the release branch today");
  const twin = { ...npm, id: "a twin", contentHash: "other" };
  expect(matchObservation(found, [npm, cache, twin])).toBe(twin);
  expect(matchObservation(found, [twin, cache, npm])).toBe(twin);
});

test("what another item of the answer is about is joined by its name alone", () => {
  const near = decision("new", "Publish all packages with npm from the release branch only");
  const taken = new Set(["npm"]);
  expect(matchObservation(near, [cache, npm], { taken })).toBeUndefined();
  expect(matchObservation(near, [cache, npm], { taken, sameAs: "npm" })).toBe(npm);
});
