import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachReplayCall } from "../src/capture/ledger/replay-calls.ts";
import { readyIfSound } from "../src/deliver/compile/make-ready.ts";
import { makeLesson } from "../src/lesson/add.ts";
import type { LessonDraft } from "../src/lesson/record/lesson.ts";
import { addHistory } from "../src/lesson/table/history.ts";
import { insertLesson } from "../src/lesson/table/lessons.ts";
import { replayCalls } from "../src/measure/replay/replay.ts";
import { readPattern } from "../src/match/pattern/pattern.ts";
import { judgePatternSpeed } from "../src/match/pattern/speed.ts";
import { configDefaults } from "../src/platform/configuration/settings.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database/database.ts";
import { realSystem } from "../src/platform/system.ts";
import { openReview } from "../src/review/review-rows.ts";
import type { BenchRow } from "./bench-row.ts";
import { hardPatterns } from "./hard-patterns.ts";
import { median } from "./measure.ts";
import {
  aboutCommand,
  aboutConditions,
  aboutContent,
  aboutFile,
  aboutTalk,
} from "./scaled-lessons.ts";
import { seedCalls } from "./seed-calls.ts";
import { typicalLessons } from "./typical-lessons.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const callCount = 100_000;
const candidateCount = 5000;

/**
 * What judges lessons, within one process: the replay of a hundred over all calls, the opening of a review, and the check of a
 * pattern that is saved. Processor time, because it is all of ours and others may use the machine meanwhile.
 */
export async function rows(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
  const database = openDatabase(join(folder, "lessons.db"), realSystem().now());
  try {
    process.stderr.write(`seeding ${candidateCount} candidates, ${callCount} calls…\n`);
    seedCandidates(database);
    seedCalls(database, callCount);
    const place = { environment: { HOME: folder, LESSONS_HOME: folder }, workingDirectory: folder };
    const context = { database, config: configDefaults, system: realSystem(), place };
    // All rows, and the cards of the first page: what the first frame of the screen shows.
    const opening = await row(
      "review",
      "review opens, 5,000 candidates and 100,000 calls",
      500,
      async () => {
        for (const { warnings } of (await openReview(context)).cards) void warnings;
      },
    );
    const lessons = hundredLessons();
    const saved: number[] = [];
    for (const pattern of hardPatterns)
      saved.push(await processorMs(() => void judgePatternSpeed(readPattern(pattern))));
    return [
      opening,
      await row("replay", "100 lessons of every kind replayed over 100,000 calls", 1500, () => {
        replayCalls(lessons, eachReplayCall(database), { threshold: 700 });
      }),
      checkRow("pattern-usual", "saving a pattern: the check, typical", median(saved)),
      checkRow(
        "pattern-worst",
        "saving a pattern: the check, the hardest known",
        Math.max(...saved),
      ),
    ];
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function row(
  id: string,
  work: string,
  bound: number,
  run: () => void | Promise<void>,
): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await processorMs(run));
  return { id, work, us: median(times), unit: "ms", asked: { of: "figure", is: "at most", bound } };
}

function checkRow(id: string, work: string, us: number): BenchRow {
  return { id, work, us, unit: "ms", asked: { of: "figure", is: "at most", bound: 20 } };
}

async function processorMs(run: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const everyKind = [aboutCommand, aboutFile, aboutContent, aboutTalk, aboutConditions];

function draftOf(number: number): LessonDraft {
  return everyKind[number % everyKind.length]?.(number) ?? aboutCommand(number);
}

const byScanner = {
  status: "candidate",
  by: "scanner",
  priority: 7,
  confidence: 0.6,
  source: "heuristic",
} as const;

function hundredLessons() {
  const drafts = [...typicalLessons];
  while (drafts.length < 100) drafts.push(draftOf(drafts.length));
  const system = realSystem();
  return drafts.flatMap((draft) => readyIfSound(makeLesson(draft, byScanner, system)));
}

/** And 300 in use, which a candidate may be like. */
function seedCandidates(database: Database): void {
  const system = realSystem();
  inTransaction(database, () => {
    for (let number = 0; number < candidateCount + 300; number += 1) {
      const status = number < 300 ? "active" : "candidate";
      const slug = `seed-${number}`;
      const lesson = makeLesson({ ...draftOf(number), slug, status }, byScanner, system);
      insertLesson(database, lesson);
      const evidence = Array.from({ length: 1 + (number % 4) }, (_, at) => ({
        is: "sighting" as const,
        agent: "claude-code",
        sessionId: `s${(number + at) % 500}`,
        projectId: `p${number % 20}`,
        seenAt: lesson.createdAt,
      }));
      addHistory(database, lesson.id, { evidence });
    }
  });
}
