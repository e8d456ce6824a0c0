import { expect, test } from "vitest";
import { atCall, atCommand, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson, matchLessons, type Judgement } from "./match.ts";
import type { Moment } from "./moment.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

const threshold = 700;

test("a lesson with empty triggers never fires at a tool call", () => {
  expect(outcome(readyLesson({ priority: 10 }), atCommand("git push"))).toEqual({
    fires: false,
    score: 0,
    veto: "nothingSpecific",
  });
});

test("a lesson with only tools and keywords needs a keyword that was said", () => {
  const careful = readyLesson({ toolNames: ["Bash"], actionKeywords: ["release"], priority: 9 });
  expect(outcome(careful, atCommand("ls"))).toEqual({
    fires: false,
    score: 0,
    veto: "nothingSpecific",
  });
  const said = atCommand("ls", { recentMessages: ["We RELEASE\ntoday"] });
  expect(outcome(careful, said)).toEqual({ fires: true, score: 1500 });
});

test("a relevance of exactly 0.7 is enough", () => {
  const medium = readyLesson({ commandPatterns: ["^git push"], priority: 5 });
  expect(outcome(medium, atCommand("git push"))).toEqual({ fires: true, score: 700 });
});

test("thirds of keywords add up to the whole", () => {
  const medium = readyLesson({
    toolNames: ["Bash"],
    actionKeywords: ["one", "two", "three"],
    contextKeywords: ["four", "five", "six"],
    priority: 5,
  });
  const moment = atCommand("ls", { recentMessages: ["one and four and five"] });
  expect(outcome(medium, moment)).toEqual({ fires: true, score: 700 });
});

test("every condition says what was declared, what was found where and what it adds", () => {
  const stash = readyLesson({
    toolNames: ["Bash"],
    commandPatterns: ["^git\\s+stash\\b(?!.*-u)", "(?-i)^hg\\b"],
    actionKeywords: ["stash", "branch"],
    workflowNames: ["/Release"],
    priority: 8,
  });
  const moment = atCommand("cd x && sudo git stash", {
    recentMessages: ["please stash it"],
    workflows: ["release"],
  });
  expect(judgeLesson(stash, moment, threshold)).toEqual({
    lesson: stash,
    fires: true,
    relevance: 900,
    score: 1350,
    conditions: [
      {
        name: "injectionPoint",
        declared: ["PreToolUse"],
        verdict: "matched",
        found: [{ declared: "PreToolUse", in: "PreToolUse" }],
        points: 0,
      },
      {
        name: "scope",
        declared: ["global"],
        verdict: "matched",
        found: [{ declared: "global", in: "global" }],
        points: 0,
      },
      {
        name: "tool",
        declared: ["Bash"],
        verdict: "matched",
        found: [{ declared: "Bash", in: "Bash" }],
        points: 400,
      },
      {
        name: "workflow",
        declared: ["/Release"],
        verdict: "matched",
        found: [{ declared: "/Release", in: "release" }],
        points: 0,
      },
      {
        name: "command",
        declared: ["^git\\s+stash\\b(?!.*-u)", "(?-i)^hg\\b"],
        verdict: "matched",
        found: [{ declared: "^git\\s+stash\\b(?!.*-u)", in: "git stash" }],
        points: 0,
      },
      { name: "path", declared: [], verdict: "notDeclared", found: [], points: 0 },
      { name: "content", declared: [], verdict: "notDeclared", found: [], points: 0 },
      { name: "target", declared: ["command"], verdict: "matched", found: [], points: 400 },
      {
        name: "actionKeywords",
        declared: ["stash", "branch"],
        verdict: "matched",
        found: [{ declared: "stash", in: "please stash it" }],
        points: 50,
      },
      { name: "contextKeywords", declared: [], verdict: "notDeclared", found: [], points: 50 },
      {
        name: "specific",
        declared: ["target", "actionKeywords"],
        verdict: "matched",
        found: [],
        points: 0,
      },
    ],
  });
});

test.each([
  ["git -C x push", "^git push", true],
  ["git -c a=b --no-pager push", "^git push$", true],
  ["git -C x push", "^git -C\\b", true],
  ["git -C x push", "^git push(?!.*\\s-C)", false],
  ["docker compose -f x logs", "^docker compose logs(?=.*\\s-f)", false],
  ["docker compose -f x logs -f", "^docker compose logs(?=.*\\s-f)", true],
  ["rtk git -C x push", "^git push", true],
  ["rtk git -C x push", "^git push(?!.*\\s-C)", false],
  ["rtk git push", "^git push(?!.*\\srtk)", false],
  ["git log", "^git log\\b(?!.*\\| cat)", true],
  ["git --no-pager log | head -3 | cat", "^git log\\b(?!.*\\| cat)", false],
  ["git log | grep cat", "^git log\\b(?!.*\\| cat)", true],
  ["CI=1 npm test | tee x", "^npm test$", true],
  ["sudo git push", "^git push(?=.*\\ssudo\\b)", true],
  ["git push", "^git push(?=.*\\ssudo\\b)", false],
  ["sudo git push", "^git push", true],
  ["sudo git push", "^sudo\\b", true],
  ["sudo timeout 5 git push", "^sudo timeout git\\b", true],
  ["FOO=1 timeout 5 git push", "^git push", true],
  ['sh -c "cd /x && git push"', "^git push", true],
  ["git status; git push", "^git push", true],
  ["git status; git push", "git status.*push", false],
  ["git stash && echo -u", "^git stash(?!.*-u)", true],
  ["git stash -u", "^git stash(?!.*-u)", false],
  ['git commit -m "git push"', "\\bgit push", false],
  ["ls # git push", "git push", false],
  ["cat <<EOF\ngit push\nEOF", "git push", false],
  ["GIT PUSH", "^git push", true],
  ["GIT PUSH", "(?-i)^git push", false],
  ["if then ; ) git push", "git push", true],
])("in `%s` the pattern %s is found: %s", (command, pattern, isFound) => {
  const about = readyLesson({ commandPatterns: [pattern] });
  expect(judgeLesson(about, atCommand(command), threshold).fires).toBe(isFound);
});

test("a command over 64 kB is matched raw, by its first 64 kB", () => {
  const long = `git push ${"x ".repeat(40_000)} && hg push`;
  const fires = (pattern: string): boolean =>
    judgeLesson(readyLesson({ commandPatterns: [pattern] }), atCommand(long), threshold).fires;
  expect({ head: fires("^git push"), tail: fires("hg push") }).toEqual({ head: true, tail: false });
});

test.each([
  ["Read", [], { fires: false, score: 0, veto: "readOnlyTool" }],
  ["Grep", ["Bash"], { fires: false, score: 0, veto: "tool" }],
  ["Glob", ["Glob"], { fires: true, score: 1350 }],
  ["Edit", ["Bash"], { fires: false, score: 0, veto: "tool" }],
  ["Edit", ["edit"], { fires: false, score: 0, veto: "tool" }],
  ["Agent", ["Task"], { fires: true, score: 1350 }],
  ["Task", ["Agent"], { fires: true, score: 1350 }],
  ["mcp__github__create_issue", ["mcp__github__*"], { fires: true, score: 1350 }],
  ["mcp__gitlab__create_issue", ["mcp__github__*"], { fires: false, score: 0, veto: "tool" }],
])("the tool %s for a lesson that names %s", (tool, toolNames, expected) => {
  const about = readyLesson({ toolNames, pathPatterns: ["**/a.ts"] });
  expect(outcome(about, atCall({ tool, paths: ["a.ts"] }))).toEqual(expected);
});

const firing = { fires: true, score: 1400 };
const misses = { fires: false, score: 0, veto: "target" };

function editOf(path: string, content: string): Moment {
  return atCall({ tool: "Edit", paths: [path], content });
}

test("of a declared command and declared files one is enough, and none is a veto", () => {
  const commandPatterns = ["^npm version"];
  const aboutFile = readyLesson({
    commandPatterns,
    pathPatterns: ["**/package.json"],
    priority: 9,
  });
  const aboutText = readyLesson({ commandPatterns, contentPatterns: ['"version"'], priority: 9 });
  expect([
    outcome(aboutFile, atCommand("npm version 2")),
    outcome(aboutFile, editOf("package.json", "")),
    outcome(aboutText, editOf("other.json", '{ "version": 1 }')),
    outcome(aboutText, editOf("other.json", "{}")),
    outcome(aboutFile, atCommand("cat package.json")),
  ]).toEqual([firing, firing, firing, misses, misses]);
});

test("declared path and content patterns must both match", () => {
  const about = readyLesson({
    commandPatterns: ["^npm version"],
    pathPatterns: ["**/package.json"],
    contentPatterns: ['"version"'],
    priority: 9,
  });
  expect([
    outcome(about, atCommand("npm version 2")),
    outcome(about, editOf("package.json", '{ "version": 1 }')),
    outcome(about, editOf("package.json", "{}")),
    outcome(about, editOf("other.json", '{ "version": 1 }')),
    outcome(about, atCommand("sed -i s/1/2/ package.json")),
  ]).toEqual([firing, firing, misses, misses, misses]);
});

test.each([
  ["sed -i s/1/2/ package.json", firing],
  ["jq . x >package.json", firing],
  ["jq . x >> web/package.json", firing],
  ["jq . x | tee package.json", firing],
  ["mv new.json package.json", firing],
  ["cp template/package.json web/", firing],
  ["sh -c 'echo {} > package.json'", firing],
  ["cat package.json", misses],
  ["sed s/1/2/ package.json", misses],
  ["cp package.json old.json", misses],
])("files that a shell command writes count as paths: %s", (command, expected) => {
  const about = readyLesson({ pathPatterns: ["**/package.json"], priority: 9 });
  expect(outcome(about, atCommand(command))).toEqual(expected);
});

test("keywords look at the command, too", () => {
  const about = readyLesson({ toolNames: ["Bash"], actionKeywords: ["Deploy"], priority: 9 });
  expect(outcome(about, atCommand("./deploy.sh 'to prod'"))).toEqual({ fires: true, score: 1500 });
  expect(outcome(about, atCommand("./build.sh"))).toMatchObject({ fires: false });
});

test("workflows are a veto where a person wrote them, and a bonus where they were imported", () => {
  const about = {
    toolNames: ["Write"],
    pathPatterns: ["**/plugin.json"],
    workflowNames: ["deployment"],
    priority: 5,
  };
  const at = (workflows: readonly string[]) =>
    atCall({ tool: "Write", paths: ["plugin.json"] }, { workflows });
  const [own, imported] = [readyLesson(about), readyLesson({ ...about, isWorkflowBonus: true })];
  expect([outcome(own, at([])), outcome(own, at(["deployment"]))]).toEqual([
    { fires: false, score: 0, veto: "workflow" },
    { fires: true, score: 900 },
  ]);
  expect([outcome(imported, at([])), outcome(imported, at(["deployment"]))]).toEqual([
    { fires: true, score: 900 },
    { fires: true, score: 1000 },
  ]);
});

test("what was said does not stand in for a target", () => {
  const about = readyLesson({
    commandPatterns: ["^git push"],
    actionKeywords: ["release"],
    priority: 10,
  });
  expect(outcome(about, atCommand("ls", { recentMessages: ["release"] }))).toEqual({
    fires: false,
    score: 0,
    veto: "target",
  });
});

test("a lesson of another project, or of any while the project is unknown, does not fire", () => {
  const ours = readyLesson({ commandPatterns: ["^ls"], scope: "project:ours" });
  expect([
    outcome(ours, atCommand("ls", { project: "project:ours" })),
    outcome(ours, atCommand("ls", { project: "project:theirs" })),
    outcome(ours, atCommand("ls")),
    outcome({ ...ours, scope: "team:tools" }, atCommand("ls")),
    outcome({ ...ours, scope: "machine" }, atCommand("ls")),
  ]).toEqual([
    { fires: true, score: 1050 },
    { fires: false, score: 0, veto: "scope" },
    { fires: false, score: 0, veto: "scope" },
    { fires: true, score: 1050 },
    { fires: true, score: 1050 },
  ]);
});

test("a lesson for session start only does not fire at a call", () => {
  const atStart = readyLesson({ commandPatterns: ["^ls"], injectOn: ["SessionStart"] });
  expect(outcome(atStart, atCommand("ls"))).toEqual({
    fires: false,
    score: 0,
    veto: "injectionPoint",
  });
});

test("a lesson for a workflow fires only while that workflow runs", () => {
  const atRelease = readyLesson({ commandPatterns: ["^ls"], workflowNames: ["release", "ship"] });
  expect([
    outcome(atRelease, atCommand("ls")),
    outcome(atRelease, atCommand("ls", { workflows: ["/Ship"] })),
  ]).toEqual([
    { fires: false, score: 0, veto: "workflow" },
    { fires: true, score: 1050 },
  ]);
});

test("only the last five messages are looked at", () => {
  const about = readyLesson({ actionKeywords: ["release"], priority: 9 });
  const later = ["a", "b", "c", "d"];
  expect([
    judgeLesson(about, atCommand("ls", { recentMessages: ["release", ...later] }), threshold).fires,
    judgeLesson(about, atCommand("ls", { recentMessages: ["release", ...later, "e"] }), threshold)
      .fires,
  ]).toEqual([true, false]);
});

test("a blank keyword is none, and a pattern that does not compile finds nothing", () => {
  const blank = readyLesson({ toolNames: ["Bash"], actionKeywords: [" "], priority: 10 });
  const broken = readyLesson({ commandPatterns: ["("], priority: 10 });
  const moment = atCommand("ls (", { recentMessages: ["some words"] });
  expect([outcome(blank, moment).veto, outcome(broken, moment).veto]).toEqual([
    "nothingSpecific",
    "target",
  ]);
});

test("the order is score, project, machine, priority with the stack's language, confidence, slug", () => {
  const ls = { commandPatterns: ["^ls"] };
  const lessons = [
    readyLesson({ ...ls, slug: "b", priority: 7 }),
    readyLesson({ ...ls, slug: "a", priority: 7 }),
    readyLesson({ ...ls, slug: "surer", priority: 7, confidence: 0.9 }),
    readyLesson({ ...ls, slug: "eight", priority: 8 }),
    readyLesson({ ...ls, slug: "python-eight", priority: 8, tags: ["lang:python"] }),
    readyLesson({ ...ls, slug: "ours", priority: 7, scope: "project:ours" }),
    readyLesson({ ...ls, slug: "of-the-machine", priority: 7, scope: "machine" }),
    readyLesson({ ...ls, slug: "critical", priority: 9 }),
    readyLesson({ ...ls, slug: "ruby-eight", priority: 8, confidence: 0.1, tags: ["lang:ruby"] }),
  ];
  const moment = atCommand("ls", { project: "project:ours", stack: ["lang:python"] });
  expect(slugs(matchLessons(lessons, moment, threshold))).toEqual([
    "critical",
    "ours",
    "of-the-machine",
    "python-eight",
    "eight",
    "ruby-eight",
    "surer",
    "a",
    "b",
  ]);
});

function outcome(about: ReadyLesson, moment: Moment): Partial<Judgement> {
  const { fires, score, veto } = judgeLesson(about, moment, threshold);
  return veto === undefined ? { fires, score } : { fires, score, veto };
}

function slugs(judgements: readonly Judgement[]): readonly string[] {
  return judgements.map(({ lesson: { slug } }) => slug);
}
