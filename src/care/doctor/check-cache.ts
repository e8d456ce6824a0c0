import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CacheFiles } from "../../deliver/compile/cache-files.ts";
import { damagedFiles, lastCompilation } from "../../deliver/compile/current-cache.ts";
import { compile, makeCompilation } from "../../deliver/compile/compile.ts";
import type { Examined, Finding } from "./finding.ts";
import { counted, named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Whether hooks read what the store and the settings say now, file by file. */
export function checkCache({ paths, open, badConfig, setup }: Checkup): Examined {
  // Nobody knows what ought to be there.
  if (open === undefined || badConfig !== undefined || open.unusable.length > 0) {
    return { findings: [] };
  }
  // Nobody reads it, and there is nothing in it.
  const isSetUp = setup.way !== "none" || open.active.length > 0;
  if (!isSetUp && !existsSync(join(paths.cache, "current")))
    return { findings: [], fine: "nothing is set up yet: lessons start" };
  const last = lastCompilation(paths);
  const { files } = makeCompilation(open.context, paths);
  const problem = problemOf(join(paths.cache, "current"), files, last?.generation);
  if (problem === undefined) {
    const at = last?.generatedAt.slice(0, 16).replace("T", " ");
    return { findings: [], fine: `equal to the store, made ${at} UTC` };
  }
  const fix = () => {
    const { lessons } = compile(open.context, paths);
    return `compiled ${counted(lessons, "active lesson", "active lessons")}`;
  };
  return { findings: [{ ...problem, fix }] };
}

function problemOf(
  current: string,
  files: CacheFiles,
  generation: string | undefined,
): Finding | undefined {
  if (!existsSync(current))
    return finding("broken", "nothing is compiled: hooks have nothing to deliver");
  if (generation === undefined)
    return finding("broken", "what hooks read is broken: nothing is delivered");
  if (generation !== files.generation)
    return finding("warning", "what hooks read is older than the lessons and the settings");
  const names = damagedFiles(current, files);
  return names.length === 0
    ? undefined
    : finding("broken", `what hooks read is not what was compiled: ${named(names)}`);
}

function finding(severity: Finding["severity"], text: string): Finding {
  return { check: "cache", severity, text, hint: "lessons doctor --fix compiles again" };
}
