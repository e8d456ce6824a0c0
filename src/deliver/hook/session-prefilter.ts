import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Family, looksAt } from "../../match/prefilter/families.ts";
import { type Expression, linesAsFile, sharperName } from "../../match/prefilter/grep-lines.ts";
import type { ToolBucket } from "../../match/tool-bucket.ts";
import { safeName } from "../../platform/files/names.ts";
import type { OpenCache } from "./load.ts";

interface LessonExpressions {
  readonly id: string;
  readonly scope: string;
  readonly expressions: readonly Expression[];
  /** Where they say more at a second look. */
  readonly sharper?: readonly Expression[];
  /** What it does at a call it does at every call. */
  readonly isLasting?: boolean;
}

/**
 * Narrows a bucket's prefilter for one session to what may still be delivered in it: most sessions repeat
 * the same few commands, and every call that the launcher can end by itself is one that nobody waits for.
 * It lies in the folder of the compilation, so that a new one does not find an old filter.
 */
export function narrowPrefilter(
  { folder }: OpenCache,
  sessionId: string,
  bucket: ToolBucket,
  { isHere, delivered, isRepeated }: NarrowedTo,
): void {
  const families = familiesIn(folder, bucket);
  if (families === undefined) return;
  // Where it takes longer, it is worth it when a call has come in vain, and not at the one that waits for its lesson.
  const count = families.reduce((sum, { lessons }) => sum + lessons.length, 0);
  if (!isRepeated && count > quicklyNarrowed) return;
  const before = delivered();
  const { first, second = [] } = looksAt(
    families,
    (lesson) => isHere(lesson) && (lesson.isLasting === true || !before.has(lesson.id)),
  );
  const place = join(folder, sessionsFolder, safeName(sessionId));
  mkdirSync(place, { recursive: true, mode: 0o700 });
  // First, because without it all that passes the other one starts us.
  write(sharperName(bucket), second);
  write(bucket, first);
  // A compaction takes claims back and then the filters. One in between has not found this filter.
  const after = delivered();
  if ([...before].some((id) => !after.has(id))) rmSync(join(place, bucket), { force: true });

  function write(name: string, lines: readonly string[]): void {
    const scratch = join(place, `.${name}.${process.pid}`);
    writeFileSync(scratch, linesAsFile(lines), { mode: 0o600 });
    renameSync(scratch, join(place, name));
  }
}

interface NarrowedTo {
  /** Whether a lesson may concern this session at all. */
  readonly isHere: (lesson: { readonly scope: string }) => boolean;
  /** The call started us although all that concerns it was delivered before. */
  readonly isRepeated: boolean;
  /** The lessons that the session has got, as of now. */
  readonly delivered: () => ReadonlySet<string>;
}

/** Everything may be delivered again. */
export function widenPrefilters(cacheFolder: string, sessionId: string): void {
  const place = join(cacheFolder, sessionsFolder, safeName(sessionId));
  // Mostly there is nothing, and looking is much faster than taking away.
  if (existsSync(place)) rmSync(place, { recursive: true, force: true });
}

const sessionsFolder = "sessions";
const quicklyNarrowed = 60;

function familiesIn(
  folder: string,
  bucket: ToolBucket,
): readonly Family<LessonExpressions>[] | undefined {
  try {
    return JSON.parse(
      readFileSync(join(folder, "expressions", `${bucket}.json`), "utf8"),
    ) as Family<LessonExpressions>[];
  } catch {
    return undefined;
  }
}
