import { expect, test } from "vitest";
import { failureStory } from "../../../test/kit/episode.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { literalFixOf } from "./literal-fix.ts";

function missing(program: string, command: string, worked?: string): FailureStory {
  return failureStory({
    fact: { class: "not-installed", subject: program },
    tool: "Bash",
    head: program,
    failureClass: "command-not-found",
    about: "environment",
    headline: `bash: ${program}: command not found`,
    signature: `bash: ${program}: command not found`,
    command,
    fix: worked === undefined ? undefined : { line: 2, command: worked },
  });
}

const inSession = (session: string, story: FailureStory) => ({ session, story });

test("a fix is what was typed in place of what failed, with how often and in how many sessions", () => {
  const failures = [
    inSession("one", missing("python", "python a.py", "python3 a.py")),
    inSession("one", missing("python", "python b.py", "python3 b.py")),
    inSession("two", missing("python", "python a.py", "uv run a.py")),
    inSession("two", missing("python", "python a.py")),
  ];
  expect(literalFixOf(failures)).toEqual({
    how: "instead",
    from: "python",
    to: "python3",
    times: 2,
    repairs: 3,
    sessions: 1,
    exact: 2,
  });
});

test("a program in front that had to go is one fix, whatever else the commands had", () => {
  const failures = [
    inSession("one", missing("rtk", "rtk bun run test", "bun run test")),
    inSession("two", missing("rtk", "rtk bun run lint", "bun run lint")),
    inSession("two", missing("rtk", "rtk bun run lint", "rtk git status")),
  ];
  expect(literalFixOf(failures)).toEqual({
    how: "instead",
    from: "rtk bun",
    to: "bun",
    times: 2,
    repairs: 2,
    sessions: 2,
    exact: 2,
  });
});

test("a step that had to run before is a fix without a wrong part", () => {
  const story = failureStory({
    ...missing("python", "npm run typecheck"),
    fix: { line: 2, command: "npm run generate", isStep: true },
  });
  expect(literalFixOf([inSession("one", story)])).toEqual({
    how: "first",
    to: "npm run generate",
    times: 1,
    repairs: 1,
    sessions: 1,
  });
});

test("what follows in both calls was not replaced", () => {
  const story = missing("docker-compose", "docker-compose up web");
  const other = {
    ...story,
    fix: { line: 2, command: "docker compose up web", isOtherWay: true as const },
  };
  expect(literalFixOf([inSession("one", other)])).toMatchObject({
    from: "docker-compose",
    to: "docker compose",
    exact: 1,
  });
});

test("another way that wants other words behind it is a fix, and not exactly that", () => {
  const story = missing("jq", "jq .version package.json");
  const command = "node -p \"require('./package.json').version\" package.json";
  const other = { ...story, fix: { line: 2, command, isOtherWay: true as const } };
  expect(literalFixOf([inSession("one", other)])).toMatchObject({
    from: "jq",
    to: "node -p",
    exact: 0,
  });
});

test("where nothing worked there is no fix", () => {
  expect(literalFixOf([inSession("one", missing("python", "python a.py"))])).toBeUndefined();
});
