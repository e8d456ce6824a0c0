import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GitSettings } from "./git-settings.ts";

/** Makes a repository with these settings. The program in them writes a file, `canary`, and nothing else. */
export function plantRepository(root: string, settings: GitSettings, canary: string): void {
  mkdirSync(root, { recursive: true });
  const program = join(root, "program");
  writeFileSync(program, `#!/bin/sh\necho ran >>'${canary}'\nexit 1\n`);
  chmodSync(program, 0o755);
  const hooks = join(root, "hooks");
  mkdirSync(hooks);
  for (const name of ["post-index-change", "reference-transaction", "query-watchman"]) {
    writeFileSync(join(hooks, name), `#!/bin/sh\nexec '${program}'\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  plainGit(root, "init", "-q", "-b", "main");
  writeFileSync(join(root, "notes.md"), "# One\n");
  plainGit(root, "add", "notes.md");
  plainGit(root, "commit", "-q", "-m", "one");
  writeFileSync(join(root, ".gitattributes"), "* filter=x diff=x\n");
  // Longer than it was, so that git has to read it to know what changed.
  writeFileSync(join(root, "notes.md"), "# One\n\nTwo\n");
  const text = settings.config.replaceAll("CANARY", program).replaceAll("HOOKS", hooks);
  appendFileSync(join(root, ".git/config"), text);
  if (settings.isCut === true)
    writeFileSync(join(root, ".git/refs/heads/main"), `${"12".repeat(20)}\n`);
}

/** Git as anybody would call it, without the settings of this machine. Its failures are of no interest. */
export function plainGit(root: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@invalid"];
  try {
    execFileSync("git", [...who, "-C", root, ...args], {
      stdio: "ignore",
      timeout: 20_000,
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
      },
    });
  } catch {
    return;
  }
}
