import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitSettings, type GitSettings } from "../../../test/hostile/git-settings.ts";
import { plantObjects } from "../../../test/hostile/hostile-objects.ts";
import { plainGit, plantRepository } from "../../../test/hostile/hostile-repository.ts";
import { freshFolder } from "../../../test/kit/store.ts";
import { askGit } from "./ask-git.ts";
import { unnamedIdentity } from "./unnamed-identity.ts";

function planted(settings: GitSettings) {
  const root = join(freshFolder(), "clone");
  const canary = join(freshFolder(), "ran");
  plantRepository(root, settings, canary);
  return { root, hasRun: () => existsSync(canary) };
}

test.each(gitSettings.map((settings) => [settings.name, settings] as const))(
  "a git without guards starts what the folder names: %s",
  (_, settings) => {
    const { root, hasRun } = planted(settings);
    plainGit(root, ...settings.provokedBy);
    expect(hasRun()).toBe(true);
  },
);

test.each(gitSettings.map((settings) => [settings.name, settings] as const))(
  "no question of ours does: %s",
  (_, settings) => {
    const { root, hasRun } = planted(settings);
    const answers = [
      askGit(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "."]),
      askGit(root, ["check-ignore", "--", ".lessons/reviews.db"]),
      askGit(root, ["rev-list", "--max-parents=0", "HEAD"]),
    ];
    unnamedIdentity({ root, isRepository: true });
    expect([hasRun(), answers.map((answer) => answer?.status)]).toEqual([
      false,
      [0, 1, settings.isCut === true ? 128 : 0],
    ]);
  },
);

test("a commit that would fill the memory is none", () => {
  const root = freshFolder();
  plantObjects(root, "a huge commit");
  expect(askGit(root, ["rev-list", "--max-parents=0", "HEAD"])).toEqual({ status: 128, out: "" });
});

test("a program called git in the folder is not the one that is asked", () => {
  const { root, hasRun } = planted({ name: "none", config: "", provokedBy: [] });
  const folder = join(root, "node_modules/.bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "git"), `#!/bin/sh\nexec '${join(root, "program")}'\n`);
  chmodSync(join(folder, "git"), 0o755);
  const before = process.env["PATH"] ?? "";
  process.env["PATH"] = `${folder}:node_modules/.bin:${before}`;
  try {
    expect([askGit(root, ["ls-files", "--", "notes.md"])?.out, hasRun()]).toEqual([
      "notes.md\n",
      false,
    ]);
  } finally {
    process.env["PATH"] = before;
  }
});

test("names stand for themselves where that is asked for", () => {
  const { root } = planted({ name: "none", config: "", provokedBy: [] });
  expect([
    askGit(root, ["ls-files", "--", "*.md"])?.out,
    askGit(root, ["ls-files", "--", "*.md"], { isLiteral: true })?.out,
  ]).toEqual(["notes.md\n", ""]);
});
