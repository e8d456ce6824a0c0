import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveries } from "../../lesson/record/lesson.ts";
import { type Act, type DecisionTarget, type DecisionTargets, readBack } from "./act.ts";
import { parseDecision } from "./parse-decision.ts";
import { law } from "../../../test/kit/law.ts";

/** Texts that are hard to quote: every kind of quote, backslashes, and the words of the grammar. */
const hardText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."\"'“”`‘’\\,;:=.-\n ".split(""),
        " then ",
        " and ",
        " because ",
        "approve 1",
        ", skip 2",
        " to ",
        " rest",
        "the ",
        "of ",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const slug = fc.oneof(
  fc.stringMatching(/^[a-z]{1,6}(?:-[a-z0-9]{1,4}){0,2}$/),
  fc.constantFrom("then", "rest", "all", "3", "1-4", "to", "hold", "approve"),
  hardText,
);
const name: fc.Arbitrary<DecisionTarget> = fc.oneof(
  fc.tuple(fc.nat(999), fc.nat(99)).map(([from, more]) => ({ from, to: from + more })),
  fc.record({ slug }),
);
const targets: fc.Arbitrary<DecisionTargets> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      by: fc.constant("name" as const),
      names: fc.array(name, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constantFrom("all" as const, "rest" as const),
      except: fc.array(name, { maxLength: 3 }),
    }),
  },
);
const reason = hardText.filter((text) => text.trim() !== "");
const field = fc.constantFrom(
  "summary",
  "mistake",
  "commandPatterns",
  "tags",
  "priority",
  "whenToUse",
);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record(
    { act: fc.constant("approve" as const), targets, delivery: fc.constantFrom(...deliveries) },
    { requiredKeys: ["act", "targets"] },
  ),
  fc.record({ act: fc.constant("archive" as const), targets, reason }),
  fc.record({
    act: fc.constantFrom("skip" as const, "unarchive" as const, "show" as const),
    targets,
  }),
  fc.record(
    { act: fc.constant("expand" as const), targets, into: slug },
    { requiredKeys: ["act", "targets"] },
  ),
  fc.record({ act: fc.constant("edit" as const), targets, field, value: hardText }),
);
const acts = fc.array(act, { minLength: 1, maxLength: 6 });

test("what is read back is understood as the same acts", () => {
  fc.assert(
    fc.property(acts, (given) => {
      expect(parseDecision(readBack(given))).toEqual({ acts: given });
    }),
    law({ quick: 600, deep: 1000 }),
  );
});

test("a value comes back from every kind of quotes", () => {
  const pairs = fc.constantFrom('""', "“”", "``", "''", "‘’");
  fc.assert(
    fc.property(pairs, hardText, (pair, value) => {
      const [open = "", close = ""] = pair;
      const escaped = value
        .replace(new RegExp(`(\\\\*)(${close})`, "g"), "$1$1\\$2")
        .replace(/\\+$/, "$&$&");
      expect(parseDecision(`edit 2 summary ${open}${escaped}${close} then skip 3`)).toEqual({
        acts: [
          { act: "edit", targets: number(2), field: "summary", value },
          { act: "skip", targets: number(3) },
        ],
      });
    }),
    law({ quick: 1000 }),
  );
});

const wild = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom(
        ..."approve archive because edit summary to then and rest all except 1 3-4 4-1 git-stash into hold skip : , ; \n \" ' “ ( -".split(
          " ",
        ),
      ),
    ),
    { maxLength: 14 },
  )
  .chain((parts) => fc.constantFrom(parts.join(" "), parts.join("")));

test("any text is either understood or has a part that is not", () => {
  fc.assert(
    fc.property(wild, (text) => {
      const parsed = parseDecision(text);
      if ("acts" in parsed) {
        expect(parsed.acts.length).toBeGreaterThan(0);
        expect(parseDecision(readBack(parsed.acts))).toEqual(parsed);
      } else {
        const { start, end, text: part, expected } = parsed.problem;
        expect(part).toBe(text.slice(start, end));
        expect(start + part.length).toBe(end);
        expect(expected).not.toBe("");
      }
    }),
    law({ quick: 3000 }),
  );
});

// Reading again from every word would take minutes, and the time of a test is limited.
test.each([
  ["garbage", "x ' \\ ’ „ "],
  ["numbers", "1, "],
  ["pauses in a text", "and "],
  ["words that nearly end a text", " then approv"],
  ["opening quotes", " “"],
  ["single quotes", " 'a"],
  ["escaped quotes", '\\"'],
  ["backslashes", "\\"],
  ["spaces", "  "],
  ["acts", "edit 1 summary to x, "],
])("a long text of %s is read in one go", (_, piece) => {
  const long = piece.repeat(Math.ceil(200_000 / piece.length));
  for (const opening of [
    "",
    "approve 1, ",
    'archive 1 "',
    "edit 1 summary to a ",
    "approve all except ",
  ])
    expect(parseDecision(opening + long)).toBeTypeOf("object");
});

function number(value: number): DecisionTargets {
  return { by: "name", names: [{ from: value, to: value }] };
}
