import { spawnSync } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandNames, workingNames } from "../scripts/command-reference.ts";
import { freshFolder } from "./kit/store.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the plugin has the version of the package, and the marketplace leads to it", () => {
  const { version, license } = JSON.parse(read("package.json"));
  const manifest = JSON.parse(read("plugin/.claude-plugin/plugin.json"));
  expect(manifest).toMatchObject({ name: "lessons", version, license });
  const marketplace = JSON.parse(read(".claude-plugin/marketplace.json"));
  expect(marketplace).toMatchObject({
    name: "lessons",
    plugins: [{ name: "lessons", source: "./plugin" }],
  });
});

test("every slash command says what it does, and runs nothing but commands that exist", async () => {
  const names = new Set([...(await commandNames()), ...workingNames()]);
  const files = globSync("plugin/commands/*.md", { cwd: root }).toSorted();
  expect(files.map((file) => file.slice("plugin/commands/".length, -".md".length))).toEqual(
    expect.arrayContaining(["add", "list", "scan", "search", "show", "status"]),
  );
  for (const file of files) {
    const text = read(file);
    expect(text).toMatch(
      /^---\ndescription: \S.*\n(?:argument-hint: .*\n)?allowed-tools: (?:Bash\(lessons [a-z]+(?: [a-z]+)?:\*\)(?:, )?)+(?:Edit\(\.lessons\/reports\/\*\*\))?\n---\n/,
    );
    const called = [...text.matchAll(/`lessons ([a-z-]+)/g)].map(([, name]) => name);
    expect(called.filter((name) => !names.has(name ?? ""))).toEqual([]);
    // Only what the page says to run is granted, and never the command that a person is asked about.
    const granted = [...text.matchAll(/Bash\(lessons ([a-z]+)/g)].map(([, name]) => name ?? "");
    expect(granted.filter((name) => !called.includes(name))).toEqual([]);
    expect(granted).not.toContain("confirm");
    // What a person types never reaches a shell by itself.
    for (const [line] of text.matchAll(/!`.*/g)) expect(line).not.toContain("$");
  }
});

/** The wrapper in a folder of its own, with these files made for it. */
function wrapper(files: Readonly<Record<string, string>>) {
  const home = freshFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = join(home, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
  const run = (environment: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      join(root, "plugin/bin/lessons"),
      ["list", "a b"],
      {
        env: { HOME: home, PATH: "/usr/bin:/bin", ...environment },
        encoding: "utf8",
        // One that finds itself would go on for ever.
        timeout: 5000,
      },
    );
    return { status, out: stdout, err: stderr };
  };
  return { home, run };
}

const says = (name: string) => `#!/bin/sh\necho "${name} $# $*"\n`;

test("the wrapper runs what init recorded", () => {
  const { home, run } = wrapper({
    ".lessons/hook/node": says("node"),
    ".lessons/hook/lessons.js": "",
    "bin/lessons": says("path"),
  });
  const program = join(home, ".lessons/hook/lessons.js");
  expect(run({ PATH: `${join(home, "bin")}:/bin` })).toEqual({
    status: 0,
    out: `node 3 ${program} list a b\n`,
    err: "",
  });
  expect(run({ LESSONS_HOME: join(home, "elsewhere") }).status).toBe(127);
});

test("without a record it runs the program on the PATH, and never itself", () => {
  const { home, run } = wrapper({ "bin/lessons": says("path") });
  const self = join(root, "plugin/bin");
  mkdirSync(join(home, "linked"));
  symlinkSync(join(self, "lessons"), join(home, "linked/lessons"));
  const path = [self, join(home, "linked"), join(home, "bin"), "/usr/bin", "/bin"].join(":");
  expect(run({ PATH: path })).toEqual({ status: 0, out: "path 2 list a b\n", err: "" });
  expect(run({ PATH: `${self}:${join(home, "linked")}:/usr/bin:/bin` })).toEqual({
    status: 127,
    out: "",
    err: expect.stringMatching(/^lessons: the program was not found; .*lessons init\n$/),
  });
});

test("what is run can be run", () => {
  for (const file of ["plugin/bin/lessons", "plugin/hooks/lessons-hook"]) {
    expect(statSync(join(root, file)).mode & 0o111).not.toBe(0);
  }
});
