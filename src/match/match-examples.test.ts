import { expect, test } from "vitest";
import { atCall, atCommand, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson, matchLessons, type Judgement } from "./match.ts";
import type { Moment } from "./moment.ts";
import { scoreOf } from "./relevance.ts";
import { priorityOfLevel, type Level } from "../lesson/record/level.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

// The worked examples of the documents, with the arithmetic of their own formulas.

const threshold = 700;

const versionBump = {
  kind: "checklist",
  priority: priorityOfLevel.CRITICAL,
  toolNames: ["Write", "Edit"],
  pathPatterns: ["**/plugin.json"],
  actionKeywords: ["version bump", "release"],
} as const;

test("Triads ADR-003 case 1: a version bump is announced, and the plugin file is written", () => {
  const moment = atCall(
    { tool: "Write", paths: ["/path/to/plugin.json"] },
    { recentMessages: ["Let's bump the version to 0.8.0 and release"] },
  );
  // Half of the keywords: "bump the version" is not "version bump".
  expect(figures(readyLesson(versionBump), moment)).toEqual({
    points: { tool: 400, target: 400, actionKeywords: 50, contextKeywords: 50 },
    relevance: 900,
    score: 1800,
    fires: true,
  });
});

test("Triads ADR-003 case 2: another file is written, and no priority helps", () => {
  expect(figures(readyLesson(versionBump), readme)).toEqual({
    points: { tool: 400, contextKeywords: 50 },
    relevance: 450,
    score: 0,
    fires: false,
    veto: "target",
  });
});

test("Triads ADR-003 case 3: the plugin file is only read", () => {
  const moment = atCall({ tool: "Read", paths: ["/path/to/plugin.json"] });
  expect(figures(readyLesson(versionBump), moment)).toEqual({
    points: { target: 400, contextKeywords: 50 },
    relevance: 450,
    score: 0,
    fires: false,
    veto: "tool",
  });
});

test("Triads ADR-003 case 4: another file is written, with a LOW lesson", () => {
  const low = readyLesson({ ...versionBump, priority: priorityOfLevel.LOW });
  expect(figures(low, readme)).toMatchObject({ score: 0, fires: false, veto: "target" });
});

test.each<[number, Level, number, boolean]>([
  [800, "CRITICAL", 1600, true],
  [500, "CRITICAL", 1000, true],
  [400, "CRITICAL", 800, true],
  [300, "CRITICAL", 600, false],
  [900, "HIGH", 1350, true],
  [500, "HIGH", 750, true],
  [400, "HIGH", 600, false],
  [800, "MEDIUM", 800, true],
  [600, "MEDIUM", 600, false],
  [1000, "LOW", 500, false],
])(
  "Triads ADR-003: a relevance of %i is, if %s, a score of %i",
  (relevance, level, score, fires) => {
    expect(scoreOf(relevance, priorityOfLevel[level])).toBe(score);
    expect(score >= threshold).toBe(fires);
  },
);

test.each([
  [400, [800, 600, 400, 200]],
  [500, [1000, 750, 500, 250]],
  [600, [1200, 900, 600, 300]],
  [700, [1400, 1050, 700, 350]],
  [800, [1600, 1200, 800, 400]],
])("Triads ADR-005: what each level makes of a relevance of %i", (relevance, scores) => {
  const levels = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
  expect(levels.map((level) => scoreOf(relevance, priorityOfLevel[level]))).toEqual(scores);
});

test("Triads ADR-005 case 1: a CRITICAL lesson about a file comes without a word being said", () => {
  const critical = readyLesson({
    priority: priorityOfLevel.CRITICAL,
    pathPatterns: ["**/plugin.json"],
  });
  const moment = atCall({ tool: "Write", paths: ["/path/to/plugin.json"] });
  expect(figures(critical, moment)).toEqual({
    points: { tool: 200, target: 400, actionKeywords: 50, contextKeywords: 50 },
    relevance: 700,
    score: 1400,
    fires: true,
  });
});

test("Triads ADR-005 case 2: a LOW lesson does not come, however well it fits", () => {
  const low = readyLesson({
    priority: priorityOfLevel.LOW,
    pathPatterns: ["**/config.json"],
    actionKeywords: ["configure", "setup"],
  });
  const moment = atCall(
    { tool: "Write", paths: ["/path/to/config.json"] },
    { recentMessages: ["Let's configure the settings"] },
  );
  expect(figures(low, moment)).toEqual({
    points: { tool: 200, target: 400, actionKeywords: 50, contextKeywords: 50 },
    relevance: 700,
    score: 350,
    fires: false,
  });
});

const pytest = readyLesson({
  slug: "pytest-tty-hanging-x7k2",
  priority: 8,
  confidence: 0.95,
  toolNames: ["Bash"],
  commandPatterns: ["\\bpytest\\b(?!.*(--no-header|-p no:faulthandler|TERM=dumb))"],
});

test.each([
  ["pytest -v tests/", true],
  ["cd service && timeout 60 pytest -v tests/", true],
  ["python -m pytest --no-header -rN -p no:faulthandler", false],
  ["python -m pytest -p no:faulthandler", false],
  ['git commit -m "pytest hangs"', false],
  ["TERM=dumb pytest -v tests/", false],
  ["env TERM=dumb timeout 60 pytest", false],
  ["export TERM=dumb && pytest", false],
  ["TERM=xterm pytest -v tests/", true],
  ["ls tests/", false],
])("PRD-001 §6: the lesson about pytest at `%s`: %s", (command, fires) => {
  const judgements = matchLessons([pytest], atCommand(command), threshold);
  expect(judgements.map(({ score }) => score)).toEqual(fires ? [1350] : []);
});

test("PRD-001 §6: a lesson that does not name the tool is skipped", () => {
  const edit = atCall({ tool: "Edit", paths: ["pytest"], content: "pytest" });
  expect(figures(pytest, edit)).toMatchObject({ fires: false, veto: "tool" });
});

test.each(["Read", "Edit", "Write", "Glob"])("PRD-001 §6: %s is matched by its path", (tool) => {
  const about = readyLesson({ toolNames: [tool], pathPatterns: ["**/conftest.py"] });
  const at = (path: string): boolean =>
    judgeLesson(about, atCall({ tool, paths: [path] }), threshold).fires;
  expect([at("/repo/tests/conftest.py"), at("conftest.py"), at("**/conftest.py")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(at("/repo/tests/test_conftest.py")).toBe(false);
});

test("PRD-001 §6: equal ones come by priority, with one more for the language of the stack, then by confidence", () => {
  const about = (slug: string, more: object): ReadyLesson =>
    readyLesson({ slug, toolNames: ["Bash"], commandPatterns: ["\\bpytest\\b"], ...more });
  const lessons = [
    about("unsure", { priority: 8, confidence: 0.6 }),
    about("sure", { priority: 8, confidence: 0.9 }),
    about("python", { priority: 8, confidence: 0.5, tags: ["lang:python"] }),
    about("seven", { priority: 7, confidence: 1 }),
  ];
  const moment = atCommand("pytest", { stack: ["lang:python"] });
  const order = matchLessons(lessons, moment, threshold).map(({ lesson: { slug } }) => slug);
  expect(order).toEqual(["python", "sure", "unsure", "seven"]);
});

const readme = atCall(
  { tool: "Write", paths: ["/path/to/README.md"] },
  { recentMessages: ["Update the documentation"] },
);

function figures(
  lesson: ReadyLesson,
  moment: Moment,
): Omit<Judgement, "lesson" | "conditions"> & {
  readonly points: Readonly<Record<string, number>>;
} {
  const { conditions, lesson: _, ...rest } = judgeLesson(lesson, moment, threshold);
  const points = conditions.flatMap((one) => (one.points > 0 ? [[one.name, one.points]] : []));
  return { ...rest, points: Object.fromEntries(points) };
}
