import { expect, test } from "vitest";
import { isUndo } from "./undo-command.ts";

test.each([
  "git checkout -- src/a.ts",
  "git checkout .gitignore",
  "cd app && git restore src/a.ts",
  "git revert --no-edit HEAD",
  "git reset --hard origin/main",
  "git -C ../app reset HEAD~1",
  "git checkout .",
])("%s takes something back", (line) => {
  expect(isUndo(line)).toBe(true);
});

test.each([
  "git checkout main",
  "git checkout -b fix/restore",
  "git checkout v1.2",
  "git restore --staged a.ts",
  "git reset",
  "git log --grep revert",
  'echo "git revert"',
  "rm -rf dist",
  "npm run reset",
])("%s does not", (line) => {
  expect(isUndo(line)).toBe(false);
});

test("removing a file takes it back only when the agent wrote it", () => {
  const written = new Set(["/work/app/notes.md"]);
  expect(isUndo("rm ./notes.md", written)).toBe(true);
  expect(isUndo("rm other-notes.md", written)).toBe(false);
});
