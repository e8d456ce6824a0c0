import { expect, test } from "vitest";
import { atCall, atCommand, globPattern, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson, matchLessons } from "./match.ts";
import type { Moment } from "./moment.ts";
import type { ReadyConditions } from "./ready-lesson.ts";
import type { World } from "./world.ts";

const world: World = {
  system: "linux",
  shell: "zsh",
  model: () => "some-model-5",
  look: (path) => files[path] ?? { is: "missing" },
  hasFailed: (fact) => fact === "not-installed jq",
};
const files: Readonly<Record<string, ReturnType<World["look"]>>> = {
  "/srv/shop/yarn.lock": { is: "file", bytes: 300_000 },
  "/srv/shop/web/src": { is: "folder" },
  "/srv/shop/web/a.ts": { is: "file", bytes: 300 },
};
const place = { projectRoot: "/srv/shop", workingDirectory: "/srv/shop/web", world };

const cases: readonly [ReadyConditions, boolean][] = [
  [{ cwd: [globPattern("**/web")] }, true],
  [{ cwd: [globPattern("web")] }, true],
  [{ cwd: [globPattern("**/api"), globPattern("/srv/**")] }, true],
  [{ cwd: [globPattern("**/api")] }, false],
  [{ pathMissing: ["node_modules"] }, true],
  [{ pathMissing: ["yarn.lock"] }, false],
  [{ fileExists: ["yarn.lock"] }, true],
  [{ fileExists: ["src"] }, true],
  [{ fileExists: ["package-lock.json"] }, false],
  [{ fileExists: ["package-lock.json", "yarn.lock"] }, true],
  [{ fileExists: ["yarn.lock"], pathMissing: ["yarn.lock"] }, false],
  [{ isDirectory: ["src"] }, true],
  [{ isDirectory: ["yarn.lock"] }, false],
  [{ os: ["linux"] }, true],
  [{ os: ["Darwin", "windows"] }, false],
  [{ shell: ["bash", "zsh"] }, true],
  [{ shell: ["bash"] }, false],
  [{ model: [globPattern("some-model-*")] }, true],
  [{ model: [globPattern("other-*")] }, false],
  [{ failedInSession: ["not-installed jq"] }, true],
  [{ failedInSession: ["zsh-glob"] }, false],
];

test.each(cases)(
  "of several values one is enough, and every condition must hold: %j",
  (conditions, holds) => {
    const about = readyLesson({ commandPatterns: ["^ls"], conditions });
    expect(judgeLesson(about, atCommand("ls", place), 700)).toMatchObject(
      holds ? { fires: true } : { fires: false, score: 0, veto: "condition" },
    );
    expect(matchLessons([about], atCommand("ls", place), 700)).toHaveLength(holds ? 1 : 0);
  },
);

function reading(path: string): Moment {
  return atCall({ tool: "Read", paths: [path] }, place);
}

test("a condition about a path of the call needs no pattern beside it: a directory, a large file, a missing one", () => {
  const about = (conditions: ReadyConditions) => readyLesson({ toolNames: ["Read"], conditions });
  const fires = (conditions: ReadyConditions, path: string) =>
    judgeLesson(about(conditions), reading(path), 700).fires;
  const folder = { isDirectory: ["$path"] };
  expect([fires(folder, "src"), fires(folder, "a.ts"), fires(folder, "none")]).toEqual([
    true,
    false,
    false,
  ]);
  const large = { fileLargerThan: ["256kB"] };
  expect([fires(large, "../yarn.lock"), fires(large, "a.ts")]).toEqual([true, false]);
  const missing = { pathMissing: ["$path"] };
  expect([fires(missing, "none"), fires(missing, "/srv/shop/yarn.lock")]).toEqual([true, false]);
});

test("a path of which a part is not known is neither there nor missing", () => {
  const missing = readyLesson({
    pathPatterns: ["**/x"],
    conditions: { pathMissing: ["$path"] },
  });
  expect(judgeLesson(missing, atCommand("echo 1 > $DIR/x", place), 700).veto).toBe("condition");
  expect(judgeLesson(missing, atCommand("echo 1 > dir/x", place), 700).fires).toBe(true);
});

test("a model that is not known is no model: the condition is not met", () => {
  const about = readyLesson({
    commandPatterns: ["^ls"],
    conditions: { model: [globPattern("**")] },
  });
  const unknown = { ...place, world: { ...world, model: () => undefined } };
  expect(judgeLesson(about, atCommand("ls", unknown), 700).veto).toBe("condition");
});

test("nobody looks at the disk for a lesson that would not fire anyway", () => {
  const looked: string[] = [];
  const watched: World = {
    ...world,
    look: (path) => {
      looked.push(path);
      return { is: "missing" };
    },
  };
  const conditions = { pathMissing: ["node_modules"] };
  const lessons = [
    readyLesson({ commandPatterns: ["^npm"], conditions }),
    readyLesson({ toolNames: ["Edit"], commandPatterns: ["^ls"], conditions }),
    readyLesson({ commandPatterns: ["^ls"], priority: 2, conditions }),
  ];
  expect(matchLessons(lessons, atCommand("ls", { ...place, world: watched }), 700)).toEqual([]);
  expect(looked).toEqual([]);
});

test("without a world nobody can say, and no condition vetoes", () => {
  const about = readyLesson({ commandPatterns: ["^ls"], conditions: { fileExists: ["x"] } });
  const { fires, conditions } = judgeLesson(about, atCommand("ls"), 700);
  expect([fires, conditions.at(-1)]).toEqual([
    true,
    { name: "fileExists", declared: ["x"], verdict: "unknown", found: [], points: 0 },
  ]);
});
