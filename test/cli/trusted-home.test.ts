import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTrustedHome } from "../../src/cli/trusted-home.ts";
import { Program } from "../kit/program.ts";

test("code is taken from a home that is the person's own, and from none that a project brings along", () => {
  const { home } = new Program();
  const project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, "source"));
  const from = (lessonsHome: string, folder: string, more: NodeJS.ProcessEnv = {}) =>
    isTrustedHome(lessonsHome, { folder, environment: { HOME: home, ...more } });
  expect({
    elsewhere: from(join(home, "lessons"), project),
    "above the own home": from(join(home, "lessons"), home),
    "in the folder": from(join(project, "lessons"), project),
    "in the repository of the folder": from(join(project, "lessons"), join(project, "source")),
    "in the agent's project": from(join(project, "lessons"), "/", { CLAUDE_PROJECT_DIR: project }),
    "where the shell says it is": from(join(project, "lessons"), "/", { PWD: project }),
    roundabout: from(`${home}/lessons/../project/lessons`, project),
    relative: from("lessons", project),
  }).toEqual({
    elsewhere: true,
    "above the own home": true,
    "in the folder": false,
    "in the repository of the folder": false,
    "in the agent's project": false,
    "where the shell says it is": false,
    roundabout: false,
    relative: false,
  });
});

test("somebody else's home is not trusted", () => {
  const { uid } = statSync("/");
  expect(isTrustedHome("/", { folder: "/nowhere", environment: { HOME: "/home/me" } })).toBe(
    uid === process.getuid?.(),
  );
});

test("in a home that a project brings along a command runs, and keeps no code", () => {
  const program = new Program();
  const project = join(program.home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const brought = join(project, "lessons");
  const run = (lessonsHome: string) => {
    program.environment["LESSONS_HOME"] = lessonsHome;
    return program.runBuilt(["list"], { cwd: project });
  };
  expect(run(brought).status).toBe(1);
  expect(existsSync(join(brought, "lessons.db"))).toBe(true);
  expect(existsSync(join(brought, "cache/code"))).toBe(false);

  const own = join(program.home, "own");
  expect(run(own).status).toBe(1);
  expect(readdirSync(join(own, "cache/code"))).toHaveLength(1);
});
