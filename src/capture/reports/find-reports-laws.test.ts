import fc from "fast-check";
import { expect, test } from "vitest";
import { kinds } from "../../lesson/record/body.ts";
import { lessonDraftSchema } from "../../lesson/schema.ts";
import { findReports } from "./find-reports.ts";
import { protocolExample } from "./protocol.ts";
import type { ReportedDraft } from "./report.ts";
import { law } from "../../../test/kit/law.ts";

/** Words with the traps of prose: colons, arrows, hashes, quotation marks, and the names of fields. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}$/u),
  fc.constantFrom(
    "the",
    "fix:",
    "mistake:",
    "tool:x",
    "a:b",
    "https://x.y/z",
    "#1",
    ">",
    "-",
    "#lesson",
    "`x`",
    "**x**",
    "…",
  ),
);
const starter = fc.stringMatching(/^[A-Z][a-z]{1,6}$/u).filter((text) => !isName(text));
const sentence = fc
  .tuple(starter, fc.array(word, { maxLength: 8 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
/** For tags on one line no field's name may stand inside a value. */
const plainSentence = fc
  .array(starter, { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "));
const paragraph = fc
  .array(sentence, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join("\n"));

const told = (text: fc.Arbitrary<string>) =>
  fc.record({
    tool: fc.option(fc.constantFrom("Bash", "Edit", "mcp__db__query"), { nil: undefined }),
    trigger: fc.option(plainSentence, { nil: undefined }),
    mistake: text,
    fix: text,
    tags: fc.uniqueArray(fc.constantFrom("lang:go", "tool:git", "topic:x"), { maxLength: 3 }),
  });
interface OpenEntry {
  readonly tool?: string | undefined;
  readonly trigger?: string | undefined;
  readonly mistake: string;
  readonly fix: string;
  readonly tags: readonly string[];
}

const names = {
  tool: ["tool", "Tools"],
  trigger: ["trigger", "TRIGGERS"],
  mistake: ["mistake", "Problem"],
  fix: ["fix", "Remediation", "solution"],
  tags: ["tags", "Tags"],
} as const;

const style = fc.record({
  name: fc.nat(5),
  key: fc.constantFrom<(name: string) => string>(
    (name) => `${name}: `,
    (name) => `**${name}:** `,
    (name) => `- **${name}**: `,
    (name) => `${name}:\n`,
    (name) => `  ${name} : `,
  ),
  around: fc.constantFrom<(tag: string) => string>(
    (tag) => tag,
    (tag) => `\`\`\`\n${tag}\n\`\`\``,
    (tag) => tag.replaceAll(/^/gmu, "> "),
    (tag) => tag.replaceAll(/^/gmu, ">> "),
    (tag) => tag.replaceAll("\n", "\r\n"),
    (tag) => `- ${tag.replaceAll("\n", "\n  ")}`,
    (tag) => `Prose before.\n\n${tag}\n\nProse behind.`,
  ),
  isReversed: fc.boolean(),
  isFenced: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer Choice> ? Choice : never;

test("a tag written in any way is read back with the same fields", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(told(paragraph), style), { minLength: 1, maxLength: 3 }),
      (tags) => {
        const text = tags.map(([fields, how]) => written(fields, how)).join("\n");
        expect(findReports(text).map(fieldsOf)).toEqual(tags.map(([fields]) => plain(fields)));
      },
    ),
    law({ quick: 400, deep: 500 }),
  );
});

test("a tag on one line is read back with the same fields", () => {
  const separator = fc.constantFrom(" ", "; ", " | ", ", ");
  fc.assert(
    fc.property(told(plainSentence), separator, fc.nat(5), (fields, between, choice) => {
      const line = pairs(fields, choice).map(([name, value]) => `${name}: ${value}`);
      const text = `#lesson ${line.join(between)} #/lesson`;
      expect(findReports(text).map(fieldsOf)).toEqual([plain(fields)]);
    }),
    law(),
  );
});

/** Pieces that can come together to anything that a report is made of. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "#lesson",
      "#/lesson",
      "#lesson:cancel",
      "[PROCESS_KNOWLEDGE]",
      "[/PROCESS_KNOWLEDGE]",
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom("\n", "\n", "\r\n", " ", "> ", "- ", "```", "**", "`") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("mistake: ", "fix: ", "tool: ", "tags: ", "scope: ", "trigger: "),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "type: checklist",
      "items: [a, b]",
      "title: x",
      "constraint: y",
      "steps:\n  - z",
      "&a ",
      "*a",
      "!!set ",
      "{",
      "}",
      "\t",
      "<x>",
      "…",
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x".repeat(600), "y ".repeat(6000), "\u001B[31m", "\uD800"),
  },
);

test("no text throws, and every lesson in it is one that may be stored", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const lineCount = text.split(/\r\n|\n|\r/u).length;
      for (const report of findReports(text)) {
        if (report.is === "problem") {
          expect(report.lineInText).toBeGreaterThan(0);
          expect(report.lineInText).toBeLessThanOrEqual(lineCount);
        }
        if (report.is !== "lesson") continue;
        expect(schemaProblem(report.draft)).toBeUndefined();
      }
    }),
    law({ quick: 2000 }),
  );
});

/** Texts that a lesson may not have: hidden, too long, empty, odd. */
const wild = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    "\u200B",
    "x".repeat(501),
    "y ".repeat(5001),
    "a\uD800b",
    "\u001B[31mred",
    "null",
    "<x>",
  ),
  fc.constantFrom(
    "Bash",
    "lang:go",
    "HIGH",
    "11",
    "team:x",
    "checklist",
    "PreToolUse",
    "numbered",
    "**/x",
  ),
);
const wildValue = fc.oneof(
  wild,
  fc.array(wild, { maxLength: 3 }),
  fc.array(wild, { minLength: 101, maxLength: 103 }),
  fc.dictionary(wild, wild, { maxKeys: 3 }),
);
const blockField = fc.constantFrom(
  ..."type priority label description tags scope trigger triggers tool_names file_patterns action_keywords triad_names injectOn title items format situation action risk severity mitigation constraint rationale mistake fix area impact context decision when_to_use steps iron_law checklist pattern".split(
    " ",
  ),
);
const wildBlock = fc
  .tuple(fc.constantFrom(...kinds), fc.dictionary(blockField, wildValue, { maxKeys: 12 }))
  .map(([kind, fields]) => {
    const asked = {
      title: "a",
      items: ["b"],
      situation: "c",
      action: "d",
      risk: "e",
      severity: "f",
      mitigation: "g",
      constraint: "h",
      mistake: "i",
      context: "j",
      decision: "k",
      description: "l",
      when_to_use: "m",
      steps: ["n"],
    };
    const json = JSON.stringify({ type: kind, ...asked, ...fields });
    return `[PROCESS_KNOWLEDGE]\n${json}\n[/PROCESS_KNOWLEDGE]`;
  });
const wildTag = fc
  .dictionary(
    fc.constantFrom("tool", "trigger", "fix", "tags", "scope", "summary", "area", "impact"),
    wild,
  )
  .map((fields) => Object.entries(fields).map(([name, value]) => `${name}: ${value}`))
  .map((lines) => ["#lesson", "mistake: a", ...lines, "#/lesson"].join("\n"));

test("every lesson of a report with odd values is one that may be stored", () => {
  let lessons = 0;
  fc.assert(
    fc.property(fc.oneof(wildBlock, wildTag), (text) => {
      for (const report of findReports(text)) {
        if (report.is !== "lesson") continue;
        lessons += 1;
        expect(schemaProblem(report.draft)).toBeUndefined();
      }
    }),
    law({ quick: 1000 }),
  );
  expect(lessons).toBeGreaterThan(300);
});

test("a tag that is begun and not finished is always a problem", () => {
  const line = fc.oneof(sentence, fc.constantFrom("", "mistake: a", "fix: b", "```", "> quoted"));
  const lines = fc.array(
    line.map((text) => text.replaceAll("#lesson", "")),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, lines, lines, (before, inside, behind) => {
      const text = [...before, "#lesson", ...inside, "#lesson", "mistake: a", "fix: b", "#/lesson"];
      expect(findReports([...text, ...behind].join("\n"))).toMatchObject([
        { is: "problem", from: "tag", lineInText: before.length + 1 },
        { is: "lesson", from: "tag" },
      ]);
    }),
    law(),
  );
});

test("a decoy is never a lesson, wherever it stands", () => {
  const value = fc.constantFrom("<tool_name>", "<what went wrong>", "…", "...", "`<x>`", '"..."');
  const placeholder = fc
    .tuple(told(value), style)
    .map(([fields, how]) => written({ ...fields, tags: [] }, how));
  const example = style.map((how) =>
    written({ ...protocolExample, tags: [protocolExample.tags] }, how),
  );
  const prose = fc
    .tuple(
      sentence,
      fc.constantFrom("#lesson", "#lessons", "`#lesson`", "#lesson-plan", "#/lesson"),
    )
    .map(([text, mark]) => `${text} ${mark} ${text}`);
  const other = fc
    .tuple(
      fc.constantFrom("#lessons", "#lesson-plan", "## Lesson", "# lesson", "+#lesson", "x #lesson"),
      paragraph,
    )
    .map(([mark, text]) => `${mark}\nmistake: ${text}\nfix: ${text}`);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(placeholder, example, prose, other), { maxLength: 5 }),
      (decoys) => {
        expect(findReports(decoys.join("\n\n")).filter(({ is }) => is === "lesson")).toEqual([]);
      },
    ),
    law({ quick: 500 }),
  );
});

function schemaProblem({ triggerText: _, scope, ...draft }: ReportedDraft) {
  const whole = { ...draft, scope: scope === "project" ? "project:x" : (scope ?? "global") };
  return lessonDraftSchema.safeParse(whole).error;
}

function isName(text: string): boolean {
  return Object.values(names)
    .flat()
    .some((name) => name.toLowerCase() === text.toLowerCase());
}

function pairs(fields: OpenEntry, choice: number): readonly (readonly [string, string])[] {
  const { tags, ...texts } = fields;
  const values = { ...texts, tags: tags.length === 0 ? undefined : tags.join(", ") };
  return Object.entries(names).flatMap(([field, spellings]) => {
    const value = values[field as keyof typeof names];
    return value === undefined
      ? []
      : [[spellings[choice % spellings.length] ?? field, value] as const];
  });
}

function written(fields: OpenEntry, { name, key, around, isReversed, isFenced }: Style): string {
  const lines = pairs(fields, name).map(([spelling, value]) => `${key(spelling)}${value}`);
  const inside = (isReversed ? lines.toReversed() : lines).join("\n");
  return around(`#lesson\n${isFenced ? `\`\`\`\n${inside}\n\`\`\`` : inside}\n#/lesson`);
}

function fieldsOf(report: ReturnType<typeof findReports>[number]) {
  if (report.is !== "lesson" || report.draft.kind !== "pitfall") return report;
  const { body, triggers, triggerText, tags } = report.draft;
  return {
    tool: triggers.toolNames?.[0],
    trigger: triggerText,
    mistake: oneLine(body.mistake),
    fix: oneLine(body.remediation),
    tags,
  };
}

/** How a value was wrapped and indented is not what it says. */
function plain({ mistake, fix, tags, ...rest }: OpenEntry) {
  return { ...rest, mistake: oneLine(mistake), fix: oneLine(fix), tags: tags.toSorted() };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ");
}
