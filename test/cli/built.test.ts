import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, type Outcome } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";

/** Commands that together load nearly everything, each with what it reads from its standard input. */
const story: readonly (readonly [readonly string[], string?])[] = [
  [["start"]],
  [
    ["add"],
    JSON.stringify({ ...draft("stash"), triggers: { commandPatterns: ["^git\\s+stash"] } }),
  ],
  [["add"], JSON.stringify({ ...draft("slow"), triggers: { commandPatterns: ["^(a|a)*$"] } })],
  [["add", "--file", "draft.json"]],
  [["init", "--yes"]],
  [["doctor"]],
  [["scan", "--auto"]],
  [["backtest", "stash"]],
  [["stats"]],
  [["review", "--plain"]],
  [["decide", "approve 1", "--yes"]],
  [["list", "--json"]],
  [["show", "draft"]],
  [["config", "set", "minPriority", "2"]],
  [["compile"]],
  [["match"], JSON.stringify({ tool_name: "Bash", tool_input: { command: "git stash" } })],
  [["explain", "--command", "git stash"]],
  [["export", "--format", "markdown"]],
  [["import", "--starter", "--dry-run"]],
  [["render", "--project", "project"]],
  [["knowledge", "index", "--project", "project"]],
  [["gates", "validate"]],
  [["learn"]],
  [["upkeep"]],
  [["status"]],
  [["frobnicate"]],
  [["uninstall", "--yes"]],
];

test("the built program answers and ends as the one that is called from source", () => {
  const [called, built] = [prepared(), prepared()];
  for (const [args, input = ""] of story) {
    const one = plain(called, called.run(args, { input }));
    expect([args, plain(built, built.runBuilt(args, { input }))]).toEqual([args, one]);
    expect(one.err).not.toContain("should not happen");
  }
});

test("what V8 made of a command is kept for its owner alone, and what is damaged or open to others is made anew", () => {
  const program = prepared();
  const folder = join(program.home, ".lessons/cache/code");
  const kept = () => readdirSync(folder).filter((name) => name.startsWith("list-"));
  const before = program.runBuilt(["list"]);
  const [name = ""] = kept();
  const file = join(folder, name);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  const whole = readFileSync(file).length;

  writeFileSync(file, "not what V8 wrote");
  expect(program.runBuilt(["list"])).toEqual(before);
  expect(readFileSync(file).length).toBeGreaterThan(whole / 2);

  chmodSync(file, 0o666);
  expect(program.runBuilt(["list"])).toEqual(before);
  expect([kept(), statSync(file).mode & 0o777]).toEqual([[name], 0o600]);
});

/** A home with a log, a project, and a lesson in a file. */
function prepared(): Program {
  const program = new Program();
  mkdirSync(join(program.home, "project"));
  writeFileSync(join(program.home, "draft.json"), JSON.stringify(draft("draft")));
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  return program;
}

function draft(slug: string) {
  return { slug, kind: "pitfall", summary: slug, body: { mistake: "m", remediation: "r" } };
}

/** Without what differs from home to home and from call to call. */
function plain({ home }: Program, { status, out, err }: Outcome): Outcome {
  const settled = (text: string) =>
    text
      .replaceAll(home, "~")
      // The built one is started by a script of a person, and says so.
      .replaceAll(" (token tests)", "")
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "ULID")
      .replace(/\bpath-[0-9a-f]{12}\b/g, "path-of-home")
      .replace(/-[0-9a-z]{4}\b/g, "-0000")
      .replace(/\d+/g, "0");
  return { status, out: settled(out), err: settled(err) };
}
