import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";
import { freshFolder } from "../kit/store.ts";

const hooks = join(import.meta.dirname, "../../plugin/hooks");

test("a recorded Node that is gone makes room for the one in the PATH", () => {
  const ground = new HookGround([stash]);
  rmSync(join(ground.home, "hook/node"));
  symlinkSync("/nowhere/node", join(ground.home, "hook/node"));
  const path = { environment: { PATH: `${join(process.execPath, "..")}:/usr/bin:/bin` } };
  expect(ground.bash("git stash", path).out).not.toBe("");
});

test("a home with every kind of character in its path is a home", () => {
  const ground = new HookGround([stash]);
  const odd = join(ground.userHome, "a b'c\"d$(id)`e*ü");
  symlinkSync(ground.home, odd);
  const environment = { LESSONS_HOME: odd };
  expect(ground.bash("git stash", { environment }).out).not.toBe("");
  expect(ground.bash("git stash", { environment })).toEqual(silent);
  expect(ground.starts).toBe(1);
});

test.each([
  ["named relative to it", () => "brought"],
  ["that lies in it", (project: string) => join(project, "brought")],
  ["that the agent says is the project's", (project: string) => `${project}/./brought`],
])(
  "a home that a project brings along, %s, is not used, and nothing of it is started",
  (_, nameOf) => {
    const ground = new HookGround([stash]);
    const project = join(ground.userHome, "project");
    mkdirSync(project);
    renameSync(ground.home, join(project, "brought"));
    const shell = join(ground.userHome, "agent");
    writeFileSync(shell, `#!/bin/sh\ncd '${project}' && exec "$@"\n`, { mode: 0o755 });
    const environment = { LESSONS_HOME: nameOf(project), CLAUDE_PROJECT_DIR: project };
    for (const args of [["PreToolUse", "bash"], ["SessionStart"]]) {
      const payload = {
        hook_event_name: args[0],
        tool_name: "Bash",
        tool_input: { command: "git stash" },
      };
      expect(ground.raw(JSON.stringify(payload), { args, environment, shell })).toEqual(silent);
    }
    expect(ground.starts).toBe(0);
  },
);

test.runIf(process.geteuid?.() === 0)("nor is a home of somebody else's", () => {
  const ground = new HookGround([stash]);
  const theirs = join(freshFolder(), "theirs");
  renameSync(ground.home, theirs);
  chownSync(theirs, 12_345, 12_345);
  expect(ground.bash("git stash", { environment: { LESSONS_HOME: theirs } })).toEqual(silent);
  expect(ground.starts).toBe(0);
});

test("without any Node the agent goes on, and the log says why nothing comes", () => {
  const ground = new HookGround([stash]);
  rmSync(join(ground.home, "hook/node"));
  const bin = join(ground.userHome, "bin");
  mkdirSync(bin);
  for (const tool of ["grep", "date", "find", "mkdir"])
    symlinkSync(`/usr/bin/${tool}`, join(bin, tool));
  const without = { environment: { PATH: bin }, shell: "/bin/sh" };
  expect(ground.bash("git stash", without)).toEqual(silent);
  expect(ground.event("SessionStart", {}, without)).toEqual(silent);
  const line = expect.stringMatching(
    /^\d{4}-\d\d-\d\dT[\d:]{8}Z failed: node ended with status 127$/,
  );
  expect(ground.log).toEqual([line, line]);
  expect(statSync(join(ground.home, "log/hook.log")).mode & 0o777).toBe(0o600);
  expect(statSync(join(ground.home, "log")).mode & 0o777).toBe(0o700);
});

test("a Node that ends badly costs the answer and nothing else", () => {
  const ground = new HookGround([stash]);
  ground.recordNode("echo half an ans; kill -9 $$");
  const { status } = ground.bash("git stash");
  expect(status).toBe(0);
});

test.each(["sessions", "log", "spool"])("where %s cannot be written, the agent goes on", (name) => {
  const ground = new HookGround([stash]);
  writeFileSync(join(ground.home, name), "no folder");
  const { status, err } = ground.bash("git stash");
  expect([status, err]).toEqual([0, ""]);
  expect(ground.event("SessionStart").status).toBe(0);
  expect(ground.event("SessionEnd").status).toBe(0);
  expect(
    ground.event("Stop", { last_assistant_message: "#lesson\nmistake: m\n#/lesson" }).status,
  ).toBe(0);
  rmSync(join(ground.home, name));
  const second = ground.bash("git stash", { payload: { session_id: "next" } });
  expect(adviceIn(second.out)).toContain("git stash leaves");
});

test("where nothing can be claimed nothing is told, with a line about the folder", () => {
  const ground = new HookGround([stash]);
  writeFileSync(join(ground.home, "sessions"), "no folder");
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/Z failed: ENOTDIR at mkdir in sessions$/)]);
});

test("a spool on a full disk costs neither the answer nor the claim", () => {
  const ground = new HookGround([stash]);
  mkdirSync(join(ground.home, "spool"));
  symlinkSync("/dev/full", join(ground.home, "spool/deliveries.jsonl"));
  expect(adviceIn(ground.bash("git stash").out)).toContain("git stash leaves");
  expect(ground.log).toEqual([expect.stringMatching(/Z failed: ENOSPC at write/)]);
  expect(ground.bash("git stash")).toEqual(silent);
});

test("a log on a full disk costs nothing at all", () => {
  const ground = new HookGround([stash]);
  mkdirSync(join(ground.home, "log"));
  symlinkSync("/dev/full", join(ground.home, "log/hook.log"));
  expect(ground.raw("{ git stash")).toEqual(silent);
  expect(ground.bash("git stash").out).not.toBe("");
});

test("a list of what was seen on a full disk costs nothing at all", () => {
  const ground = new HookGround([stash]);
  mkdirSync(join(ground.home, "sessions", session), { recursive: true });
  symlinkSync("/dev/full", join(ground.home, "sessions", session, "seen"));
  expect(ground.bash("git stash").out).not.toBe("");
});

test("a claim that fails half way gives the others back", () => {
  const ground = new HookGround([stash, { ...stash, id: "L1", priority: 6 }]);
  // A name that is longer than a file may have stands for a disk that is full at the second claim.
  ground.publish([stash, { ...stash, id: "x".repeat(128), slug: "second" }], {
    config: { dedupeScope: "agent" },
  });
  const long = { payload: { agent_id: "y".repeat(127) } };
  expect(ground.bash("git stash", long)).toEqual(silent);
  expect(ground.names(`sessions/${session}/claims`)).toEqual([]);
});

test("the log is bounded, by Node and by the launcher", () => {
  const ground = new HookGround([stash]);
  mkdirSync(join(ground.home, "log"));
  const log = join(ground.home, "log/hook.log");
  writeFileSync(log, "x".repeat(300_000));
  ground.raw("{ git stash");
  expect(statSync(log).size).toBeLessThan(1000);
  expect(statSync(`${log}.1`).size).toBe(300_000);
  writeFileSync(log, "x".repeat(300_000));
  ground.recordNode("exit 3");
  ground.bash("git stash");
  expect(statSync(log).size).toBe(300_000);
});

test("a clock that jumps neither stops deliveries nor scans", () => {
  const ground = new HookGround([stash], { config: { autoScanIntervalHours: 1 } });
  writeFileSync(join(ground.home, "hook/lessons.js"), "");
  const future = new Date(Date.now() + 1000 * 24 * 3_600_000);
  writeFileSync(join(ground.home, "last-scan"), "");
  utimesSync(join(ground.home, "last-scan"), future, future);
  ground.event("SessionStart");
  expect(statSync(join(ground.home, "last-scan")).mtimeMs).toBeLessThan(Date.now() + 60_000);
  utimesSync(join(ground.home, "sessions", session), future, future);
  expect(ground.bash("git stash").out).not.toBe("");
});

test("everything that is written is for its owner only", () => {
  const ground = new HookGround([stash], { config: { autoScanIntervalHours: 1 } });
  ground.event("SessionStart");
  ground.bash("git stash");
  ground.raw("{ git stash");
  ground.event("Stop", { last_assistant_message: "#lesson\nmistake: m\n#/lesson" });
  const open = readdirSync(ground.home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const stat = statSync(join(ground.home, name));
    return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
  });
  expect(open.filter((name) => !name.startsWith("hook"))).toEqual([]);
  expect(existsSync(join(ground.home, "spool/reports.jsonl"))).toBe(true);
});

test("neither the payload nor the environment is in the log", () => {
  const ground = new HookGround([stash]);
  const environment = { SOME_API_KEY: "key-in-the-environment" };
  writeFileSync(join(ground.home, "sessions"), "");
  ground.bash("git stash words-of-the-payload", { environment });
  ground.raw('{"words-of-the-payload": git stash', { environment });
  ground.event("SessionStart", { cwd: "/words-of-the-payload" }, { environment });
  ground.event("words-of-the-payload", {}, { environment });
  rmSync(join(ground.home, "sessions"));
  const bin = join(ground.home, "cache/current/lessons.bin");
  writeFileSync(bin, `{"words of a lesson${readFileSync(bin, "utf8")}`);
  ground.bash("git stash words-of-the-payload", { environment });
  expect(ground.log).toHaveLength(5);
  expect(ground.log.join("\n")).not.toMatch(/words|environment|SOME_API|5e55101a/);
});

/** A line that is more than words. */
const parsed = "for each in 1 2; do if true; then git stash; fi; done";

test("a line that takes a parser finds one beside the hook", () => {
  const ground = new HookGround([stash]);
  expect(ground.bash(parsed).out).not.toBe("");
  expect(ground.bash("if true; then echo git stash; fi")).toEqual(silent);
  expect(ground.log).toEqual([]);
});

const old = "/usr/bin/node";
test.runIf(existsSync(old))("the bundles run on an older Node than the program needs", () => {
  const ground = new HookGround([stash, { priority: 10 }], { node: old });
  expect(adviceIn(ground.event("SessionStart").out, "SessionStart")).toContain("text 1");
  expect(ground.bash("git stash").out).not.toBe("");
  expect(ground.bash(parsed, { payload: { session_id: "next" } }).out).not.toBe("");
  expect(
    ground.event("Stop", { last_assistant_message: "#lesson\nmistake: m\n#/lesson" }).out,
  ).not.toBe("");
  expect(ground.log).toEqual([]);
});

test.each(readdirSync(hooks).filter((name) => name.endsWith(".cjs")))(
  "%s asks for nothing newer than Node 18",
  (bundle) => {
    const code = readFileSync(join(hooks, bundle), "utf8");
    const newer =
      /\.(?:toSorted|toReversed|toSpliced|with|isWellFormed|toWellFormed|union|intersection|difference|isSubsetOf|symmetricDifference|getOrInsert\w*)\(|(?:Object|Map)\.groupBy|Array\.fromAsync|Promise\.(?:withResolvers|try)|Iterator\.|RegExp\.escape|import\.meta|Symbol\.dispose|node:sqlite|getBuiltinModule/;
    expect(newer.exec(code)?.[0]).toBe(undefined);
    expect(code).not.toMatch(/\bawait using\b|\/[gimsuy]*v[gimsuy]*\b(?<=[\])}]\/v)/);
    const required = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    const foreign = required.filter(
      (name) => !/^(?:node:|\.\/lessons-(?:shell|redact|git)\.cjs$)/.test(name ?? ""),
    );
    expect(foreign).toEqual([]);
  },
);
