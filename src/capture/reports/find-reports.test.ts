import { expect, test } from "vitest";
import { findReports } from "./find-reports.ts";
import { protocolExample } from "./protocol.ts";

/** One lesson, written in every way that agents have been seen to write, or may. */
const fields = `tool: Bash
trigger: make deploy
mistake: deploy stops without a target: it asks
fix: run make deploy TARGET=staging
tags: tool:make, severity:hang
scope: project`;

const lesson = {
  kind: "pitfall",
  body: {
    mistake: "deploy stops without a target: it asks",
    remediation: "run make deploy TARGET=staging",
  },
  summary: "deploy stops without a target: it asks",
  flags: [],
  tags: ["severity:hang", "tool:make"],
  scope: "project",
  triggers: { toolNames: ["Bash"] },
  triggerText: "make deploy",
};

const quoted = (text: string): string => text.replaceAll(/^/gmu, "> ");

test.each([
  ["as the protocol says", `#lesson\n${fields}\n#/lesson`],
  ["in the middle of prose", `It works now.\n\n#lesson\n${fields}\n#/lesson\n\nNext, the tests.`],
  ["with carriage returns", `#lesson\n${fields}\n#/lesson`.replaceAll("\n", "\r\n")],
  ["with lone carriage returns", `#lesson\n${fields}\n#/lesson`.replaceAll("\n", "\r")],
  ["in a fence", `\`\`\`\n#lesson\n${fields}\n#/lesson\n\`\`\``],
  ["in a fence with a language", `~~~text\n#lesson\n${fields}\n#/lesson\n~~~`],
  ["with the fence inside", `#lesson\n\`\`\`yaml\n${fields}\n\`\`\`\n#/lesson`],
  ["with the fence closed too early", `\`\`\`\n#lesson\n${fields}\n\`\`\`\n#/lesson`],
  ["in a quotation", quoted(`#lesson\n${fields}\n#/lesson`)],
  ["in a quotation of a quotation", quoted(quoted(`#lesson\n${fields}\n#/lesson`))],
  ["in a fence in a quotation", quoted(`\`\`\`\n#lesson\n${fields}\n#/lesson\n\`\`\``)],
  ["in a list item", `- #lesson\n${fields.replaceAll(/^/gmu, "  ")}\n  #/lesson`],
  ["in a numbered item", `1. #lesson\n${fields.replaceAll(/^/gmu, "   ")}\n   #/lesson`],
  ["with fields as a list", `#lesson\n${fields.replaceAll(/^/gmu, "- ")}\n#/lesson`],
  ["with bold names", `#lesson\n${fields.replaceAll(/^(\w+):/gmu, "**$1:**")}\n#/lesson`],
  [
    "with bold names, colon outside",
    `#lesson\n${fields.replaceAll(/^\w+/gmu, "**$&**")}\n#/lesson`,
  ],
  ["with names as code in a list", `#lesson\n${fields.replaceAll(/^\w+/gmu, "* `$&`")}\n#/lesson`],
  [
    "with capital names",
    `#LESSON\n${fields.replaceAll(/^\w+/gmu, (name) => name.toUpperCase())}\n#/Lesson`,
  ],
  ["with no space behind colons", `#lesson\n${fields.replaceAll(/^(\w+): /gmu, "$1:")}\n#/lesson`],
  ["with wide colons", `#lesson\n${fields.replaceAll(/^(\w+): /gmu, "$1：")}\n#/lesson`],
  [
    "with other names",
    `#lesson\n${fields.replace("mistake", "problem").replace("fix", "solution").replace("tool:", "tools:").replace("trigger:", "triggers:")}\n#/lesson`,
  ],
  ["with remediation", `#lesson\n${fields.replace("fix", "remediation")}\n#/lesson`],
  [
    "with fields in another order",
    `#lesson\n${fields.split("\n").toReversed().join("\n")}\n#/lesson`,
  ],
  ["with empty lines", `#lesson\n\n${fields.replaceAll("\n", "\n\n")}\n\n#/lesson`],
  ["with the marks in bold", `**#lesson**\n${fields}\n**#/lesson**`],
  ["with the marks as code", `\`#lesson\`\n${fields}\n\`#/lesson\``],
  ["with a colon behind the mark", `#lesson:\n${fields}\n#/lesson`],
  ["with a field behind the mark", `#lesson ${fields}\n#/lesson`],
  ["with the end behind the last field", `#lesson\n${fields} #/lesson`],
  ["on one line", `#lesson ${fields.replaceAll("\n", " ")} #/lesson`],
  ["on one line with separators", `#lesson ${fields.replaceAll("\n", "; ")} #/lesson`],
  [
    "on one line that was wrapped",
    `#lesson ${fields.replaceAll("\n", " ").replace(" fix", "\nfix")} #/lesson`,
  ],
  ["on one line of its own", `#lesson\n${fields.replaceAll("\n", " | ")}\n#/lesson`],
  ["with values in quotes", `#lesson\n${fields.replaceAll(/: (.*)$/gmu, ': "$1"')}\n#/lesson`],
  ["with values as blocks", `#lesson\n${fields.replaceAll(/: (.*)$/gmu, ": |\n  $1")}\n#/lesson`],
  [
    "with the command as code",
    `#lesson\n${fields.replace("make deploy\n", "`make deploy`\n")}\n#/lesson`,
  ],
  [
    "with the command in a fence",
    `#lesson\n${fields.replace("trigger: make deploy", "trigger:\n```sh\nmake deploy\n```")}\n#/lesson`,
  ],
  [
    "with tags as a list",
    `#lesson\n${fields.replace("tool:make, severity:hang", "\n- tool:make\n- severity:hang")}\n#/lesson`,
  ],
  [
    "with tags in brackets",
    `#lesson\n${fields.replace("tool:make, severity:hang", "[`tool:make`, `severity:hang`]")}\n#/lesson`,
  ],
  [
    "with tags that are none",
    `#lesson\n${fields.replace("tags: ", "tags: urgent, colour:red, topic:two words, ")}\n#/lesson`,
  ],
  [
    "with fields that we do not keep",
    `#lesson\nseverity: high\n${fields}\nconfidence: 0.9\n#/lesson`,
  ],
  [
    "with unknown fields between",
    `#lesson\n${fields.replace("\ntrigger", "\nshell: zsh\ntrigger").replace("\nmistake", "\nmachine: ci\nmistake")}\n#/lesson`,
  ],
  [
    "with control characters",
    `#lesson\n${fields.replace("deploy stops", "\u001B[31mdeploy\u001B[0m st\u200Bops")}\n#/lesson`,
  ],
  ["with words behind the end", `#lesson\n${fields}\n#/lesson That is all.`],
])("a tag is read %s", (_, text) => {
  expect(withoutQuotes(text)).toEqual([
    { is: "lesson", from: "tag", isFull: false, draft: lesson, quote: "" },
  ]);
});

test("a value goes on until the next field and keeps its lines; a key that nobody knows is left out", () => {
  const [report] = lessonsOf(`#lesson
mistake: the script fails:
  Error: no such file
note: only the first time
fix: make the folder first
    mkdir -p out
      touch out/x

and then run it
\`\`\`sh
tags: this is code
\`\`\`
tags: lang:bash
#/lesson`);
  expect(report?.draft.body).toEqual({
    mistake: "the script fails:\nError: no such file",
    remediation:
      "make the folder first\n    mkdir -p out\n      touch out/x\n\nand then run it\n```sh\ntags: this is code\n```",
  });
  expect(report?.draft.tags).toEqual(["lang:bash"]);
});

test("a field's name inside a value is a word of it", () => {
  const bodies = lessonsOf(`#lesson mistake: the fix: was wrong
fix: b
#/lesson
#lesson mistake: a fix: b, then fix: c #/lesson
#lesson
mistake: the fix: was missing
#/lesson`).map(({ draft }) => draft.body);
  expect(bodies).toEqual([
    { mistake: "the fix: was wrong", remediation: "b" },
    { mistake: "a", remediation: "b, then fix: c" },
    { mistake: "the fix: was missing", remediation: "Not known yet." },
  ]);
});

test("two names of one field are both kept", () => {
  const [report] = lessonsOf(
    "#lesson\nmistake: one\nproblem: two\nfix: three\ntool: Bash\ntools: Edit\n#/lesson",
  );
  expect(report?.draft.body).toEqual({ mistake: "one\ntwo", remediation: "three" });
  expect(report?.draft.triggers).toEqual({ toolNames: ["Bash", "Edit"] });
});

test("what is missing gets a default, and a person has to write the fix", () => {
  expect(lessonsOf("#lesson\nmistake: it breaks\n#/lesson").map(({ draft }) => draft)).toEqual([
    {
      kind: "pitfall",
      body: { mistake: "it breaks", remediation: "Not known yet." },
      summary: "it breaks",
      flags: ["needsHumanFix"],
      tags: [],
      triggers: {},
    },
  ]);
  const [unfilled] = lessonsOf("#lesson\nmistake: it breaks\nfix: <the fix>\n#/lesson");
  expect(unfilled?.draft.flags).toEqual(["needsHumanFix"]);
});

test("words behind the mark, or a summary, are what the lesson is called", () => {
  const [heading, summary] = lessonsOf(`#lesson Quote globs in zsh
mistake: no matches found
fix: quote them
#/lesson
#lesson
summary: Quote globs
fix: quote them
area: shell
impact: a minute
#/lesson`);
  expect(heading?.draft).toMatchObject({ summary: "Quote globs in zsh", flags: [] });
  expect(summary?.draft).toMatchObject({
    summary: "Quote globs",
    body: { mistake: "Quote globs", remediation: "quote them", area: "shell", impact: "a minute" },
  });
});

test.each([
  ["Bash", ["Bash"]],
  ["`Bash`, Edit", ["Bash", "Edit"]],
  ["Bash and Write", ["Bash", "Write"]],
  ["Bash|mcp__db__query", ["Bash", "mcp__db__query"]],
  ["[Bash, exec_command]", ["Bash", "exec_command"]],
  ["Bash (npm run build)", ["Bash"]],
  ["the Bash tool", undefined],
  ["Bash tool", ["Bash"]],
  ["*", undefined],
])("the tool %s is called %j", (tool, toolNames) => {
  const [report] = lessonsOf(`#lesson\ntool: ${tool}\nmistake: a\nfix: b\n#/lesson`);
  expect(report?.draft.triggers.toolNames).toEqual(toolNames);
});

test.each([
  ["project", "project"],
  ["Project", "project"],
  ["GLOBAL", "global"],
  ["team:platform", "team:platform"],
  ["project:1f3a9c", "project:1f3a9c"],
  ["everywhere", undefined],
])("the scope %s is passed on as %s", (given, scope) => {
  const [report] = lessonsOf(`#lesson\nmistake: a\nfix: b\nscope: ${given}\n#/lesson`);
  expect(report?.draft.scope).toBe(scope);
});

test.each([
  ["the word in a sentence", "I will emit a #lesson tag when I see one."],
  ["the word behind prose", `see #lesson\n${fields}`],
  [
    "other words",
    `#lessons\n${fields}\n\n#lesson-plan\n${fields}\n\n#lesson_1\n#lesson:new\n#lesson.`,
  ],
  ["headings", `## Lesson Reporting Protocol\n# lesson\n##lesson\n### #lesson\n${fields}`],
  [
    "a line that begins with the word",
    "#lesson tags are read from the log.\nThey end with `#/lesson`.",
  ],
  [
    "the marks in a sentence",
    "Write `#lesson` first, fields next, then #/lesson as the last line.",
  ],
  ["a whole tag as code", "`#lesson mistake: a fix: b #/lesson`"],
  ["an added line of a diff", "+#lesson\n+mistake: a\n+fix: b\n+#/lesson"],
  [
    "the protocol",
    "Format:\n#lesson\ntool: <tool_name>\ntrigger: <what_command>\nmistake: <what_went_wrong_and_why>\nfix: <the_correction>\ntags: <comma_separated_category:value_tags>\n#/lesson",
  ],
  [
    "the protocol on one line",
    "#lesson tool: <tool> mistake: <what went wrong> fix: <the fix> #/lesson",
  ],
  ["dots for fields", "#lesson\n...\n#/lesson"],
  ["dots on one line", "#lesson … #/lesson"],
  ["dots for values", "```\n#lesson\ntool: ...\nmistake: …\nfix: …\n#/lesson\n```"],
  ["brackets for values", "#lesson\nmistake: [what went wrong]\nfix: {what to do}\n#/lesson"],
  ["the example of the protocol", exampleTag()],
  ["the example, quoted in other words", quoted(exampleTag().toUpperCase())],
  [
    "a block in a sentence",
    "A [PROCESS_KNOWLEDGE] block ends with [/PROCESS_KNOWLEDGE] on its own line.",
  ],
  ["a line that begins with the block's name", "[PROCESS_KNOWLEDGE] blocks are YAML."],
  [
    "a block of placeholders",
    "[PROCESS_KNOWLEDGE]\ntype: checklist|pattern|warning|requirement\nlabel: <title>\npattern:\n  situation: <when>\n  action: ...\n[/PROCESS_KNOWLEDGE]",
  ],
  ["a block of dots", "[PROCESS_KNOWLEDGE]\n...\n[/PROCESS_KNOWLEDGE]"],
  ["a cancel of the protocol", "#lesson:cancel <slug>"],
  ["a cancel in a sentence", "Use #lesson:cancel to take it back."],
  ["another command", "#lesson:cancelled\n#lesson:cancel-all"],
])("%s is no report", (_, text) => {
  expect(findReports(text)).toEqual([]);
});

test("the example with another fix is a lesson", () => {
  const [report] = lessonsOf(exampleTag().replace("TERM=dumb", "CI=1"));
  expect(report?.draft.triggerText).toBe("pytest -v tests/");
});

test.each([
  ["has no end", "Well.\n#lesson\nmistake: a\nfix: b\n", 2, "it has no #/lesson", "malformed"],
  ["is empty", "#lesson\n\n#/lesson", 1, "it is empty", "incomplete"],
  [
    "has no mistake",
    "#lesson\nfix: b\n#/lesson",
    1,
    "it does not say what goes wrong (mistake or problem)",
    "incomplete",
  ],
  [
    "has no fields and no rule",
    "\n#lesson\nGlobs?\n#/lesson",
    2,
    "it does not say what goes wrong (mistake or problem)",
    "incomplete",
  ],
  [
    "has no beginning",
    "# lesson\nmistake: a\nfix: b\n#/lesson",
    4,
    "#/lesson has no valid start before it",
    "malformed",
  ],
  [
    "is too long",
    `#lesson\nmistake: ${"a".repeat(70_000)}\nfix: b\n#/lesson`,
    1,
    "it is longer than 65536 characters",
    "malformed",
  ],
  [
    "has a field that is too long",
    `#lesson\nmistake: ${"a ".repeat(5001)}b\nfix: b\n#/lesson`,
    1,
    "its mistake is longer than 10000 characters",
    "malformed",
  ],
  [
    "cancels nothing we know",
    "#lesson:cancel the one before the last",
    1,
    "#lesson:cancel names no slug, so it is unclear what it cancels",
    "malformed",
  ],
])("a tag that %s is reported with its line", (_, text, lineInText, problem, flaw) => {
  expect(findReports(text)).toEqual([
    { is: "problem", from: "tag", class: flaw, problem, lineInText },
  ]);
});

test.each([
  ["#lesson:cancel", undefined],
  ["#lesson:cancel\n#/lesson", undefined],
  ["#lesson:cancel #/lesson", undefined],
  ["> **#lesson:cancel**", undefined],
  ["#lesson: cancel", undefined],
  ["#lesson:cancel (reason: it was the network)", undefined],
  ["#lesson:cancel\nIt was the network.\n#/lesson", undefined],
  ["#lesson:cancel quote-globs-ab12", "quote-globs-ab12"],
  ["- #Lesson:Cancel `quote-globs-ab12` #/lesson", "quote-globs-ab12"],
  ["#lesson:cancel quote-globs-ab12 because it was the network", "quote-globs-ab12"],
  ["#lesson:cancel\nslug: quote-globs-ab12\nreason: wrong\n#/lesson", "quote-globs-ab12"],
])("%j takes back %s", (text, slug) => {
  expect(findReports(text)).toEqual([
    slug === undefined ? { is: "cancel" } : { is: "cancel", slug },
  ]);
});

test("a tag that is taken back before its end does not take back the one before it", () => {
  expect(
    outline("#lesson\nmistake: a\nfix: b\n#/lesson\n#lesson\nmistake: c\n#lesson:cancel"),
  ).toEqual(["a", "5: it has no #/lesson"]);
});

test("several reports come in the order of the text", () => {
  expect(
    outline(`#lesson mistake: one fix: x #/lesson #lesson mistake: two fix: x #/lesson
#lesson
mistake: forgotten
#lesson
mistake: three
fix: x
#/lesson
#lesson:cancel
[PROCESS_KNOWLEDGE]
type: requirement
constraint: four
[/PROCESS_KNOWLEDGE]
[PROCESS_KNOWLEDGE]
type: requirement
#lesson
mistake: five
fix: x
#/lesson`),
  ).toEqual([
    "one",
    "two",
    "2: it has no #/lesson",
    "three",
    "cancel",
    "four",
    "13: it has no [/PROCESS_KNOWLEDGE]",
    "five",
  ]);
});

test("one report inside another is read once, and nothing is lost in silence", () => {
  expect(
    outline(
      "#lesson\n[PROCESS_KNOWLEDGE]\ntype: requirement\nconstraint: inner\n[/PROCESS_KNOWLEDGE]\n#/lesson",
    ),
  ).toEqual(["1: it has no #/lesson", "inner"]);
  expect(
    outline(
      "[PROCESS_KNOWLEDGE]\nconstraint: outer\ntype: requirement\n#lesson\n#/lesson\n[/PROCESS_KNOWLEDGE]",
    ),
  ).toEqual(["outer"]);
  expect(
    outline(
      "[PROCESS_KNOWLEDGE]\n[PROCESS_KNOWLEDGE]\ntype: requirement\nconstraint: inner\n[/PROCESS_KNOWLEDGE]\n[/PROCESS_KNOWLEDGE]",
    ),
  ).toEqual(["1: it has no [/PROCESS_KNOWLEDGE]", "inner"]);
});

test("the quote is the report as it was written, and bounded", () => {
  const [first, second] = lessonsOf(
    "#lesson mistake: a fix: b #/lesson #lesson mistake: c fix: d #/lesson\nMore.",
  );
  expect([first?.quote, second?.quote]).toEqual([
    "#lesson mistake: a fix: b #/lesson",
    "#lesson mistake: c fix: d #/lesson",
  ]);
  const [long] = lessonsOf(`#lesson\nmistake: a\nfix: b\ndate: ${"x".repeat(20_000)}\n#/lesson`);
  expect(long?.quote).toHaveLength(10_000);
});

function exampleTag(): string {
  const lines = Object.entries(protocolExample).map(([name, value]) => `${name}: ${value}`);
  return ["#lesson", ...lines, "#/lesson"].join("\n");
}

function lessonsOf(text: string) {
  return findReports(text).filter((report) => report.is === "lesson");
}

function withoutQuotes(text: string) {
  return findReports(text).map((report) =>
    report.is === "lesson" ? { ...report, quote: "" } : report,
  );
}

/** Summaries of lessons, and problems with their lines. */
function outline(text: string): readonly string[] {
  return findReports(text).map((report) => {
    if (report.is === "lesson") return report.draft.summary;
    return report.is === "problem" ? `${report.lineInText}: ${report.problem}` : report.is;
  });
}
