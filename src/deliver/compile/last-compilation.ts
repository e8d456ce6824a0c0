import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { Paths } from "../../platform/paths.ts";

/** What hooks read at this time: which compilation, and when it was made. */
export interface LastCompilation {
  readonly generation: string;
  readonly generatedAt: Instant;
}

/** Undefined when there is none that we can read. */
export function lastCompilation({ cache }: Pick<Paths, "cache">): LastCompilation | undefined {
  const index = readIndex(join(cache, "current", "index.json"));
  if (!isRecord(index)) return undefined;
  const [generation, generatedAt] = [textAt(index, "generation"), textAt(index, "generatedAt")];
  return generation === undefined || generatedAt === undefined
    ? undefined
    : { generation, generatedAt };
}

function readIndex(file: string): unknown {
  try {
    return parseJsonLine(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
