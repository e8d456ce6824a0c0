import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownProjects } from "../../src/deliver/known-projects.ts";
import { projectIdentity } from "../../src/platform/project/learning-place.ts";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync(
    "git",
    ["-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.com", ...args],
    {
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: folder },
    },
  );

/** A folder in the home of the ground, as the kind of project that is named. */
function projectIn(ground: HookGround, kind: string): string {
  const folder = join(ground.userHome, "repo");
  mkdirSync(join(folder, "src"), { recursive: true });
  if (kind === "no git") return folder;
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  if (kind === "a remote") git(folder, "remote", "add", "origin", "git@example.com:team/App.git");
  if (kind !== "a worktree") return folder;
  git(folder, "worktree", "add", "-q", join(ground.userHome, "tree"));
  return join(ground.userHome, "tree");
}

test.each(["a remote", "a root commit", "a worktree", "no git"])(
  "a project with %s is found out at the start, and its lessons come there only",
  (kind) => {
    const ground = new HookGround();
    const folder = projectIn(ground, kind);
    const id = projectIdentity(folder);
    ground.publish([{ ...stash, scope: `project:${id}` }]);
    ground.event("SessionStart", { cwd: folder });
    const inside = { payload: { cwd: join(folder, "src") } };
    const noted = JSON.parse(
      readFileSync(join(ground.home, "sessions", session, "project.json"), "utf8"),
    );
    expect(noted).toMatchObject({ project: `project:${id}`, projectRoot: folder });
    expect(ground.bash("git stash", inside).out).not.toBe("");

    ground.event("SessionStart", { session_id: "elsewhere", cwd: "/usr" });
    expect(ground.bash("git stash", { payload: { session_id: "elsewhere", cwd: folder } })).toEqual(
      silent,
    );
    expect(ground.bash("git stash", { payload: { session_id: "unseen", cwd: folder } })).toEqual(
      silent,
    );
  },
);

test("the lessons of a project come at its start and not at that of another", () => {
  const ground = new HookGround();
  const folder = projectIn(ground, "a remote");
  ground.publish([{ priority: 10, scope: "project:example.com/team/app" }], {
    config: { protocol: "off" },
  });
  expect(adviceIn(ground.event("SessionStart", { cwd: folder }).out, "SessionStart")).toContain(
    "text 0",
  );
  expect(ground.event("SessionStart", { cwd: "/usr" })).toEqual(silent);
});

test("a folder is noted once, and after the next compilation known to sessions without a start", () => {
  const ground = new HookGround();
  const folder = projectIn(ground, "a remote");
  const project = "project:example.com/team/app" as const;
  ground.publish([{ ...stash, scope: project }]);
  ground.event("SessionStart", { cwd: folder });
  ground.event("SessionStart", { cwd: join(folder, "src") });
  expect(ground.lines("projects.tsv")).toEqual([`${folder}\t${project}`]);
  ground.publish([{ ...stash, scope: project }], { projects: knownProjects(ground.home) });
  const unseen = { payload: { session_id: "unseen", cwd: join(folder, "src") } };
  expect(ground.bash("git stash", unseen).out).not.toBe("");
});

test("a folder above a repository is not its project", () => {
  const ground = new HookGround();
  const folder = projectIn(ground, "a remote");
  ground.publish([{ ...stash, scope: "project:above" }], {
    projects: { [ground.userHome]: "project:above" },
  });
  const inside = { payload: { session_id: "unseen", cwd: join(folder, "src") } };
  expect(ground.bash("git stash", inside)).toEqual(silent);
  expect(ground.bash("git stash", { payload: { session_id: "unseen" } }).out).not.toBe("");
});

test("of a folder that became another project the last word holds", () => {
  const ground = new HookGround();
  const folder = projectIn(ground, "a remote");
  writeFileSync(join(ground.home, "projects.tsv"), `${folder}\tproject:before\n/x\tproject:x\n`);
  ground.event("SessionStart", { cwd: folder });
  expect(knownProjects(ground.home)).toEqual({
    [folder]: "project:example.com/team/app",
    "/x": "project:x",
  });
});

test("the notes of folders do not grow without end", () => {
  const ground = new HookGround();
  const many = Array.from(
    { length: 9000 },
    (_, index) => `/some/where/${index}\tproject:p-${index}\n`,
  );
  writeFileSync(join(ground.home, "projects.tsv"), many.join(""));
  const folder = projectIn(ground, "a remote");
  ground.event("SessionStart", { cwd: folder });
  const lines = ground.lines("projects.tsv");
  expect(lines.length).toBeLessThan(6000);
  expect(lines.at(-1)).toBe(`${folder}\tproject:example.com/team/app`);
  expect(lines.every((line) => /^\/\S+\tproject:\S+$/.test(line))).toBe(true);
});

test("a lesson about the project's language goes before its equals", () => {
  const ground = new HookGround();
  const folder = projectIn(ground, "no git");
  writeFileSync(join(folder, "Cargo.toml"), "");
  ground.publish([
    { ...stash, tags: ["lang:python"], text: "python" },
    { ...stash, tags: ["lang:rust"], text: "rust" },
  ]);
  ground.event("SessionStart", { cwd: folder });
  expect(adviceIn(ground.bash("git stash").out)).toMatch(/rust\n\npython$/);
});
