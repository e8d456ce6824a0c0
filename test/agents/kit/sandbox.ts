import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { endProcesses, processesIn } from "./processes-in.ts";

/** A home and a project of their own for one test; nothing of this machine shows in them. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  /** A git repository with one commit, the same in every test. */
  readonly project: string;
  /** Everything that a program in this sandbox finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
}

export function makeSandbox(): Sandbox {
  // Short names: the agent keeps sockets in there, whose paths may have about 100 characters.
  const root = mkdtempSync(join(tmpdir(), "a-"));
  const [home, project, temporary] = [join(root, "home"), join(root, "project"), join(root, "t")];
  for (const folder of [home, project, temporary]) mkdirSync(folder);
  const environment = {
    HOME: home,
    TMPDIR: temporary,
    PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    // Otherwise the agent takes the first shell it finds, and not the same one on every machine.
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TERM: "dumb",
  };
  writeFileSync(join(project, "README.md"), "# A project\n");
  for (const args of firstCommit) execFileSync("git", args, { cwd: project, env: environment });
  return { root, home, project, environment };
}

/** Removes the sandbox. What still runs in it after a while is ended and named in an error. */
export async function removeSandbox(sandbox: Sandbox, { afterMs = 30_000 } = {}): Promise<void> {
  const left = await processesIn(sandbox.home, { afterMs });
  endProcesses(left);
  rmSync(sandbox.root, { recursive: true, force: true, maxRetries: 3 });
  if (left.length > 0) {
    throw new Error(`left behind: ${left.map(({ command }) => command).join("; ")}`);
  }
}

const author = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
const firstCommit = [
  ["init", "--quiet", "--initial-branch=main"],
  ["add", "--all"],
  [...author, "commit", "--quiet", "--message=first", "--date=2026-01-01T12:00:00Z"],
];
