import { readFileSync, rmSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { pauseFile } from "../../deliver/pause.ts";
import { repairsFile } from "../../deliver/repairs/chosen-repairs.ts";
import { projectDisk } from "../../knowledge/render/project-disk.ts";
import type { ChangedFile } from "../../lesson/journal.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { isRecord, recordsAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";

type Place = Pick<ChangedFile, "root" | "path">;

/** What stands at a place of the journal now. In our home a link is followed, as whoever wrote it did. */
export function textAtPlace({ root, path }: Place, home: string): string | null {
  if (root !== home) return projectDisk(root).read(path) ?? null;
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return null;
  }
}

/** Puts a file back to what it was before. Ours stays for us alone. */
export function putBack({ root, path, before, after }: ChangedFile, home: string): void {
  const file = join(root, path);
  if (root === home) {
    if (before === null) rmSync(file, { force: true });
    else writeFileAtomically(file, before);
    return;
  }
  const disk = projectDisk(root);
  if (before === null) disk.remove(path, after ?? undefined);
  else disk.write(path, before, after ?? undefined);
}

/** What the change from one text to the other means to a person; undefined for files that speak for themselves. */
export function ownFileWords(
  { root, path }: Place,
  {
    from,
    to,
    home,
  }: { readonly from: string | null; readonly to: string | null; readonly home: string },
): readonly string[] | undefined {
  if (root !== home) return undefined;
  if (path === pauseFile) return [to === null ? "lessons are shown" : pausedWords(contentOf(to))];
  if (path === repairsFile) return repairWords(contentOf(from), contentOf(to));
  return settingWords(contentOf(from), contentOf(to));
}

function contentOf(text: string | null): JsonRecord {
  const content = text === null ? undefined : parseJsonLine(text);
  return isRecord(content) ? content : {};
}

function pausedWords(pause: JsonRecord): string {
  const until = textAt(pause, "until");
  return until === undefined
    ? "paused"
    : `paused until ${until.slice(0, 16).replace("T", " ")} UTC`;
}

function repairWords(from: JsonRecord, to: JsonRecord): readonly string[] {
  const [before, after] = [recordsAt(from, "repairs"), recordsAt(to, "repairs")];
  const without = (all: typeof before, others: typeof before) =>
    all.filter((each) => !others.some((other) => isDeepStrictEqual(each, other)));
  const named = (repair: JsonRecord) =>
    [textAt(repair, "name"), textAt(repair, "value")].filter(Boolean).join(" ");
  return [
    ...without(before, after).map((repair) => `repair ${named(repair)} off`),
    ...without(after, before).map((repair) => `repair ${named(repair)} on`),
  ];
}

function settingWords(from: JsonRecord, to: JsonRecord): readonly string[] {
  const [before, after] = [settingsIn(from), settingsIn(to)];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !isDeepStrictEqual(before.get(name), after.get(name)),
  );
  return names.map((name) => {
    const value = after.get(name);
    return `${name} = ${value === undefined ? "default" : JSON.stringify(value)}`;
  });
}

/** Every setting by its full name: `detectors.hang.enabled`. */
function settingsIn(content: JsonRecord, above = ""): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(content).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      if (above === "" && notSettings.has(name)) return [];
      return isRecord(value)
        ? [...settingsIn(value, `${above}${name}.`)]
        : [[`${above}${name}`, value]];
    }),
  );
}

const notSettings: ReadonlySet<string> = new Set(["$schema", "type", "version"]);
