import { expect, test } from "vitest";
import { parseCommandLine } from "../command.ts";
import { printsContent } from "./printed-content.ts";

test.each([
  "cat a.md",
  "head -20 a.log",
  "sed -n 1,9p a.md",
  "grep -rn x",
  "grep x a.log",
  "git show HEAD",
  "git log -p",
  "gh pr diff 3",
  "kubectl logs pod",
  "curl https://a.test",
])("%s prints what is stored somewhere", (line) => {
  expect(parseCommandLine(line).commands.some(printsContent)).toBe(true);
});

test.each([
  "make | head -20",
  "make | grep x",
  "make | sed -n 1,9p",
  "git push",
  "gh pr create",
  "docker ps",
])("%s only says what happens", (line) => {
  expect(parseCommandLine(line).commands.some(printsContent)).toBe(false);
});
