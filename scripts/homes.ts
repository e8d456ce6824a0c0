import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackedCorpus } from "../bench/corpus.ts";

/**
 * Scans the homes of `LESSONS_CORPUS` one after the other with the built program, each into a store of its own: a
 * home is one developer, and what one does says nothing about what another knows. Without a corpus it says what is
 * missing and hands out nothing.
 */
export async function measureHomes<Figures>(
  measure: (home: ScannedHome, corpus: Corpus) => Figures | Promise<Figures>,
): Promise<readonly Measured<Figures>[]> {
  const folder = process.env["LESSONS_CORPUS"] ?? "";
  const missing = corpusFiles.filter((file) => folder === "" || !existsSync(join(folder, file)));
  if (missing.length > 0) {
    process.stdout.write(
      `There is no corpus: set LESSONS_CORPUS to a folder with ${corpusFiles.join(", ")} and the homes.\nThe page stays as it is.\n`,
    );
    process.exit(1);
  }
  const corpus: Corpus = {
    scorer: join(folder, "score.mjs"),
    labels: readRows(join(folder, "labels.jsonl")),
    reference: readRows(join(folder, "reference.jsonl")),
  };
  const scratch = mkdtempSync(join(tmpdir(), "lessons-homes-"));
  try {
    const homes = unpackedCorpus(scratch) ?? folder;
    const measured: Measured<Figures>[] = [];
    for (const [at, name] of homesIn(homes).entries()) {
      const home = scanHome(join(homes, name), name, join(scratch, "stores", name));
      // Whose home it is says nothing about us: the page counts them, the terminal names them.
      const shown = `home ${at + 1}`;
      measured.push({ home: shown, figures: await measure(home, corpus) });
      process.stderr.write(`${shown} is ${name}: ${home.sessions} sessions\n`);
    }
    return measured;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const corpusFiles = ["labels.jsonl", "reference.jsonl", "score.mjs"] as const;

/** What others wrote about the sessions. Only the fields that we ask for. */
export interface Corpus {
  readonly scorer: string;
  readonly labels: readonly Label[];
  readonly reference: readonly ReferenceRow[];
}

export interface Label {
  /** `owner/name` */
  readonly repo: string;
  readonly session: string;
  readonly line: number;
  readonly result_line?: number | null;
  readonly episode_lines?: readonly number[] | null;
  readonly kind: string;
}

/** A failed call: whether it was the work itself, a slip of the agent's own tools or the environment, and its fact. */
export interface ReferenceRow {
  /** `owner__name` */
  readonly home: string;
  readonly session: string;
  readonly line: number;
  readonly kind: "work" | "slip" | "env";
  readonly fact: string;
}

export interface Measured<Figures> {
  /** The repository: `owner/name`. */
  readonly home: string;
  readonly figures: Figures;
}

export interface ScannedHome {
  /** As its folder is called: `owner__name`. */
  readonly name: string;
  /** `HOME` of the scan: the store is below it, and there is room for more. */
  readonly folder: string;
  /** Where its logs are. */
  readonly logs: string;
  readonly sessions: number;
  readonly episodesFile: string;
  readonly episodes: readonly ScannedEpisode[];
}

/** A line of `scan --episodes`. */
export interface ScannedEpisode {
  readonly session: string;
  readonly line: number;
  readonly lines: readonly number[];
  readonly kind: string;
  /** The first list, or "maybe". */
  readonly verdict: "accepted" | "nominated";
  readonly lesson: string | null;
}

/** A place in a session, as episodes and rows of the reference have it. */
interface Placed {
  readonly session: string;
  readonly line: number;
}

/** Finds the episodes of a failed call: those that begin with it, otherwise those that it is a part of. */
export function episodesAt<Episode extends Placed & { readonly lines: readonly number[] }>(
  episodes: readonly Episode[],
): (place: Placed) => readonly Episode[] {
  const bySession = Map.groupBy(episodes, ({ session }) => session);
  return ({ session, line }) => {
    const here = bySession.get(session) ?? [];
    const begun = here.filter((each) => each.line === line);
    return begun.length > 0 ? begun : here.filter(({ lines }) => lines.includes(line));
  };
}

function homesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .toSorted();
}

function scanHome(logs: string, name: string, folder: string): ScannedHome {
  mkdirSync(folder, { recursive: true });
  const episodesFile = join(folder, "episodes.jsonl");
  const program = join(import.meta.dirname, "../dist/lessons.js");
  const request = ["scan", "--auto", "--json", "--path", logs, "--episodes", episodesFile];
  const { sessions } = JSON.parse(runNode(program, request, folder)) as { sessions: number };
  return { name, folder, logs, sessions, episodesFile, episodes: readRows(episodesFile) };
}

/** What a program prints, run by this Node with nothing of the caller's environment. */
export function runNode(program: string, args: readonly string[], home: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The corpus is ours to trust: whoever runs this chose it. */
function readRows<Row>(file: string): readonly Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}
