import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackedCorpus } from "../bench/corpus.ts";
import { backtest } from "../src/measure/backtest/run-backtest.ts";
import { wire } from "../src/cli/wire.ts";
import { requireLesson } from "../src/lesson/find.ts";
import { starterFires, type Fire } from "./starter-fires.ts";
import { readHandJudgement, readStarterLibrary, type Verdict } from "./starter-library.ts";
import { starterPage, type StarterRow } from "./starter-page.ts";

/**
 * `npm run starter`: scans real sessions with the built program, takes the starter lessons in, replays them over the calls and
 * writes `docs/starter-lessons.md`. Needs `LESSONS_CORPUS`. With `-- --fires [slug…]` it prints every fire
 * with its name, its label and its place instead, for whoever labels them; that is not for the repository.
 */
const root = join(import.meta.dirname, "..");
const [mode, ...wanted] = process.argv.slice(2);
/** Of a lesson that fires more often, a sample is judged. */
const mostJudged = 20;
// Always the same folder: which copy of a call counts depends on where its log lies. Two runs at once exclude each other.
const scratch = join(tmpdir(), "lessons-starter-backtest");
mkdirSync(scratch);
try {
  const sessions = unpackedCorpus(scratch);
  if (sessions === undefined) {
    process.stdout.write(
      "There is no corpus: set LESSONS_CORPUS to a folder with sessions of agents.\ndocs/starter-lessons.md is left as it is.\n",
    );
    process.exitCode = 1;
  } else {
    lessons("scan", "--auto", "--path", sessions);
    lessons("import", "--starter", "--all");
    await report();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function report(): Promise<void> {
  const library = await readStarterLibrary();
  const names = library.map(({ lesson }) => lesson.slug);
  const wiring = wire({
    environment: { HOME: scratch },
    workingDirectory: scratch,
    settings: [],
  });
  await wiring.inContext(async (context) => {
    const { reach, lessons: tested } = await backtest(context, { of: { are: "named", names } });
    const stored = names.map((name) => requireLesson(context.database, name));
    const { fires, calls: firedCalls, told } = starterFires(context, stored);
    if (mode === "--fires") return showFires(fires);
    const rows = library.flatMap((entry): readonly StarterRow[] => {
      const found = tested.find(({ lesson }) => lesson.slug === entry.lesson.slug);
      if (found === undefined) return [];
      const judged = judgedByHand(
        entry.lesson.slug,
        fires.filter(({ slug }) => slug === entry.lesson.slug),
      );
      return [{ ...entry, backtest: found.backtest, ...(judged === undefined ? {} : { judged }) }];
    });
    const page = starterPage(rows, { ...reach, firedCalls, told });
    writeFileSync(join(root, "docs/starter-lessons.md"), page);
    process.stdout.write(page);
  });
}

/** The verdicts on the sample; undefined for a lesson that the rule judges. A fire without a verdict stops the run. */
function judgedByHand(slug: string, fires: readonly Fire[]): StarterRow["judged"] {
  const judgement = readHandJudgement();
  const labels = judgement.labels[slug];
  if (labels === undefined) return undefined;
  const because = judgement.because[slug];
  if (because === undefined) throw new Error(`${slug}: library/labels.json does not say why`);
  // By name, which is a hash: a sample that nobody chose.
  const sample = fires.map(({ name }) => name).toSorted();
  const verdicts = sample.slice(0, mostJudged).map((name): Verdict => {
    const verdict = labels[name];
    if (verdict === undefined)
      throw new Error(`${slug}: nobody has judged ${name} (npm run starter -- --fires ${slug})`);
    return verdict;
  });
  const notNeeded = verdicts.filter((verdict) => verdict === "not-needed").length;
  return { notNeeded, all: verdicts.length, because };
}

function showFires(fires: readonly Fire[]): void {
  const { labels } = readHandJudgement();
  const asked = fires.filter(({ slug }) => wanted.length === 0 || wanted.includes(slug));
  for (const { slug, name, call, shown } of asked) {
    const verdict = labels[slug]?.[name] ?? "-";
    const place = `${call.log.sessionId}:${call.line}`;
    process.stdout.write(`${[slug, name, verdict, call.outcome, place, shown].join("\t")}\n`);
  }
}

function lessons(...args: readonly string[]): void {
  const program = join(root, "dist/lessons.js");
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: scratch },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`lessons ${args.join(" ")} ended with ${status}: ${stderr}`);
}
