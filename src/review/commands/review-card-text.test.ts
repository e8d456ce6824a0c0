import { expect, test } from "vitest";
import { add, freshContext, gitStash } from "../../../test/kit/store.ts";
import type { ReviewCard } from "../review-card.ts";
import { reviewCardText } from "./review-card-text.ts";

const look = { style: (_: string, text: string) => text, width: 100 };

function cardOf(lesson: Partial<ReviewCard["lesson"]>, projectCount: number): string {
  const card: ReviewCard = {
    lesson: { ...add(freshContext(), gitStash), ...lesson } as ReviewCard["lesson"],
    counts: { occurrenceCount: 2, sessionCount: 2, projectCount },
    reading: "",
    sightings: [],
    near: [],
    warnings: [],
  };
  return reviewCardText(card, look);
}

test("what was seen in several projects stays with the first, and the card says so", () => {
  expect(cardOf({ scope: "project:a" }, 2)).toMatch(/^scope\s+project:a, seen in 2 projects$/mu);
  expect(cardOf({ scope: "project:a" }, 1)).toMatch(/^scope\s+project:a$/mu);
  expect(cardOf({ scope: "machine" }, 2)).toMatch(/^scope\s+machine$/mu);
});

test("the fix that was seen is on the card, to the letter", () => {
  const fix = {
    how: "instead",
    from: "jq",
    to: "node -p",
    times: 2,
    repairs: 3,
    sessions: 2,
  } as const;
  expect(cardOf({ fix }, 1)).toContain("`node -p` instead of `jq` (worked 2 of 3 times)");
});
