import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveries } from "../lesson.ts";
import type { Act, NamedTarget, Target } from "./act.ts";
import { parseDecision } from "./parse-decision.ts";
import { readBack } from "./read-back.ts";
import { law } from "../../../test/kit/law.ts";

/** Texts that are hard to quote: every kind of quote, backslashes, and the words of the grammar. */
const hardText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."\"'“”„«»‹›`‘’‚「」\\,;:=.-\n ".split(""),
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
const named: fc.Arbitrary<NamedTarget> = fc.oneof(
  fc.record({ by: fc.constant("number" as const), number: fc.nat(999) }),
  fc
    .tuple(fc.nat(99), fc.nat(99))
    .map(([from, more]) => ({ by: "range" as const, from, to: from + more })),
  fc.record({ by: fc.constant("slug" as const), slug }),
);
const namedPlainly = named.filter(
  (target) => target.by !== "slug" || /^[a-z]+-[a-z0-9]+$/.test(target.slug),
);
const group: fc.Arbitrary<Target> = fc.oneof(
  fc.constantFrom<Target>({ by: "all" }, { by: "rest" }),
  fc.record({
    by: fc.constantFrom("all" as const, "rest" as const),
    except: fc.array(namedPlainly, { minLength: 1, maxLength: 3 }),
  }),
);
const targets = fc.oneof(
  { weight: 4, arbitrary: fc.array(named, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: group.map((only): Target[] => [only]) },
);
const plainWords = fc
  .array(
    fc.constantFrom(..."old and then skip approve all 3 but later it because of rest".split(" ")),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((said) => said.join(" "));
const reason = fc.oneof(hardText, plainWords).filter((text) => text.trim() !== "");
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
const edited: fc.Arbitrary<readonly Act[]> = fc
  .tuple(targets, field, hardText, reason)
  .chain(([on, name, value, why]) =>
    fc.constantFrom<readonly Act[]>(
      [
        { act: "edit", targets: on, field: name, value },
        { act: "approve", targets: on },
      ],
      [
        { act: "edit", targets: on, field: name, value },
        { act: "archive", targets: on, reason: why },
      ],
    ),
  );
const acts = fc
  .array(
    fc.oneof(
      act.map((one) => [one]),
      edited,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.flat());

test("what is read back is understood as the same acts, and the rest as skipped where it says so", () => {
  fc.assert(
    fc.property(acts, (given) => {
      const reading = readBack(given);
      const isRestImplied =
        reading.endsWith("; the rest is skipped") && readBack([...given, skipRest]) === reading;
      expect(parseDecision(reading)).toEqual({
        acts: isRestImplied ? [...given, skipRest] : given,
      });
    }),
    law({ quick: 600, deep: 1000 }),
  );
});

test("a value comes back from every kind of quotes", () => {
  const pairs = fc.constantFrom(
    '""',
    "“”",
    "””",
    "«»",
    "»«",
    "‹›",
    "``",
    "''",
    "‘’",
    "「」",
    "『』",
    "„“",
  );
  fc.assert(
    fc.property(pairs, hardText, (pair, value) => {
      const [open = "", close = ""] = pair;
      // German quotes close with either of the English ones.
      const closers = open === "„" ? "“”" : close;
      const escaped = value
        .replace(new RegExp(`(\\\\*)([${closers}])`, "g"), "$1$1\\$2")
        .replace(/\\+$/, "$&$&");
      expect(parseDecision(`edit 2 summary ${open}${escaped}${close} then skip 3`)).toEqual({
        acts: [
          { act: "edit", targets: [{ by: "number", number: 2 }], field: "summary", value },
          { act: "skip", targets: [{ by: "number", number: 3 }] },
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
        ..."approve archive because edit summary to then and rest all except 1 3-4 4-1 it one is not into hold with of : , ; . \n \" ' “ ( -".split(
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
        expect(parsed.acts.every((one) => one.targets.length > 0)).toBe(true);
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

test.each([
  ["garbage", "x ' \\ ’ „ "],
  ["numbers", "1, "],
  ["pauses in a text", "and "],
  ["fillers in a text", "and please "],
  ["texts that nearly end", ", aprove x"],
  ["single quotes", " 'a"],
  ["backslashes", "\\"],
  ["stops", "."],
  ["ranges", "1 - "],
  ["acts", "edit 1 summary to x, "],
])("a long text of %s is read in linear time", (_, piece) => {
  const read = (length: number) => {
    const text = `edit 1 summary to a ${piece.repeat(Math.ceil(length / piece.length))}`;
    const starts = ["", "approve 1, 2, ", 'archive 1 "', "approve all except 1, "];
    const start = performance.now();
    for (const opening of starts) parseDecision(opening + text);
    return performance.now() - start;
  };
  read(10_000);
  // Linear reading takes a tenth of a second or two; reading again from every word takes minutes.
  expect(read(200_000)).toBeLessThan(5_000);
});

const skipRest: Act = { act: "skip", targets: [{ by: "rest" }] };
