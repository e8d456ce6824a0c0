import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../kit/store.ts";

const root = join(import.meta.dirname, "../..");

test("packed and installed into an empty prefix, it runs, connects an agent and is taken out again", () => {
  const home = freshFolder();
  const prefix = join(home, "prefix");
  mkdirSync(join(home, ".claude"), { recursive: true });
  const env = {
    HOME: home,
    // The Node of the tests comes first: that of the machine may be older than the program wants.
    PATH: [dirname(process.execPath), join(prefix, "bin"), process.env["PATH"]].join(delimiter),
    npm_config_cache: join(home, "cache"),
    npm_config_offline: "true",
  };
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { cwd: home, env, encoding: "utf8" });
  const packed = run("npm", "pack", root, "--ignore-scripts", "--silent").trim();
  run("npm", "install", "--global", "--prefix", prefix, join(home, packed), "--silent");
  expect(run("lessons", "--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run("lessons", "start", "--json")).toContain('"type"');
  expect(run("lessons", "init", "--yes", "--no-starter")).toContain(join(".lessons", "hook"));
  expect(run("lessons", "uninstall", "--yes")).not.toBe("");
  expect(run("lessons", "import", "--starter", "--all", "--dry-run", "--json")).toContain(
    "git-push-force-without-lease",
  );
});
