import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ChosenRepair, repairs } from "../../src/deliver/repairs/catalogue.ts";
import { repairsText } from "../../src/deliver/repairs/chosen-repairs.ts";
import { adviceIn, HookGround, session } from "../kit/hook-ground.ts";

const globs: ChosenRepair = { name: "zsh-globs", value: "", scope: "machine" };

/** A home in which these repairs are on, and the file that the agent names to the hook. */
function repaired(chosen: readonly ChosenRepair[]) {
  const ground = new HookGround();
  const folder = join(ground.userHome, ".claude/session-env", session);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "sessionstart-hook-0.sh");
  const choose = (all: readonly ChosenRepair[]) =>
    writeFileSync(join(ground.home, "repairs.json"), repairsText(all), { mode: 0o600 });
  const start = (environment: Record<string, string> = {}) => {
    const { out, status } = ground.event(
      "SessionStart",
      { source: "startup" },
      { environment: { CLAUDE_ENV_FILE: file, ...environment } },
    );
    expect(status).toBe(0);
    return out === "" ? "" : adviceIn(out, "SessionStart");
  };
  const written = () => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined;
    }
  };
  choose(chosen);
  return { ground, file, start, written, choose };
}

test("a repair that is on stands in the agent's environment file, in the text of the start and in the note about it", () => {
  const { ground, start, written } = repaired([globs]);
  expect(start()).toContain("\nRepairs on: zsh globs (nonomatch)\n");
  expect(written()).toBe(`${repairs["zsh-globs"].line("")}\n`);
  start();
  expect(written()).toBe(`${repairs["zsh-globs"].line("")}\n`);
  expect(ground.records("spool/sessions.jsonl").map((note) => note["repairs"])).toEqual([
    ["zsh-globs"],
    ["zsh-globs"],
  ]);
});

test("nothing is on until somebody chooses it, and then nothing is said, written or noted", () => {
  const { ground, start, written } = repaired([]);
  expect(start()).not.toContain("Repairs");
  expect(written()).toBeUndefined();
  expect(ground.records("spool/sessions.jsonl")[0]).not.toHaveProperty("repairs");
});

test("what is switched off, or rests in a pause, is gone at the next start of the same session", () => {
  const { ground, start, written, choose } = repaired([globs]);
  start();
  choose([]);
  expect(start()).not.toContain("Repairs");
  expect(written()).toBe("");
  choose([globs]);
  start();
  writeFileSync(join(ground.home, "paused.json"), "{}");
  expect(start()).not.toContain("Repairs");
  expect(written()).toBe("");
});

test("a repair of another project is left out", () => {
  const other: ChosenRepair = { name: "gh-repo", value: "a/b", scope: "project:other" };
  const { start, written } = repaired([other]);
  expect(start()).not.toContain("Repairs");
  expect(written()).toBeUndefined();
});

test("a folder that other users can write to by now is left out, with a line in the log", () => {
  const bin = join(realpathSync(new HookGround().userHome), "bin");
  mkdirSync(bin, { mode: 0o755 });
  const { ground, start, written } = repaired([{ name: "path", value: bin, scope: "machine" }]);
  expect(start()).toContain(`Repairs on: PATH (${bin})`);
  chmodSync(bin, 0o777);
  expect(start()).not.toContain("Repairs");
  expect(written()).toBe("");
  expect(ground.log).toEqual([
    expect.stringContaining("repair left out: path: other users can write"),
  ]);
});

test("an entry that is not one of ours never reaches the shell", () => {
  const { ground, start, written } = repaired([]);
  const evil = { name: "path", value: "/x'; touch /tmp/pwned; '", scope: "machine" };
  const text = JSON.stringify({ version: 1, repairs: [evil] });
  writeFileSync(join(ground.home, "repairs.json"), text, { mode: 0o600 });
  expect(start()).not.toContain("Repairs");
  expect(written()).toBeUndefined();
  expect(ground.log).toEqual([expect.stringContaining("repair left out: path in repairs.json")]);
});

test("a file of the person's own that every session runs is not written to", () => {
  const { ground, start, written } = repaired([globs]);
  const own = join(ground.userHome, "env.sh");
  writeFileSync(own, "export A=1\n");
  expect(start({ CLAUDE_ENV_FILE: own })).not.toContain("Repairs");
  expect([readFileSync(own, "utf8"), written()]).toEqual(["export A=1\n", undefined]);
});

test.each(["an environment file in a folder that is gone", "no environment file"])(
  "%s stops nothing",
  (what) => {
    const { ground, start } = repaired([globs]);
    const gone = join(ground.userHome, ".claude/session-env/gone/x.sh");
    const text = start({ CLAUDE_ENV_FILE: what.startsWith("no") ? "" : gone });
    expect(text).toContain("Reporting lessons");
    expect(text).not.toContain("Repairs");
    expect(ground.log).toEqual([expect.stringMatching(/ repairs (?:failed|left out): /u)]);
  },
);

/** A machine may lack a shell; the one that runs all tests has them. */
const isMissing = (shell: string) => spawnSync(shell, ["-c", ":"]).status !== 0;

/** As the agent does it: the lines, and the command behind them with `&&`. */
function run(shell: string, lines: readonly string[], command: string, env = {}) {
  const { stdout, stderr, status } = spawnSync(
    shell,
    ["-c", `${lines.join("\n")} && eval '${command}'`],
    {
      encoding: "utf8",
      // A shell that is started over a socket reads the files of its home.
      env: { PATH: "/usr/bin:/bin", HOME: "/nowhere", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      cwd: "/",
    },
  );
  return { out: stdout, err: stderr, status };
}

const all = [
  repairs["zsh-globs"].line(""),
  repairs["zsh-equals"].line(""),
  repairs.path.line("/opt/My Tools/bin"),
  repairs["gh-repo"].line("a/b"),
];

for (const shell of ["bash", "zsh", "dash"])
  test.skipIf(isMissing(shell))(`in ${shell} all lines are silent and let the command run`, () => {
    const fine = { err: "", status: 0 };
    for (const line of all)
      expect(run(shell, [line], "echo fine")).toEqual({ ...fine, out: "fine\n" });
    const twice = run(shell, [...all, ...all], "echo $PATH $GH_REPO");
    expect(twice).toEqual({ ...fine, out: "/usr/bin:/bin:/opt/My Tools/bin a/b\n" });
    const set = run(shell, all, "echo $GH_REPO", { GH_REPO: "mine/own" });
    expect(set).toEqual({ ...fine, out: "mine/own\n" });
    const odd = run(shell, all, "echo no-such-file*; echo ===");
    expect(odd).toEqual({ ...fine, out: "no-such-file*\n===\n" });
  });

test.skipIf(isMissing("zsh"))(
  "in zsh each repair does its part, and without it the line fails",
  () => {
    const [globsLine = "", equalsLine = ""] = all;
    expect(run("zsh", [":"], "echo no-such-file*").err).toContain("no matches found");
    expect(run("zsh", [equalsLine], "echo no-such-file*").status).toBe(1);
    expect(run("zsh", [globsLine], "echo no-such-file*").status).toBe(0);
    expect(run("zsh", [":"], "echo ===").err).toContain("== not found");
    // Passed on like a glob; the name of a program is still put in its place.
    expect(run("zsh", [globsLine], "echo === =sh").out).toMatch(/^=== \/\S*sh$/mu);
    expect(run("zsh", [equalsLine], "echo === =sh").out).toBe("=== =sh\n");
  },
);
