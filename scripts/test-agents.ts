import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm run test:agents [-- what to run]`: the tests with real agent programs. They are installed when they are
 * missing, and run without a network but loopback where the system allows that, with nothing of this
 * machine's environment.
 */
const root = join(import.meta.dirname, "..");
const folder = join(root, "test/agents");
const agent = "@anthropic-ai/claude-code";

if (installedVersion() !== wantedVersion()) {
  // By prefix, not by directory: under `npm run` npm takes the outer package for its own.
  const { status } = spawnSync("npm", ["ci", "--prefix", folder], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const home = mkdtempSync(join(tmpdir(), "lessons-agents-"));
try {
  const isolation = loopbackOnly();
  if (isolation.length === 0) {
    process.stdout.write("No network namespace could be made: the network is not shut off.\n");
  }
  const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
  const config = ["--config", join(folder, "vitest.config.ts"), ...process.argv.slice(2)];
  const [command = "", ...args] = [...isolation, ...vitest, ...config];
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), LANG: "C.UTF-8" },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}

/** What to put before a command so that it has a network of its own with nothing in it but loopback. */
function loopbackOnly(): readonly string[] {
  const flags = process.getuid?.() === 0 ? "-n" : "-rn";
  const prefix = ["unshare", flags, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  return spawnSync("unshare", [...prefix.slice(1), "true"]).status === 0 ? prefix : [];
}

function wantedVersion(): string {
  return readJson("package.json").dependencies[agent] ?? "";
}

function installedVersion(): string | undefined {
  try {
    return readJson(`node_modules/${agent}/package.json`).version;
  } catch {
    return undefined;
  }
}

function readJson(path: string): {
  readonly version?: string;
  readonly dependencies: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(join(folder, path), "utf8"));
}
