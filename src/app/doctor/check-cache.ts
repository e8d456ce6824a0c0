import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CacheFiles } from "../../compile/cache-files.ts";
import { makeCompilation } from "../compilation.ts";
import { compile } from "../compile.ts";
import { lastCompilation } from "../last-compilation.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { OpenPatient, Patient } from "./patient.ts";

/** Whether hooks read what the store and the settings say now, file by file. */
export function checkCache({ paths, open, badConfig }: Patient): Examined {
  // Nobody knows what ought to be there.
  if (open === undefined || badConfig !== undefined) return { findings: [] };
  const current = join(paths.cache, "current");
  const last = lastCompilation(paths);
  const { files } = makeCompilation(open.workshop, paths);
  const problem =
    last === undefined
      ? existsSync(current)
        ? finding("broken", "what hooks read is broken: nothing is delivered")
        : finding("broken", "nothing is compiled: hooks have nothing to deliver")
      : last.generation !== files.generation
        ? finding("warning", "what hooks read is older than the lessons and the settings")
        : differing(current, files);
  if (problem === undefined) {
    const at = last?.generatedAt.slice(0, 16).replace("T", " ");
    return { findings: [], fine: `equal to the store, made ${at} UTC` };
  }
  return { findings: [{ ...problem, fix: () => compileAnew(open, paths, current) }] };
}

function differing(current: string, { contents, prefilters }: CacheFiles): Finding | undefined {
  const names = [...contents.keys()].filter((name) => !isSame(current, name, contents.get(name)));
  const buckets = new Set<string>(prefilters.map(({ bucket }) => bucket));
  const extra = namesIn(join(current, "prefilter")).filter((name) => !buckets.has(name));
  const all = [...names, ...extra.map((name) => `prefilter/${name}`)];
  return all.length === 0
    ? undefined
    : finding("broken", `what hooks read is not what was compiled: ${named(all)}`);
}

/** When it was made is in two of the files, and no difference. */
function isSame(folder: string, name: string, content: string | Uint8Array | undefined): boolean {
  try {
    const found = readFileSync(join(folder, name));
    if (typeof content !== "string") return content !== undefined && found.equals(content);
    return timeless(found.toString("utf8")) === timeless(content);
  } catch {
    return false;
  }
}

function timeless(text: string): string {
  return text.replace(/"generatedAt": ?"[^"]*"/, "");
}

/** Without its index a compilation counts as unfinished, and is made again even where nothing has changed. */
function compileAnew({ workshop }: OpenPatient, paths: Patient["paths"], current: string): string {
  rmSync(join(current, "index.json"), { force: true });
  const { lessons } = compile(workshop, paths);
  return `compiled ${lessons} active ${lessons === 1 ? "lesson" : "lessons"}`;
}

function finding(severity: Finding["severity"], text: string): Finding {
  return { check: "cache", severity, text, hint: "lessons doctor --fix compiles again" };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
