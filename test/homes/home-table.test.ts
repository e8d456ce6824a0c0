import { expect, test } from "vitest";
import { homePage, type Section } from "../../scripts/home-table.ts";

interface Figures {
  readonly found: number;
  readonly all: number;
  readonly size: number;
}

const section: Section<Figures> = {
  title: "Mistakes",
  text: "What was found.",
  columns: [
    { head: "recall", of: ({ found, all }) => ({ part: found, whole: all }), worst: "least" },
    { head: "size", of: ({ size }) => size, worst: "most", pooledBy: "most" },
    { head: "all", of: ({ all }) => all },
  ],
};

const homes = [
  { home: "a/small", figures: { found: 0, all: 4, size: 3 } },
  { home: "b/large", figures: { found: 18, all: 20, size: 9 } },
  { home: "c/middle", figures: { found: 6, all: 10, size: 4 } },
  { home: "d/weak", figures: { found: 1, all: 5, size: 1 } },
  { home: "e/empty", figures: { found: 0, all: 0, size: 0 } },
];

test("a home with fewer than five cases is in the pool, but is neither the median nor the worst", () => {
  expect(homePage("# Page\n", [section], homes)).toBe(`# Page

## All homes

| figure | pooled | without the largest home | median home | worst home |
| --- | ---: | ---: | ---: | ---: |
| Mistakes: recall | 0.64 (25/39) | 0.37 (7/19) | 0.60 (3 homes) | 0.20 (1/5) d/weak |
| Mistakes: size | 9 | 4 | 3 (5 homes) | 9 b/large |
| Mistakes: all | 39 | 19 | 5 (5 homes) | – |

## Mistakes

What was found.

| home | recall | size | all |
| --- | ---: | ---: | ---: |
| a/small | 0.00 (0/4) | 3 | 4 |
| b/large | 0.90 (18/20) | 9 | 20 |
| c/middle | 0.60 (6/10) | 4 | 10 |
| d/weak | 0.20 (1/5) | 1 | 5 |
| e/empty | – | 0 | 0 |
| **pooled** | 0.64 (25/39) | 9 | 39 |
| **without b/large** | 0.37 (7/19) | 4 | 19 |
| **median home** | 0.60 (3 homes) | 3 (5 homes) | 5 (5 homes) |
| **worst home** | 0.20 (1/5) d/weak | 9 b/large | – |
`);
});

test("the median of an even number of homes lies between the two in the middle", () => {
  const two = [1, 4].map((found) => ({ home: `h/${found}`, figures: { found, all: 5, size: 0 } }));
  expect(homePage("", [section], two)).toContain("| **median home** | 0.50 (2 homes) |");
});
