import { expect, test } from "vitest";
import { failureRules } from "../failures/classify-failure.ts";
import { longestSummary } from "../../lesson/record/lesson.ts";
import { classAdvice } from "./class-advice.ts";
import { fillWording } from "./failure-words.ts";

const worthTelling = [
  ...new Set(failureRules.filter(({ worth }) => worth !== "none").map(({ name }) => name)),
  "hang",
];

test("every class of failures that can become a lesson has words", () => {
  expect(worthTelling.filter((name) => classAdvice(name) === undefined)).toEqual([]);
});

test("the words need nothing from the message, and fit a summary", () => {
  const speechless = worthTelling.filter((name) => {
    const { summary = [], mistake = [], remediation = [] } = classAdvice(name) ?? {};
    const it = "`docker compose up`";
    const room = longestSummary - it.length;
    return [
      fillWording(summary, {}, room),
      fillWording(mistake, { it }),
      fillWording(remediation, { it }),
    ].includes(undefined);
  });
  expect(speechless).toEqual([]);
});

test("a name that every object has is no class", () => {
  expect(classAdvice("constructor")).toBeUndefined();
});
