import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isRecord, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import type { CacheFiles } from "./cache-files.ts";
import { namesIn } from "../../platform/files/names.ts";

/**
 * The files of a compilation that are not in its folder as they were written: gone, cut off or changed; and
 * prefilters that are there beside them.
 */
export function damagedFiles(
  folder: string,
  { contents }: Pick<CacheFiles, "contents">,
): readonly string[] {
  const differing = [...contents].flatMap(([name, content]) => {
    const found = bytesOf(join(folder, name));
    return found !== undefined && isSame(found, content) ? [] : [name];
  });
  const prefilters = namesIn(join(folder, "prefilter")).map((name) => `prefilter/${name}`);
  return [...differing, ...prefilters.filter((name) => !contents.has(name))];
}

function isSame(found: Buffer, content: string | Uint8Array): boolean {
  if (found.equals(Buffer.from(content))) return true;
  if (typeof content !== "string" || !content.startsWith("{")) return false;
  return isDeepStrictEqual(lasting(found.toString("utf8")), lasting(content));
}

/** Without what may differ between two compilations of the same: when it was made, and where sessions have begun. */
function lasting(text: string): JsonRecord | undefined {
  const parsed = parseJson(text);
  if (!("value" in parsed) || !isRecord(parsed.value)) return undefined;
  return { ...parsed.value, generatedAt: null, projects: null };
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
