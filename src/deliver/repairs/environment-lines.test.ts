import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { repairs } from "./catalogue.ts";
import { putEnvironmentLines } from "./environment-lines.ts";

const globs = repairs["zsh-globs"].line("");
const equals = repairs["zsh-equals"].line("");

function fileWith(text?: string): string {
  const file = join(freshFolder(), "env.sh");
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

test("a new file is private, and twice is once", () => {
  const file = fileWith();
  putEnvironmentLines(file, [globs, globs]);
  putEnvironmentLines(file, [globs]);
  expect(readFileSync(file, "utf8")).toBe(`${globs}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("with nothing to say there is no file", () => {
  const file = fileWith();
  putEnvironmentLines(file, []);
  expect(existsSync(file)).toBe(false);
});

test("lines of others stay, and a last one without an end is ended first", () => {
  const file = fileWith("export A=1");
  putEnvironmentLines(file, [globs]);
  expect(readFileSync(file, "utf8")).toBe(`export A=1\n${globs}\n`);
});

test("what was switched off since is taken out again, and nothing else", () => {
  const file = fileWith(`export A=1\n${globs}\n${repairs.path.line("/a")}\nexport B=2\n`);
  putEnvironmentLines(file, [equals]);
  expect(readFileSync(file, "utf8")).toBe(`export A=1\nexport B=2\n${equals}\n`);
});

test.each([
  ["a link", (file: string) => symlinkSync(fileWith("export A=1\n"), file)],
  ["a folder", (file: string) => mkdirSync(file)],
  ["too long", (file: string) => writeFileSync(file, "x".repeat(300_000))],
])("%s is not touched, and says so", (_, make) => {
  const file = fileWith();
  make(file);
  expect(putEnvironmentLines(file, [globs])).toContain("the environment file is");
  if (statSync(file).isFile()) expect(readFileSync(file, "utf8")).not.toContain("nonomatch");
});
