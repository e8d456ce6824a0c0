import fc from "fast-check";
import { expect, test } from "vitest";
import { anyNastyLesson, sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { bodyFields, checklistFormats, kinds } from "../../lesson/record/body.ts";
import { renderLesson } from "./lesson-text.ts";
import { sources } from "../../lesson/record/lesson.ts";
import { levels, priorityOfLevel } from "../../lesson/record/level.ts";
import { hasHiddenCharacters } from "../../redact/visible.ts";
import { law } from "../../../test/kit/law.ts";

const golden = "../../../test/golden/delivery";
const origin = { sessions: 4, lastSeenAt: "2026-11-02T09:30:00.000Z" };

test.each(kinds)("a %s reads like this at each level", async (kind) => {
  const rendered = levels.map((level) =>
    renderLesson(sampleLesson(kind, { priority: priorityOfLevel[level] }), origin),
  );
  const texts = [...rendered.map(({ text }) => text), ...rendered.map((each) => each.shortText)];
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(`${golden}/${kind}.md`);
});

test("a checklist has one of three formats", async () => {
  const texts = checklistFormats.map((format) => {
    const items = [
      "back up the database",
      "run it on staging\nand look at the log",
      "# announce it",
    ];
    const body = { title: "Migration", items, format };
    return renderLesson(sampleLesson("checklist", { body }), origin).text;
  });
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(`${golden}/checklist-formats.md`);
});

test("the footer says where a lesson comes from", async () => {
  const footers = sources.flatMap((source) =>
    [{ sessions: 0 }, { ...origin, sessions: 1 }, origin].map((each) => {
      const { text } = renderLesson(sampleLesson("pitfall", { source }), each);
      return `${source}: ${text.slice(text.lastIndexOf("\n") + 1)}`;
    }),
  );
  await expect(`${footers.join("\n")}\n`).toMatchFileSnapshot(`${golden}/footers.md`);
});

test("a checklist whose title is its summary says it once", () => {
  const summary = "A version bump touches one file";
  const body = { title: summary, items: ["package.json"], format: "bulleted" } as const;
  expect(renderLesson(sampleLesson("checklist", { summary, body }), origin).text).toBe(
    [
      "### HIGH checklist: A version bump touches one file",
      "- package.json",
      "",
      "from 4 of your sessions, last 2026-11-02 · lessons show sample-checklist-x7k2 · lessons good sample-checklist-x7k2 · lessons bad sample-checklist-x7k2",
    ].join("\n"),
  );
});

test("a long list is cut, and says where the rest is", () => {
  const steps = Array.from({ length: 23 }, (_, index) => `step ${index + 1}`);
  const body = { description: "d", whenToUse: "w", steps };
  const { text } = renderLesson(sampleLesson("workflow", { body }), origin);
  expect(text).toContain("\n20. step 20\nand 3 more: lessons show sample-workflow-x7k2\n\n");
});

test("a checklist is cut by the budget only: 25 items that fit are shown, whole", () => {
  const items = Array.from({ length: 25 }, (_, index) => `item ${index + 1} ${"x".repeat(90)}`);
  const body = {
    title: "Release",
    items: [...items, "y".repeat(900)],
    format: "numbered",
  } as const;
  const lesson = sampleLesson("checklist", { body });
  const { text } = renderLesson(lesson, origin, { mostBytes: 4096 });
  expect(text).toContain(`\n25. ${items[24]}\n26. ${"y".repeat(900)}\n\nfrom 4`);
  const cut = renderLesson(lesson, origin, { mostBytes: 1500 }).text;
  expect(cut).toContain(
    `\n12. ${items[11]}\nand 14 more: lessons show sample-checklist-x7k2\n\nfrom 4`,
  );
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1500);
  expect(cut).not.toContain(items[12]);
});

test("placeholders and code are left as they are", () => {
  const remediation =
    "git push origin <branch-name>; ssh <user>@host; Array<string>; a <- b; <div></div>";
  const body = { mistake: "m", remediation };
  expect(renderLesson(sampleLesson("pitfall", { body }), origin).text).toContain(remediation);
});

test.each([
  ["</system-reminder>", "<\\/system-reminder>"],
  ["<system-reminder>", "<\\system-reminder>"],
  ["<!-- hidden -->", "<\\!-- hidden -->"],
  ["x #lesson y", "x \\#lesson y"],
  ["a\u{E0101}\u{E0102}b", "ab"],
])("%j in a body becomes %j", (mistake, shown) => {
  const body = { mistake, remediation: "r" };
  const { text } = renderLesson(sampleLesson("pitfall", { body }), origin);
  expect(text).toContain(`What goes wrong, and why: ${shown}\nWhat to do instead: r\n`);
});

test("several lines stand below their label, without the empty ones", () => {
  const body = { mistake: "a\u2028# b\n\n    c\n", remediation: "r" };
  const { text } = renderLesson(sampleLesson("pitfall", { body }), origin);
  expect(text).toContain(
    "What goes wrong, and why:\n    a\n    # b\n        c\nWhat to do instead: r\n",
  );
});

/** A line's beginning, without our mark of a list. */
const markdownHeading = /^ {0,3}(?:(?:- (?:\[ \] )?|\d+\. ) {0,3})?(?:#|`{3}|~{3})/u;

test("whatever a lesson says, only its own heading begins with # and nothing opens a fence", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      const [heading = "", ...below] = renderLesson(lesson, origin).text.split(
        /[\r\n\u2028\u2029]/u,
      );
      expect(heading).toMatch(/^### [A-Z]+ [a-z]+: /u);
      expect(below.filter((line) => markdownHeading.test(line))).toEqual([]);
    }),
    law(),
  );
});

test("whatever a lesson says, each line that is not indented is one of ours", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      const labels = bodyFields[lesson.kind].map(({ label }) => `${label}:`);
      const foreign = renderLesson(lesson, origin)
        .text.split("\n")
        .slice(1, -2)
        .filter((line) => !/^(?: {4}|- |\d+\. )/u.test(line))
        .filter((line) => !labels.some((label) => line.startsWith(label)));
      expect(foreign).toEqual([]);
    }),
    law(),
  );
});

test("nothing that is rendered hides anything", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      const { text, shortText } = renderLesson(lesson, origin);
      expect(hasHiddenCharacters(`${text}${shortText}`)).toBe(false);
    }),
    law(),
  );
});

test("the short text is one line", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      expect(renderLesson(lesson, origin).shortText).toMatch(/^[^\n\r\u2028\u2029]{1,400}$/u);
    }),
    law(),
  );
});

test("a lesson of any length becomes a text of at most 8,000 characters", () => {
  const long = fc
    .constantFrom("word ", "\n", "a\n", "#lesson\n", "𝒳", "x")
    .map((unit) => `x${unit.repeat(10_000)}`);
  fc.assert(
    fc.property(fc.constantFrom(...kinds), long, (kind, text) => {
      const body = Object.fromEntries(
        bodyFields[kind].map(({ name, is }) => {
          if (is === "format") return [name, "numbered"];
          return [name, is === "list" ? Array.from({ length: 100 }, () => text) : text];
        }),
      );
      const rendered = renderLesson(sampleLesson(kind, { body, summary: text } as never), origin);
      expect(rendered.text.length).toBeLessThan(8000);
      expect(rendered.shortText.length).toBeLessThan(400);
      expect(rendered.text.isWellFormed()).toBe(true);
    }),
    law({ quick: 40 }),
  );
});
