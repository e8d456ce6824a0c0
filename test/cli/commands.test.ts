import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

test("an empty home: list says what to do, and ends with 1", () => {
  const { status, out, err } = new Program().run(["list"]);
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(err).toContain("lessons add");
});

test("add, list, show, search, tags: a lesson can be found again", () => {
  const program = new Program();
  const slug = program.addLesson(
    "git stash leaves untracked files behind",
    "--tag",
    "tool:git",
    "--command",
    "^git\\s+stash\\b",
  );
  expect(slug).toMatch(/^git-stash-leaves-untracked-files-behind-[0-9a-z]{4}$/);
  expect(program.ok(["list"])).toContain("HIGH      git stash leaves untracked files behind\n");
  expect(program.ok(["show", "git-stash"])).toContain("^git\\s+stash\\b");
  expect(program.ok(["search", "untrack", "STASH"])).toContain(slug);
  expect(program.ok(["tags"])).toBe("tool:git  1\n");
  expect(program.run(["search", "nowhere"])).toMatchObject({ status: 1, out: "" });
});

test("the home is private", () => {
  const program = new Program();
  program.addLesson("x");
  expect(statSync(join(program.home, ".lessons")).mode & 0o777).toBe(0o700);
  expect(statSync(join(program.home, ".lessons", "lessons.db")).mode & 0o777).toBe(0o600);
});

test("add takes JSON from a file, a pipe, an array and lines", () => {
  const program = new Program();
  const lesson = (name: string) => ({
    kind: "decision",
    summary: name,
    body: { context: name, decision: "d" },
  });
  writeFileSync(join(program.home, "one.json"), JSON.stringify(lesson("one"), null, 2));
  program.ok(["add", "--file", "one.json"]);
  program.ok(["add"], { input: JSON.stringify([lesson("two"), lesson("three")]) });
  program.ok(["add", "--file", "-"], {
    input: `${JSON.stringify(lesson("four"))}\n\n${JSON.stringify(lesson("five"))}\n`,
  });
  const { lessons } = program.json(["list", "--sort", "newest"]);
  expect((lessons as { summary: string }[]).map(({ summary }) => summary)).toEqual([
    "five",
    "four",
    "three",
    "two",
    "one",
  ]);
});

test("of a batch with one wrong lesson nothing is added, and the place is named", () => {
  const program = new Program();
  const input = `{"kind":"decision","summary":"ok","body":{"context":"c","decision":"d"}}\n{"kind":"decision","summary":""}`;
  const { status, err } = program.run(["add"], { input });
  expect(status).toBe(2);
  expect(err).toContain("standard input:2: body is missing; summary must not be empty");
  expect(program.run(["list"]).status).toBe(1);
});

test("list filters, sorts and limits, and says how many there are", () => {
  const program = new Program();
  program.addLesson("alpha", "--priority", "CRITICAL", "--tag", "tool:git");
  program.addLesson("beta", "--priority", "5", "--scope", "team:web");
  program.addLesson("gamma", "--priority", "LOW", "--status", "candidate");
  const gone = program.addLesson("delta", "--priority", "10");
  program.ok(["archive", gone, "--reason", "too niche"]);
  const summaries = (...args: string[]) => {
    const { lessons } = program.json(["list", ...args]);
    return (lessons as { summary: string }[]).map(({ summary }) => summary);
  };
  expect(summaries()).toEqual(["alpha", "beta", "gamma"]);
  expect(summaries("--show-archived")).toEqual(["delta", "alpha", "beta", "gamma"]);
  expect(summaries("--status", "archived")).toEqual(["delta"]);
  expect(summaries("--status", "candidate", "active", "--sort", "slug")).toEqual([
    "alpha",
    "beta",
    "gamma",
  ]);
  expect(summaries("--tag", "Tool:Git")).toEqual(["alpha"]);
  expect(summaries("--scope", "team:web")).toEqual(["beta"]);
  expect(summaries("--level", "low", "MEDIUM")).toEqual(["beta", "gamma"]);
  expect(summaries("--kind", "warning")).toEqual([]);
  expect(summaries("--sort", "newest", "--limit", "1")).toEqual(["gamma"]);
  expect(program.run(["list", "--limit", "1"]).err).toContain("1 lesson of 3");
});

test("archive and restore, and a move that is not allowed", () => {
  const program = new Program();
  const slug = program.addLesson("x");
  expect(program.run(["restore", slug])).toMatchObject({
    status: 2,
    err: expect.stringContaining("it is active"),
  });
  program.ok(["archive", slug, "--reason", "too niche"]);
  expect(program.run(["archive", slug, "--reason", "again"]).status).toBe(2);
  expect(program.run(["archive", slug]).status).toBe(2);
  program.ok(["restore", slug]);
  program.ok(["edit", slug, "status", "active"]);
  expect(program.json(["show", slug])["lesson"]).toMatchObject({ status: "active" });
});

test("edit changes a field; a wrong one lists those that exist", () => {
  const program = new Program();
  const slug = program.addLesson("x");
  program.ok(["edit", slug, "tags", "+tool:git"]);
  program.ok(["edit", slug, "tags", "--", "-tool:git"]);
  expect(program.run(["edit", slug, "colour", "red"]).err).toContain(
    "it has summary, mistake, remediation",
  );
  expect(program.run(["edit", slug, "status", "asleep"]).err).toContain("is not a status");
});

test("add says what keeps a lesson from being delivered, and nothing where nothing does", () => {
  const noteOf = (triggers: object) => {
    const body = { mistake: "new files stay", remediation: "use -u" };
    const draft = { kind: "pitfall", summary: "git stash forgets", body, triggers };
    const { out, err } = new Program().run(["add"], { input: JSON.stringify(draft) });
    return oneLine(out + err);
  };
  const nothing = "No agent will see it: it has no trigger";
  const open = "No agent is connected: run lessons init.";
  expect(noteOf({ commandPatterns: ["^git stash"] })).toContain(open);
  expect(noteOf({ toolNames: ["Bash"], actionKeywords: ["stash"] })).toContain(open);
  expect(noteOf({})).toContain(nothing);
  expect(noteOf({ toolNames: ["Bash"] })).toContain(nothing);
  expect(noteOf({ toolNames: ["Bash"], commandPatterns: ["\\d\\d"] })).toContain(
    "It slows every call of its tools (bash)",
  );
});

test("config: set, get, list, project and environment", () => {
  const program = new Program();
  program.ok(["config", "set", "minConfidence", "0.6"]);
  expect(program.ok(["config", "get", "minConfidence"])).toBe("0.6\n");
  expect(statSync(join(program.home, ".lessons", "config.json")).mode & 0o777).toBe(0o600);
  expect(existsSync(join(program.home, ".lessons", "schemas", "config.schema.json"))).toBe(true);
  const project = join(program.home, "project");
  mkdirSync(project);
  program.ok(["config", "set", "maxCandidatesPerScan", "7", "--project"], { cwd: project });
  expect(program.ok(["config", "get", "maxCandidatesPerScan"], { cwd: project })).toBe("7\n");
  expect(
    program.run(["config", "set", "minConfidence", "0.7", "--project"], { cwd: project }).err,
  ).toContain("a project cannot set minConfidence");
  expect(
    program.ok(["config", "get", "minConfidence", "--set", "minConfidence=0.9"], { cwd: project }),
  ).toBe("0.9\n");
  program.environment["LESSONS_MIN_CONFIDENCE"] = "0.8";
  expect(program.ok(["config", "list"], { cwd: project })).toContain(
    "minConfidence = 0.8 (environment)",
  );
  expect(program.run(["config", "set", "minConfidence", "8"]).status).toBe(2);
  expect(program.run(["config", "get", "nothing"]).err).toContain('there is no setting "nothing"');
});

test("config edit: a right text is saved, a wrong one is kept and named, and the file stays", () => {
  const program = new Program();
  const editor = join(program.home, "my editor.sh");
  const useEditor = (command: string) => {
    writeFileSync(editor, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    program.environment["EDITOR"] = `"${editor}" --wait`;
  };
  useEditor(`printf '{"minPriority": 4}' > "$2"`);
  expect(program.ok(["config", "edit"])).toContain("Saved");
  expect(program.ok(["config", "get", "minPriority"])).toBe("4\n");
  useEditor(`printf '{"minPriority": 44}' > "$2"`);
  const { status, err } = program.run(["config", "edit"]);
  expect(status).toBe(2);
  const draft = /lessons: (\S+): minPriority is too large/.exec(oneLine(err))?.[1] ?? "";
  expect(readFileSync(draft, "utf8")).toBe('{"minPriority": 44}');
  expect(program.ok(["config", "get", "minPriority"])).toBe("4\n");
  useEditor("exit 3");
  expect(program.run(["config", "edit"]).err).toContain("failed");
});

test("a wrong configuration is said by every command, with the file", () => {
  const program = new Program();
  mkdirSync(join(program.home, ".lessons"));
  writeFileSync(join(program.home, ".lessons", "config.json"), '{"minPriorty": 1}');
  const { status, err } = program.run(["list"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("config.json: minPriorty is not a known key");
});

test("export and import: to another home and back, and as Markdown", () => {
  const [here, there] = [new Program(), new Program()];
  const slug = here.addLesson("x `code` <b>", "--tag", "tool:git", "--command", "a`b");
  here.ok(["archive", slug, "--reason", "done"]);
  expect(here.ok(["export", "--output", "all.jsonl"])).toContain("Wrote 1 lesson to all.jsonl");
  const text = readFileSync(join(here.home, "all.jsonl"), "utf8");
  expect(there.ok(["import", "-"], { input: text })).toContain(
    "  in the file  1\n  added        1\n  known        0\n  not taken    0\n",
  );
  expect(there.ok(["export"])).toBe(text);
  expect(there.ok(["export", "--format", "markdown"])).toMatch(
    /^# Lessons\n\n## x `code` &lt;b>\n/,
  );
});

test("backup and restore-backup", () => {
  const program = new Program();
  program.addLesson("x");
  expect(program.ok(["backup"])).toContain(join(".lessons", "backups", "lessons-"));
  expect(program.run(["restore-backup"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("--replace"),
  });
  writeFileSync(join(program.home, ".lessons", "lessons.db"), "SQLite format 3\0".repeat(1000));
  expect(program.run(["list"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("lessons backup --restore"),
  });
  expect(program.ok(["restore-backup"])).toContain("Restored 1 lesson");
  expect(program.ok(["list"])).toContain("x");
});

test("every command that answers can answer in JSON that says what it is", () => {
  const program = new Program();
  const slug = program.addLesson("x", "--tag", "tool:git");
  const types = [
    ["list"],
    ["show", slug],
    ["search", "x"],
    ["tags"],
    ["config", "list"],
    ["config", "get", "minPriority"],
    ["config", "set", "minPriority", "2"],
    ["backup"],
    ["edit", slug, "priority", "9"],
    ["archive", slug, "--reason", "r"],
    ["restore", slug],
    ["start"],
  ].map((args) => {
    const { type, version } = program.json(args);
    return `${args
      .slice(0, 2)
      .filter((word) => /^[a-z]+$/.test(word))
      .join(" ")}: ${String(type)} ${String(version)}`;
  });
  expect(types).toEqual([
    "list: lessons-list 1",
    "show: lessons-show 1",
    "search x: lessons-search 1",
    "tags: lessons-tags 1",
    "config list: lessons-config-list 1",
    "config get: lessons-config 1",
    "config set: lessons-config 1",
    "backup: lessons-backup 1",
    "edit: lessons-show 1",
    "archive: lessons-show 1",
    "restore: lessons-show 1",
    "start: lessons-start 1",
  ]);
});

test("with --json an error is one JSON object on standard error", () => {
  const { status, out, err } = new Program().run(["show", "nothing", "--json"]);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(JSON.parse(err)).toEqual({
    error: {
      code: "no-such-lesson",
      message: 'there is no lesson "nothing"',
      hint: "lessons list nothing",
    },
  });
});
