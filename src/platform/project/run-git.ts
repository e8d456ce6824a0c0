import { spawnSync } from "node:child_process";

/** What git answers about a folder; undefined when it is not there or takes too long. It changes nothing. */
export function runGit(
  folder: string,
  args: readonly string[],
): { readonly status: number; readonly out: string } | undefined {
  // A repository may name a program that watches its files: it is not ours to start.
  const safely = ["-C", folder, "-c", "core.fsmonitor=false"];
  // Inside of a git hook these name another repository, and others change how paths are read.
  const environment = Object.entries(process.env).filter(([name]) => !misleading.test(name));
  const { status, stdout } = spawnSync("git", [...safely, ...args], {
    encoding: "utf8",
    env: Object.fromEntries(environment),
    timeout: 20_000,
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 1 << 27,
  });
  return status === null ? undefined : { status, out: stdout };
}

const misleading = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|\w+_PATHSPECS)$/;
