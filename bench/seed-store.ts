import { makeLesson } from "../src/lesson/add.ts";
import { inTransaction, openDatabase } from "../src/platform/database/database.ts";
import { addHistory } from "../src/lesson/table/history.ts";
import { insertLesson } from "../src/lesson/table/lessons.ts";
import type { LessonDraft } from "../src/lesson/record/lesson.ts";
import { realSystem } from "../src/platform/system.ts";
import {
  aboutCommand,
  aboutConditions,
  aboutContent,
  aboutFile,
  aboutTalk,
} from "./scaled-lessons.ts";
import { seedCalls } from "./seed-calls.ts";

export interface Seed {
  readonly lessons: number;
  /** How many of them are active; the others wait or are archived, as in a store that scans have filled. */
  readonly active: number;
  readonly calls: number;
}

/** A store of generated lessons and calls. Words follow a skewed distribution, as words do: the first is nearly everywhere. */
export function seedStore(file: string, { lessons: count, active, calls }: Seed): void {
  const system = realSystem();
  const database = openDatabase(file, system.now());
  const random = pseudoRandom(1);
  const words = (length: number) =>
    Array.from({ length }, () => wordNumber(skewed(random()))).join(" ");
  inTransaction(database, () => {
    for (let number = 0; number < count; number++) {
      const lesson = makeLesson(
        {
          kind: "pitfall",
          slug: `seed-${number.toString(36).padStart(6, "0")}`,
          summary: words(8).slice(0, 80),
          body: { mistake: `${number} ${words(30)}`, remediation: words(20) },
          priority: 1 + Math.floor(random() * 10),
          confidence: Math.round(random() * 100) / 100,
          tags: [`tool:tool${skewed(random())}`, `lang:lang${Math.floor(random() * 8)}`],
          ...(number < active
            ? { status: "active", triggers: triggersOf(number) }
            : statusOf(number)),
        },
        { status: "active", by: "import", priority: 5, confidence: 0.5, source: "imported" },
        system,
      );
      insertLesson(database, lesson);
      addHistory(database, lesson.id, {
        evidence: [
          {
            is: "sighting",
            agent: "bench",
            sessionId: `s${number % 500}`,
            projectId: `p${number % 20}`,
            seenAt: lesson.createdAt,
          },
        ],
      });
    }
  });
  seedCalls(database, calls);
  database.close();
}

/** Lessons of every kind: about commands, files, contents, words, and commands under conditions. */
function triggersOf(number: number): LessonDraft["triggers"] {
  const kinds = [aboutCommand, aboutFile, aboutContent, aboutTalk, aboutConditions];
  return kinds[number % kinds.length]?.(number).triggers;
}

function statusOf(number: number): Pick<LessonDraft, "status" | "archiveReason"> {
  return number % 3 === 0
    ? { status: "archived", archiveReason: "it was not worth keeping" }
    : { status: "candidate" };
}

/** A word for a number, so that words begin as differently as real ones do. */
export function wordNumber(number: number): string {
  const syllables = ["ba", "ke", "li", "mo", "nu", "pra", "qui", "ros", "ste", "tov"];
  const scattered = (number * 7919) % 10_000;
  return String(scattered)
    .padStart(4, "0")
    .replace(/\d/g, (digit) => syllables[Number(digit)] ?? "");
}

/** 1 to about 5,000, the small ones far more often. */
function skewed(random: number): number {
  return Math.floor(5000 ** random);
}

/** The same numbers each time (mulberry32). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
