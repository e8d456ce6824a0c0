import { makeLesson } from "../src/lesson/add.ts";
import { inTransaction, openDatabase } from "../src/platform/database/database.ts";
import { addHistory } from "../src/lesson/table/history.ts";
import { insertLesson } from "../src/lesson/table/lessons.ts";
import { realSystem } from "../src/platform/system.ts";

/** A store of generated lessons. Words follow a skewed distribution, as words do: the first is nearly everywhere. */
export function seedStore(file: string, count: number): void {
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
          status: random() < 0.7 ? "candidate" : "active",
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
  database.close();
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
