import fc from "fast-check";
import { expect, test } from "vitest";
import { commandHead, shapeOf } from "./shape.ts";
import type { SimpleCommand } from "./command.ts";
import { law } from "../../test/kit/law.ts";

test("a shape is the program, the subcommand and the names of the flags", () => {
  const words = [
    "/usr/bin/git",
    "-C",
    "dir",
    "log",
    "--format=%H",
    "-n5",
    "--all",
    "--all",
    "main",
  ];
  expect(shapeOf(command(words))).toEqual({
    program: "git",
    subcommand: "log",
    flags: ["--all", "--format", "-C", "-n"],
  });
});

test("a raw command has no shape to speak of", () => {
  const raw: SimpleCommand = {
    program: "",
    words: ["for f (*) rm -f $f"],
    text: "for f (*) rm -f $f",
    wrappers: [],
    assignments: [],
  };
  expect(shapeOf(raw)).toEqual({ program: "", flags: [] });
});

test.each([
  ["ls -la src", "ls"],
  ["git stash pop", "git stash"],
  ["git -C dir -c k=v --git-dir x status", "git status"],
  ["git --version", "git"],
  ["git remote add origin url", "git remote add"],
  ["git remote -v", "git remote"],
  ["npm test", "npm test"],
  ["npm --prefix x run test -- --watch", "npm run test"],
  ["npm run $SCRIPT", "npm run"],
  ["npx -y vitest run", "npx vitest"],
  ["pnpm --filter @acme/web build", "pnpm build"],
  ["docker --context x ps", "docker ps"],
  ["docker compose -f dev.yml up -d", "docker compose up"],
  ["kubectl -n ns get pods", "kubectl get"],
  ["go -C dir test ./...", "go test"],
  ["cargo +nightly test", "cargo test"],
  ["gh pr view 12", "gh pr view"],
  ["uv pip install x", "uv pip install"],
  ["aws --profile p s3 cp a b", "aws s3 cp"],
  ["make -C dir -j 8 CC=gcc all", "make all"],
  ["make", "make"],
  ["./gradlew -x lint build", "gradlew build"],
  ["php artisan migrate", "php artisan migrate"],
  ["php index.php", "php"],
  ["python3.12 -W ignore -m pytest -q", "python3.12 -m pytest"],
  ["python manage.py migrate", "python manage.py migrate"],
  ["python script.py -m pytest", "python"],
  ["node -e 1", "node"],
])("the head of %j is %j", (line, head) => {
  expect(commandHead(shapeOf(command(line.split(" "))))).toBe(head);
});

test.each([
  [
    ["tar", "-xzf", "a", "-C/tmp", "-I{}"],
    ["-C", "-I", "-xzf"],
  ],
  [
    ["make", "-j8", "-O2", "-DX=1"],
    ["-DX", "-O", "-j"],
  ],
  [["head", "-20", "-"], []],
  [
    ["git", "commit", "-m", "-fix the thing", "-a"],
    ["-a", "-m"],
  ],
  [["cargo", "test", "-q", "--", "--nocapture"], ["-q"]],
  [["a", "b", "é", "-é", "--", "-x"], []],
])("the flags of %j are %j", (words, flags) => {
  expect(shapeOf(command(words)).flags).toEqual(flags);
});

const anyFlag = fc.stringMatching(/^--?[a-z]{1,3}(=.{0,5})?$/);
const anyWord = fc.oneof(
  anyFlag,
  fc.string(),
  fc.constantFrom("run", "-m", "remote", "-C", "--", "-", "x=y"),
);
const anyWords = fc.oneof(fc.array(anyWord), fc.array(anyFlag, { maxLength: 60, size: "max" }));
const anyProgram = fc.constantFrom("git", "npm", "python3", "docker", "aws", "php", "ls");

test("flags are names: sorted, each once, at most 20, without values", () => {
  fc.assert(
    fc.property(anyProgram, anyWords, (program, words) => {
      const { flags } = shapeOf(command([program, ...words]));
      expect(flags).toEqual([...new Set(flags)].toSorted());
      expect(flags.length).toBeLessThanOrEqual(20);
      expect(flags.filter((flag) => !/^--?[a-z?][\w.-]*$/i.test(flag))).toEqual([]);
    }),
    law({ quick: 1000 }),
  );
});

test("the value of a flag does not change the shape", () => {
  const anyNumber = fc.stringMatching(/^\d.*$/);
  fc.assert(
    fc.property(anyNumber, anyNumber, (one, other) => {
      expect(shapeOf(log(one))).toEqual(shapeOf(log(other)));
    }),
    law(),
  );
});

function log(value: string): SimpleCommand {
  return command(["git", `--work-tree=${value}`, "log", `--format=${value}`, `-n${value}`]);
}

function command(words: readonly string[]): SimpleCommand {
  const program = words[0]?.split("/").at(-1) ?? "";
  return { program, words, text: words.join(" "), wrappers: [], assignments: [] };
}
