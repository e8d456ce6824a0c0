import { expect, test } from "vitest";
import { loneLesson } from "../../test/kit/lone-lesson.ts";
import type { Lesson } from "../lesson/record/lesson.ts";
import { referencedPaths } from "./file-facts.ts";

function filesIn(mistake: string): readonly string[] {
  return referencedPaths(loneLesson({ body: { mistake, remediation: "look again" } }));
}

function pathsOf(triggers: Partial<Lesson["triggers"]>): readonly string[] {
  const lesson = loneLesson({ body: { mistake: "m", remediation: "r" } });
  return referencedPaths({ ...lesson, triggers: { ...lesson.triggers, ...triggers } });
}

test("files with a folder are found as they are written, each once", () => {
  expect(
    filesIn(
      "Edit `src/app/main.ts` (not ./src/app/main.ts:12), see scripts/deploy.py, .github/workflows/ci.yml and docker/Dockerfile.",
    ),
  ).toEqual([
    "src/app/main.ts",
    "scripts/deploy.py",
    ".github/workflows/ci.yml",
    "docker/Dockerfile",
  ]);
});

test("absolute paths stay absolute", () => {
  expect(filesIn("look at /srv/api/src/a.go and ~/api/src/b.go")).toEqual([
    "/srv/api/src/a.go",
    "~/api/src/b.go",
  ]);
});

test.each([
  ["bare names, which may lie anywhere", "package.json and main.ts"],
  ["addresses", "https://example.org/docs/a.md and example.org/docs/a.md"],
  ["what a build makes", "dist/main.js node_modules/x/index.js web/dist/app.css"],
  ["packages", "@scope/name/index.js"],
  ["patterns and parts of them", "{a,b}/c.ts <name>/x.ts"],
  ["ways out of the project", "../other/src/a.ts"],
  ["examples", "path/to/file.ts"],
  ["folders and words", "src/app and/or either/or 1/2.5"],
])("%s are no files of the project", (_, text) => {
  expect(filesIn(text).filter((path) => !path.startsWith("/"))).toEqual([]);
});

test("folders are found where they end with a slash or stand in backticks", () => {
  expect(
    filesIn("Keep scripts/hooks/ small, see `src/legacy` and docs/**/*.md, not and/or."),
  ).toEqual(["scripts/hooks/", "src/legacy", "docs/"]);
});

test("a glob names its file, or the folder that its wildcards begin in", () => {
  const pathPatterns = ["src/app/main.ts", "src/legacy/**/*.ts", "docs/*.md", "**/*.go", "*.md"];
  expect(pathsOf({ pathPatterns })).toEqual(["src/app/main.ts", "src/legacy/", "docs/"]);
});

test("an expression names what it says literally, and nothing that it only may mean", () => {
  const commandPatterns = [
    "^python3?\\s+scripts\\/migrate\\.py\\b",
    "(?:bash|sh) tools/deploy\\.sh$",
    "src/[a-z]+/x\\.ts",
    "src/app\\.tsx?",
    "lib/.*\\.js",
  ];
  expect(pathsOf({ commandPatterns, contentPatterns: ["from 'src/old/api\\.js'"] })).toEqual([
    "scripts/migrate.py",
    "tools/deploy.sh",
    "src/old/api.js",
  ]);
});
