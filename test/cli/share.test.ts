import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { freshFolder } from "../kit/store.ts";

test("a lesson goes from one person to another through git, and only a person makes it active", () => {
  const [anna, ben] = [new Program(), new Program()];
  const project = repository();
  const slug = addStash(anna, "--delivery", "hold");
  expect(anna.ok(["share", slug], { cwd: project })).toBe(
    `Shared ${slug}\n  .lessons/lessons/${slug}.md\n`,
  );
  commit(project);
  const file = readFileSync(join(project, ".lessons/lessons", `${slug}.md`), "utf8");
  expect(file).not.toMatch(/hold|status|confidence/);

  const clone = join(freshFolder(), "clone");
  git(freshFolder(), "clone", "-q", project, clone);
  const out = oneLine(ben.ok(["scan"], { cwd: join(clone, "src") }));
  expect(out).toContain("project 1 new, 0 changed, 0 gone, of 1 lesson file in .lessons/lessons");
  expect(show(ben, slug)).toMatchObject({
    status: "candidate",
    source: "imported",
    delivery: "advise",
    scope: expect.stringMatching(/^project:/),
    transitions: [
      { from: "none", to: "candidate", by: "scanner", because: expect.stringContaining(slug) },
    ],
  });
  ben.ok(["scan"], { cwd: clone });
  expect(lessonsOf(ben)).toHaveLength(1);

  ben.ok(["edit", slug, "status", "active"]);
  ben.ok(["scan"], { cwd: clone });
  expect(lessonsOf(ben)).toMatchObject([{ slug, status: "active", delivery: "advise" }]);

  anna.ok(["edit", slug, "remediation", "use git stash --include-untracked"]);
  anna.ok(["scan"], { cwd: project });
  expect(lessonsOf(anna)).toHaveLength(1);
  anna.ok(["share", slug], { cwd: project });
  commit(project);
  git(clone, "pull", "-q");
  expect(oneLine(ben.ok(["scan"], { cwd: clone }))).toContain("0 new, 1 changed, 0 gone");
  const [changed, ...others] = lessonsOf(ben).filter(({ status }) => status === "candidate");
  expect(others).toEqual([]);
  expect(show(ben, changed?.slug ?? "")).toMatchObject({
    delivery: "advise",
    flags: [`expands:${slug}`],
    body: { remediation: "use git stash --include-untracked" },
    edits: [
      {
        field: "remediation",
        before: '"use git stash -u"',
        after: '"use git stash --include-untracked"',
        by: "scanner",
      },
    ],
  });
  expect(show(ben, slug)).toMatchObject({
    status: "active",
    body: { remediation: "use git stash -u" },
  });

  ben.ok(["edit", changed?.slug ?? "", "status", "active"]);
  expect(oneLine(ben.ok(["scan"], { cwd: clone }))).toContain(
    `lessons archive ${slug} --reason "replaced by ${changed?.slug}"`,
  );
  ben.ok(["archive", slug, "--reason", "replaced"]);
  expect(ben.ok(["scan"], { cwd: clone })).not.toContain("replaced by");

  // And back: what the second person changes is a candidate for the first.
  ben.ok(["edit", changed?.slug ?? "", "mistake", "untracked files stay where they are"]);
  expect(ben.ok(["share", changed?.slug ?? ""], { cwd: clone })).toContain(`${slug}.md`);
  commit(clone);
  git(project, "pull", "-q", clone);
  expect(jsonIn(anna, project, ["scan"])).toMatchObject({
    projectFiles: { added: [], changed: [expect.any(String)], withdrawn: [] },
  });
  expect(
    lessonsOf(anna)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(["active", "candidate"]);
});

test("what a person has not touched follows the file: changed, gone, back again", () => {
  const [anna, ben] = [new Program(), new Program()];
  const project = repository();
  const slug = addStash(anna);
  anna.ok(["share", slug], { cwd: project });
  ben.ok(["scan"], { cwd: project });
  anna.ok(["edit", slug, "summary", "stash forgets new files"]);
  anna.ok(["edit", slug, "remediation", "use -u"]);
  anna.ok(["share", slug], { cwd: project });
  ben.ok(["scan"], { cwd: project });
  expect(show(ben, slug)).toMatchObject({
    status: "candidate",
    summary: "stash forgets new files",
    edits: [{ field: "summary" }, { field: "remediation" }],
  });

  anna.ok(["unshare", slug], { cwd: project });
  expect(existsSync(join(project, ".lessons/lessons", `${slug}.md`))).toBe(false);
  expect(jsonIn(ben, project, ["scan"])).toMatchObject({
    projectFiles: { files: 0, withdrawn: [slug] },
  });
  expect(show(ben, slug)).toMatchObject({
    status: "archived",
    archiveReason: "its project file is gone",
  });
  expect(show(anna, slug)).toMatchObject({ status: "active" });
  expect(anna.run(["unshare", slug], { cwd: project }).status).toBe(1);

  anna.ok(["share", slug], { cwd: project });
  ben.ok(["start"], { cwd: project });
  expect(show(ben, slug)).toMatchObject({ status: "candidate" });
  ben.ok(["archive", slug, "--reason", "not here"]);
  rmSync(join(project, ".lessons"), { recursive: true });
  ben.ok(["scan"], { cwd: project });
  anna.ok(["scan"], { cwd: project });
  anna.ok(["share", slug], { cwd: project });
  ben.ok(["scan"], { cwd: project });
  expect(show(ben, slug)).toMatchObject({ status: "archived", archiveReason: "not here" });
});

test("a file that is not ours is left as it is", () => {
  const anna = new Program();
  const project = repository();
  const slug = addStash(anna);
  const folder = join(project, ".lessons/lessons");
  const file = join(folder, `${slug}.md`);
  const share = () => {
    const { status, err } = anna.run(["share", slug], { cwd: project });
    return { status, err: oneLine(err) };
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "# My notes\n");
  expect(share()).toEqual({ status: 2, err: expect.stringContaining("is in the way") });
  expect(readFileSync(file, "utf8")).toBe("# My notes\n");
  expect(anna.run(["unshare", slug], { cwd: project })).toMatchObject({
    status: 2,
    err: expect.stringContaining("is not what you wrote"),
  });

  rmSync(file);
  expect(share().status).toBe(0);
  const written = readFileSync(file, "utf8");
  writeFileSync(file, written.replace("use git stash -u", "use a branch"));
  anna.ok(["edit", slug, "remediation", "use -u"]);
  expect(share()).toEqual({ status: 2, err: expect.stringContaining("was changed since") });
  expect(anna.run(["unshare", slug], { cwd: project })).toMatchObject({ status: 2 });
  expect(readFileSync(file, "utf8")).toContain("use a branch");
  anna.ok(["scan"], { cwd: project });
  expect(share().status).toBe(0);
  writeFileSync(file, written);
  anna.ok(["unshare", slug, "--force"], { cwd: project });
  expect(existsSync(file)).toBe(false);
});

test("links lead nowhere, and nothing but a file is read", () => {
  const anna = new Program();
  const slug = addStash(anna);
  const elsewhere = freshFolder();
  const linked = repository();
  mkdirSync(join(linked, ".lessons"));
  symlinkSync(elsewhere, join(linked, ".lessons/lessons"));
  expect(anna.run(["share", slug], { cwd: linked })).toMatchObject({
    status: 2,
    err: expect.stringContaining("does not follow links"),
  });
  expect(jsonIn(anna, linked, ["scan"])["projectFiles"]).toBe(null);

  const project = repository();
  anna.ok(["share", slug], { cwd: project });
  const folder = join(project, ".lessons/lessons");
  const text = readFileSync(join(folder, `${slug}.md`), "utf8");
  writeFileSync(join(elsewhere, "secret.md"), text.replace("use git stash -u", "other"));
  symlinkSync(join(elsewhere, "secret.md"), join(folder, "linked.md"));
  mkdirSync(join(folder, "folder.md"));
  execFileSync("mkfifo", [join(folder, "pipe.md")]);
  writeFileSync(join(folder, "long.md"), text + "x".repeat(64_000));
  writeFileSync(join(folder, "notes.md"), "hello\n");
  writeFileSync(join(folder, "Not a slug.md"), text);
  writeFileSync(join(folder, "README.md"), "hello\n");
  expect(jsonIn(anna, project, ["scan"])["projectFiles"]).toMatchObject({
    added: [],
    changed: [],
    problems: [
      { place: "Not a slug.md", problem: expect.stringContaining("is named <slug>.md") },
      { place: ".lessons/lessons/folder.md", problem: "is not a file" },
      { place: ".lessons/lessons/linked.md", problem: "is a link; lessons does not follow links" },
      { place: ".lessons/lessons/long.md", problem: "is longer than 64 kB" },
      { place: ".lessons/lessons/pipe.md", problem: "is not a file" },
      { place: ".lessons/lessons/notes.md", problem: expect.stringContaining("frontmatter") },
    ],
  });
});

test("a file with a bad pattern or a wish for a hold comes in without, and says so", () => {
  const [anna, ben] = [new Program(), new Program()];
  const project = repository();
  const slug = addStash(anna);
  anna.ok(["share", slug], { cwd: project });
  const file = join(project, ".lessons/lessons", `${slug}.md`);
  const hostile = readFileSync(file, "utf8")
    .replace("priority: 7", "priority: 7\ndelivery: hold\nstatus: active")
    .replace("contentHash", "    - (a+)+$\ncontentHash");
  writeFileSync(file, hostile);
  const { projectFiles } = jsonIn(ben, project, ["scan"]);
  expect(projectFiles).toMatchObject({
    added: [slug],
    remarks: [
      { problem: '"delivery" cannot be set in a file' },
      { problem: '"status" cannot be set in a file' },
      { problem: expect.stringMatching(/^commandPatterns: "\(a\+\)\+\$" .*left out/) },
    ],
  });
  expect(show(ben, slug)).toMatchObject({
    status: "candidate",
    delivery: "advise",
    flags: ["needsHumanFix"],
    triggers: { commandPatterns: ["^git\\s+stash\\b"] },
  });
});

test("only what is active is shared, only in a repository, and no secrets", () => {
  const anna = new Program();
  const project = repository();
  const noted = addStash(anna, "--status", "candidate");
  const refused = (args: readonly string[], cwd = project) => {
    const { status, err } = anna.run(args, { cwd });
    return { status, err: oneLine(err) };
  };
  expect(refused(["share", noted])).toEqual({
    status: 2,
    err: expect.stringContaining("it is candidate"),
  });
  const key = `ghp_${"a1B2".repeat(9)}`;
  const secret = anna.addLesson("The key", "--impact", `it was ${key}`);
  expect(refused(["share", secret])).toEqual({
    status: 2,
    err: expect.stringContaining("looks like it has a secret, an address or your name"),
  });
  const fine = anna.addLesson("fine");
  expect(refused(["share", fine, secret]).status).toBe(2);
  expect(existsSync(join(project, ".lessons"))).toBe(false);
  expect(refused(["share", fine], anna.home)).toEqual({
    status: 2,
    err: expect.stringContaining("is not in a git repository"),
  });
  expect(jsonIn(anna, project, ["share", fine, secret, "--force"])).toEqual({
    type: "lessons-share",
    version: 1,
    project: expect.stringMatching(/^project:/),
    files: [
      { slug: fine, file: `.lessons/lessons/${fine}.md`, is: "written", marks: [] },
      { slug: secret, file: `.lessons/lessons/${secret}.md`, is: "written", marks: [] },
    ],
  });
  expect(jsonIn(anna, project, ["unshare", fine])).toMatchObject({
    type: "lessons-unshare",
    files: [{ slug: fine, is: "removed" }],
  });
});

function addStash(program: Program, ...flags: readonly string[]): string {
  const out = program.ok([
    "add",
    "--summary",
    "git stash leaves untracked files behind",
    "--mistake",
    "git stash only saves tracked files",
    "--remediation",
    "use git stash -u",
    "--command",
    "^git\\s+stash\\b",
    ...flags,
  ]);
  return /^Added (\S+)/.exec(out)?.[1] ?? "";
}

function jsonIn(
  program: Program,
  cwd: string,
  args: readonly string[],
): Readonly<Record<string, unknown>> {
  return JSON.parse(program.ok([...args, "--json"], { cwd }));
}

interface Shown {
  readonly slug: string;
  readonly status: string;
}

function lessonsOf(program: Program): readonly Shown[] {
  return program.json(["list"])["lessons"] as readonly Shown[];
}

function show(program: Program, slug: string): unknown {
  return program.json(["show", slug])["lesson"];
}

/** A repository with a commit, so that a clone of it is the same project. */
function repository(): string {
  const folder = freshFolder();
  git(folder, "init", "-q", "-b", "main");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "a.txt"), "a\n");
  commit(folder);
  return folder;
}

function commit(folder: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "x");
}

function git(folder: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "pull.rebase=false"];
  execFileSync("git", ["-C", folder, ...who, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
  });
}
