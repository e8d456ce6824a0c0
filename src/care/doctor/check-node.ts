import { spawnSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { hookFolderIn, planHookFolder, writeHookFolder } from "../../deliver/init/hook-folder.ts";
import type { Examined, Finding } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** Which Node the hook starts, by really starting it. */
export function checkNode(checkup: Checkup): Examined {
  const { setup, paths, source, machine } = checkup;
  if (setup.way === "none" || source.platform === "win32") return { findings: [] };
  const link = join(hookFolderIn(paths), "node");
  const recorded = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
  const isThere = existsSync(link);
  // As the launcher does it.
  const version = versionOf(isThere ? link : "node", machine.environment);
  const major = Number(/^v(\d+)\./.exec(version ?? "")?.[1] ?? 0);
  const fixed = { fix: () => recordNode(checkup) };
  const where = isThere ? "the Node that was recorded for the hook" : "node on this PATH";
  if (version === undefined) {
    return found("broken", `${where} cannot be started: nothing is delivered`, fixed);
  }
  if (major < oldestForHook) {
    return found(
      "broken",
      `${where} is ${version}, and the hook needs ${oldestForHook} or newer`,
      fixed,
    );
  }
  if (!isThere && (recorded || setup.way === "settings")) {
    return found(
      "warning",
      `the Node that was recorded for the hook is gone; it takes node from the agent's PATH`,
      fixed,
    );
  }
  return { findings: [], fine: `Node ${version.replace(/^v/, "")}` };
}

const oldestForHook = 18;

function found(severity: Finding["severity"], text: string, fixed: Pick<Finding, "fix">): Examined {
  const hint = "lessons doctor --fix records the Node that runs this";
  return { findings: [{ check: "node", severity, text, hint, ...fixed }] };
}

function versionOf(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], {
    env: { PATH: environment["PATH"] },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 5000,
  });
  return status === 0 && /^v\d+\./.test(stdout) ? stdout.trim() : undefined;
}

function recordNode({ paths, source }: Checkup): string {
  const folder = hookFolderIn(paths);
  const links = planHookFolder(folder, source).filter(({ path }) => basename(path) === "node");
  writeHookFolder(folder, links);
  return `recorded ${source.node} for the hook`;
}
