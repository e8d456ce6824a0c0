import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackedCorpus } from "../bench/corpus.ts";
import type { SplitReport } from "../src/measure/backtest/split-backtest.ts";
import { timeSplitSection } from "./time-split.ts";

/**
 * `npm run accuracy`: scans labelled sessions with the built program, has the corpus's own scorer compare
 * what was found with the labels, learns from the first half of the time and replays the second, and writes
 * `docs/accuracy.md`. Needs `LESSONS_CORPUS`: a folder with
 * `labels.jsonl`, `score.mjs` and the sessions. Nothing of the sessions themselves is written.
 */
const introduction = `# How well mistakes are found

Written by \`npm run accuracy\` from labelled sessions of real work with coding agents (443 sessions of
Claude Code, Codex, Copilot CLI and Gemini CLI, 311 labels), which are not part of this repository. Precision
counts only sessions in which every failed call was labelled; recall counts every label. One person labelled
them, sessions with many errors were preferred, and the rules were written with these labels at hand: on
other projects expect less.
`;

const root = join(import.meta.dirname, "..");
const corpus = process.env["LESSONS_CORPUS"] ?? "";
const [labels, scorer] = [join(corpus, "labels.jsonl"), join(corpus, "score.mjs")];
if (corpus === "" || !existsSync(labels) || !existsSync(scorer)) {
  process.stdout.write(
    "There is no corpus: set LESSONS_CORPUS to a folder with labels.jsonl, score.mjs and the sessions.\ndocs/accuracy.md is left as it is.\n",
  );
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), "lessons-accuracy-"));
try {
  const sessions = unpackedCorpus(scratch) ?? corpus;
  const episodes = join(scratch, "episodes.jsonl");
  const program = join(root, "dist/lessons.js");
  run(program, ["scan", "--auto", "--path", sessions, "--episodes", episodes]);
  const split = JSON.parse(run(program, ["backtest", "--split", "auto", "--json"])) as SplitReport;
  const page = [
    introduction,
    section("Accepted episodes", score(episodes, ["--verdict", "accepted"])),
    section(
      "Accepted and nominated episodes",
      score(episodes, ["--verdict", "accepted,nominated"]),
    ),
    section(
      "User corrections alone, accepted or nominated",
      score(episodes, ["--kind", "user-correction"]),
    ),
    section(
      "User corrections alone, accepted",
      score(episodes, ["--kind", "user-correction", "--verdict", "accepted"]),
    ),
    timeSplitSection(split),
  ].join("\n");
  writeFileSync(join(root, "docs/accuracy.md"), page);
  process.stdout.write(page);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function score(episodes: string, selection: readonly string[]): string {
  return run(scorer, [labels, episodes, ...selection]);
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: scratch },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

function section(title: string, text: string): string {
  return `## ${title}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
}
