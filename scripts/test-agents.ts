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

if (missingPrograms().length > 0) {
  // By prefix, not by directory: under `npm run` npm takes the outer package for its own.
  const { status } = spawnSync("npm", ["ci", "--prefix", folder], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  const missing = missingPrograms();
  if (missing.length > 0) {
    // npm skips without a word what is optional or has no build for this system.
    process.stderr.write(`Not installed for this system: ${missing.join(", ")}\n`);
    process.exit(1);
  }
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

/** Those of the pinned programs that are not there, or are there in another version. */
function missingPrograms(): readonly string[] {
  const { dependencies = {}, optionalDependencies = {} } = readJson("package.json") ?? {};
  return Object.entries({ ...dependencies, ...optionalDependencies })
    .filter(([name, version]) => readJson(`node_modules/${name}/package.json`)?.version !== version)
    .map(([name, version]) => `${name} ${version}`);
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readJson(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, path), "utf8"));
  } catch {
    return undefined;
  }
}
