import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Where the real logs are that we measure with: `LESSONS_CORPUS` names a folder with home folders of
 * agents, or with archives and an `unpack.sh DIR` that lays them out. Undefined when there is none.
 */
export function unpackedCorpus(scratch: string): string | undefined {
  const corpus = process.env["LESSONS_CORPUS"];
  if (corpus === undefined || !existsSync(corpus)) return undefined;
  const script = join(corpus, "unpack.sh");
  if (!existsSync(script)) return corpus;
  const target = join(scratch, "corpus");
  mkdirSync(target, { recursive: true });
  const { status, stderr } = spawnSync("bash", [script, target], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return target;
}
