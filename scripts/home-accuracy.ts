import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sumOf, type Share } from "./home-table.ts";
import { episodesAt, runNode, type Corpus, type Label, type ScannedHome } from "./homes.ts";

/** How well the candidates of a home agree with its labels. */
export interface HomeAccuracy {
  readonly sessions: number;
  readonly labels: number;
  readonly mistakes: { readonly both: ListFigures; readonly first: ListFigures };
  readonly corrections: { readonly both: ListFigures; readonly first: ListFigures };
  readonly everything: ListFigures;
  /** Candidates. */
  readonly maybeCorrections: number;
  readonly first: number;
  readonly maybe: number;
  /** For each fact of the environment that was found, how many candidates hold its failures. */
  readonly candidatesOfFacts: readonly number[];
}

/** What a list is worth: of the labels by kind those that are in it, of its judged sightings the right ones, its size. */
export interface ListFigures {
  readonly recall: (kinds: readonly string[]) => Share;
  readonly precision: Share;
  readonly candidates: number;
}

export function homeAccuracy(home: ScannedHome, corpus: Corpus): HomeAccuracy {
  const { name, sessions, episodes } = home;
  const labels = labelsOf(home, corpus);
  const scored = listScorer(home, corpus);
  const lists = (kinds: readonly string[]) => ({
    both: scored([...firstList, ...maybe], kinds),
    first: scored(firstList, kinds),
  });
  const at = episodesAt(episodes);
  const failures = corpus.reference.filter((row) => row.home === name && row.kind === "env");
  return {
    sessions,
    labels: labels.length,
    mistakes: lists(mistakeKinds),
    corrections: lists(correctionKinds),
    everything: scored([...firstList, ...maybe]),
    maybeCorrections: candidatesIn(home, maybe, correctionKinds),
    first: candidatesIn(home, firstList),
    maybe: candidatesIn(home, maybe),
    candidatesOfFacts: [...Map.groupBy(failures, ({ fact }) => fact).values()]
      .map((rows) => new Set(rows.flatMap(at).flatMap(({ lesson }) => lesson ?? [])).size)
      .filter((count) => count > 0),
  };
}

/** The lists by the verdicts of their episodes. */
export const firstList = ["accepted"] as const;
const maybe = ["nominated"] as const;

export const mistakeLabels = ["tool-error-fixed", "retry-loop", "hang"] as const;
/** What the agent says about a cause is about its calls, too. */
const mistakeKinds = [...mistakeLabels, "self-diagnosis"] as const;
export const correctionKinds = ["user-correction"] as const;
/** Labels of mistakes that the reference calls slips of the agent's own tools. */
export const slipLabels = ["slip"] as const;

/** Asks the corpus's own scorer about episodes of some verdicts, and of some kinds or all. */
export function listScorer(
  home: ScannedHome,
  corpus: Corpus,
): (verdicts: readonly string[], kinds?: readonly string[]) => ListFigures {
  const files = [join(home.folder, "labels.jsonl"), home.episodesFile] as const;
  const lines = labelsOf(home, corpus).map((label) => `${JSON.stringify(label)}\n`);
  writeFileSync(files[0], lines.join(""));
  return (verdicts, kinds) => {
    const ofKinds = kinds === undefined ? [] : ["--kind", kinds.join(",")];
    const request = [...files, "--verdict", verdicts.join(","), ...ofKinds];
    const score = readScore(runNode(corpus.scorer, request, home.folder));
    return { ...score, candidates: candidatesIn(home, verdicts, kinds) };
  };
}

function candidatesIn(
  { episodes }: ScannedHome,
  verdicts: readonly string[],
  kinds?: readonly string[],
): number {
  const chosen = episodes.filter(
    ({ verdict, kind }) => verdicts.includes(verdict) && (kinds?.includes(kind) ?? true),
  );
  return new Set(chosen.map(({ lesson, session, line }) => lesson ?? `${session}:${line}`)).size;
}

/** The labels of a home, slips under a kind of their own so that the scorer counts them apart. */
function labelsOf({ name }: ScannedHome, { labels, reference }: Corpus): readonly Label[] {
  const slips = new Set(
    reference
      .filter(({ home, kind }) => home === name && kind === "slip")
      .map(({ session, line }) => `${session}:${line}`),
  );
  return labels
    .filter(({ repo }) => repo.replace("/", "__") === name)
    .map((label) => (isSlip(label, slips) ? { ...label, kind: slipLabels[0] } : label));
}

function isSlip(label: Label, slips: ReadonlySet<string>): boolean {
  if (!mistakeLabels.some((kind) => kind === label.kind)) return false;
  const lines = [label.line, label.result_line ?? [], label.episode_lines ?? []].flat();
  // A call and its result are lines apart, and either may be named: the scorer has the same tolerance.
  return lines.some((line) =>
    [-2, -1, 0, 1, 2].some((step) => slips.has(`${label.session}:${line + step}`)),
  );
}

/** The scorer's words as numbers. */
function readScore(text: string): Omit<ListFigures, "candidates"> {
  const share = (part: string | undefined, whole: string | undefined) => ({
    part: Number(part),
    whole: Number(whole),
  });
  const [, right, judged] = /^precision[^:]*: (\d+)\/(\d+)/m.exec(text) ?? [];
  if (judged === undefined) throw new Error(`the scorer names no precision: ${text}`);
  const byKind = new Map(
    [...text.matchAll(/^ {2}([\w-]+): (\d+)\/(\d+)/gm)].map(([, kind = "", found, all]) => [
      kind,
      share(found, all),
    ]),
  );
  return {
    precision: share(right, judged),
    recall: (kinds) => sumOf(kinds.flatMap((kind) => byKind.get(kind) ?? [])),
  };
}
