import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { namesIn } from "../../platform/files/names.ts";

/** A command that nobody else runs, and the words that the agent can only have from the lesson about it. */
export interface Marker {
  readonly name: string;
  readonly command: string;
  readonly words: string;
}

/** `name` is twelve hexadecimal digits. */
export function markerNamed(name: string): Marker {
  return { name, command: `echo lessons-call-${name}`, words: `lessons-proof-${name}` };
}

/**
 * Every compilation until then has the marker, whoever makes it: a scan of another session must not take it away while
 * the agent is at work. Should we be ended in between, it runs out by itself.
 */
export function placeMarker(
  home: string,
  { name }: Marker,
  { id, until }: { readonly id: string; readonly until: Instant },
): void {
  writeFileAtomically(fileOf(home, name), `${JSON.stringify({ id, until })}\n`);
}

export function removeMarker(home: string, { name }: Marker): void {
  rmSync(fileOf(home, name), { force: true });
}

/** The lessons of the markers that are in place. Nearly always there are none. */
export function markerLessons(home: string, now: Instant): readonly ReadyLesson[] {
  const names = namesIn(home).flatMap((file) => markerFile.exec(file)?.[1] ?? []);
  return names.toSorted().flatMap((name) => {
    const id = idUntil(fileOf(home, name), now);
    return id === undefined ? [] : [markerLesson(markerNamed(name), id)];
  });
}

function fileOf(home: string, name: string): string {
  return join(home, `live-marker-${name}.json`);
}

const markerFile = /^live-marker-([0-9a-f]{12})\.json$/;

/** Undefined when it has run out. An end that is too far away is of a clock that was wrong. */
function idUntil(file: string, now: Instant): string | undefined {
  try {
    const placed = parseJsonLine(readFileSync(file, "utf8"));
    if (!isRecord(placed)) return undefined;
    const leftMs = Date.parse(textAt(placed, "until") ?? "") - Date.parse(now);
    return leftMs > 0 && leftMs <= markerLifeMs ? textAt(placed, "id") : undefined;
  } catch {
    return undefined;
  }
}

/** Longer than the agent is waited for. */
export const markerLifeMs = 300_000;

function markerLesson({ command, words }: Marker, id: string): ReadyLesson {
  return {
    id,
    slug: "doctor-marker",
    kind: "pitfall",
    priority: 8,
    confidence: 1,
    scope: "global",
    delivery: "advise",
    injectOn: ["PreToolUse"],
    toolNames: ["Bash"],
    commandPatterns: [readPattern(`^${command}\\b`)],
    pathPatterns: [],
    contentPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    workflowNames: [],
    tags: [],
    text: `### HIGH pitfall: a test by lessons doctor\n${words}: no action needed.`,
    shortText: words,
    notice: words,
  };
}
