import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { withBriefLock } from "./brief-lock.ts";

const noon = new Date("2026-01-01T12:00:00Z");
const elevenAm = new Date("2026-01-01T11:00:00Z");

test("while one is at it the next one does nothing, and afterwards it may", () => {
  const lock = join(freshFolder(), "lock");
  const done = withBriefLock(lock, new Date(), () => [
    "first",
    withBriefLock(lock, new Date(), () => "second"),
  ]);
  expect(done).toEqual(["first", undefined]);
  expect(withBriefLock(lock, new Date(), () => "third")).toBe("third");
});

test("work that fails leaves no lock", () => {
  const lock = join(freshFolder(), "lock");
  const failing = () =>
    withBriefLock(lock, noon, () => {
      throw new Error("broken");
    });
  expect(failing).toThrow("broken");
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ["an hour ago", elevenAm, noon],
  ["in the future", noon, elevenAm],
])("a lock that was left %s is taken away for the next one", (_, left, now) => {
  const lock = join(freshFolder(), "lock");
  writeFileSync(lock, "");
  utimesSync(lock, left, left);
  expect(withBriefLock(lock, now, () => "done")).toBe(undefined);
  expect(withBriefLock(lock, now, () => "done")).toBe("done");
});
