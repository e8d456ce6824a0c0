import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { walkOneFailure } from "../../scripts/house-walk.ts";

const root = join(import.meta.dirname, "../..");
const read = (page: string): string => readFileSync(join(root, page), "utf8");

test("one failing call goes the whole way, through no more files than ARCHITECTURE.md says", () => {
  const stages = walkOneFailure();
  const said = /at most (\d+) files in all/.exec(read("ARCHITECTURE.md").replaceAll("\n", " "));
  const files = new Set(stages.flatMap((stage) => stage.files));
  expect(stages.filter((stage) => stage.files.length === 0)).toEqual([]);
  expect(files.size).toBeLessThanOrEqual(Number(said?.[1]));
});

test("every file and folder of the source that a page names is there", () => {
  const pages = [
    "ARCHITECTURE.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "STYLE.md",
    ...globSync("docs/adr/*.md", { cwd: root }),
  ];
  const rooms = globSync("*", { cwd: join(root, "src") }).join("|");
  const named = new RegExp(`\`(?:src/)?((?:${rooms})/[\\w./-]+)\``, "g");
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(named)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, "src", path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});
