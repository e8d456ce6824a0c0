import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolPayload } from "../agents/delivery.ts";
import { systemNamed } from "../lesson/record/operating-system.ts";
import { once } from "../match/once.ts";
import type { Looked, World } from "../match/world.ts";
import { safeName } from "../platform/files/names.ts";
import { baseName } from "../shell/word.ts";

/** What conditions may ask at the moment of a call. Nothing is looked for before a condition asks, and nothing is started. */
export function worldAt(
  { call }: Pick<ToolPayload, "call">,
  { environment, userHome, session, model }: WorldPlace,
): World {
  let looks = 0;
  const known = new Map<string, Looked | undefined>();
  const look = (path: string): Looked | undefined => {
    if (known.has(path)) return known.get(path);
    looks += 1;
    const looked = looks > mostLooks ? undefined : lookAt(path.replace(/^~(?=\/)/u, userHome));
    known.set(path, looked);
    return looked;
  };
  return {
    system: systemNamed(process.platform),
    // The other shell tool is a shell of its own.
    shell:
      call.tool === "PowerShell" ? "powershell" : baseName(environment["SHELL"] ?? "") || undefined,
    model: once(model),
    look,
    hasFailed: (fact) => session !== undefined && existsSync(fileOf(session, fact)),
  };
}

interface WorldPlace {
  readonly environment: NodeJS.ProcessEnv;
  readonly userHome: string;
  /** The folder that we keep for the session. */
  readonly session: string | undefined;
  readonly model: () => string | undefined;
}

/** Each takes a fraction of a millisecond, on a disk of another machine much longer. */
const mostLooks = 20;

function lookAt(path: string): Looked | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { is: "missing" };
    return stat.isDirectory() ? { is: "folder" } : { is: "file", bytes: stat.size };
  } catch (error) {
    // Behind what is a file there is nothing.
    const isBehindFile = error instanceof Error && "code" in error && error.code === "ENOTDIR";
    return isBehindFile ? { is: "missing" } : undefined;
  }
}

/** Writes down that a call of the session failed with this fact. */
export function noteFailed(session: string, fact: string): void {
  mkdirSync(join(session, failedFolder), { recursive: true, mode: 0o700 });
  writeFileSync(fileOf(session, fact), "", { mode: 0o600 });
}

function fileOf(session: string, fact: string): string {
  return join(session, failedFolder, safeName(fact));
}

const failedFolder = "failed";
