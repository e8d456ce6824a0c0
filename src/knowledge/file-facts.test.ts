import { expect, test } from "vitest";
import { loneLesson } from "../../test/kit/lone-lesson.ts";
import { referencedFiles } from "./file-facts.ts";

function filesIn(mistake: string): readonly string[] {
  return referencedFiles(loneLesson({ body: { mistake, remediation: "look again" } }));
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
  ["patterns and parts of them", "src/**/*.ts {a,b}/c.ts <name>/x.ts"],
  ["ways out of the project", "../other/src/a.ts"],
  ["examples", "path/to/file.ts"],
  ["folders and words", "src/app and/or either/or 1/2.5"],
])("%s are no files of the project", (_, text) => {
  expect(filesIn(text).filter((path) => !path.startsWith("/"))).toEqual([]);
});
