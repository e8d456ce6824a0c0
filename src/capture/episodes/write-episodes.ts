import { type ListedEpisode, eachEpisode } from "./episodes.ts";
import { factName } from "../facts/fact.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { pathKeyOf } from "../scan/log-task.ts";
import { type ScanRequest, wantedLogs } from "../scan/scan.ts";
import type { Context } from "../../platform/context.ts";

/**
 * Writes what was found in the logs that a request is about, one JSON object a line, whether this scan
 * found it or an earlier one. Says how many there were.
 */
export function writeEpisodes(
  { database, config }: Context,
  request: ScanRequest,
  file: string,
): number {
  const { logs } = wantedLogs(config, request);
  const wanted = new Set(logs.map(({ path }) => pathKeyOf(path)));
  const databases = new Set(
    logs.flatMap(({ shape, adapter }) => (shape === "database" ? [adapter.agent] : [])),
  );
  return writeFileAtomically(file, episodeLines(database, wanted, databases));
}

function* episodeLines(
  database: Context["database"],
  wanted: ReadonlySet<string>,
  databases: ReadonlySet<string>,
): Generator<string> {
  for (const episode of eachEpisode(database)) {
    // Sessions of a database are not files of their own.
    if (!wanted.has(episode.pathKey) && !databases.has(episode.agent)) continue;
    // A weak one counts when it came back, which is when it became a lesson.
    if (episode.verdict === "weak" && episode.slug === null) continue;
    // A further guess is among the lines of the first.
    if (isFurtherGuess(episode) && episode.slug === null) continue;
    yield `${JSON.stringify(episodeLine(episode))}\n`;
    const correction = correctionOf(episode);
    if (correction !== undefined) yield `${JSON.stringify(episodeLine(correction))}\n`;
  }
}

function isFurtherGuess({ story }: ListedEpisode): boolean {
  return story.is === "failure" && story.retryOf !== undefined;
}

/** What a person said about a failure was found, too, at a place of its own. A loop repeats its first call. */
function correctionOf(episode: ListedEpisode): ListedEpisode | undefined {
  const { story, kind, line } = episode;
  if (story.is !== "failure" || story.said === undefined || kind === "retry-loop") return undefined;
  return { ...episode, kind: "user-correction", line: story.said.line, lines: [line] };
}

function episodeLine(episode: ListedEpisode) {
  const isMaybe = episode.flags?.includes('"maybe"') === true;
  return {
    agent: episode.agent,
    session: episode.sessionId,
    file: episode.file,
    line: episode.line,
    lines: episode.lines,
    kind: episode.kind,
    fact: factOf(episode),
    confidence: episode.confidence,
    verdict: isMaybe ? "nominated" : "accepted",
    lesson: episode.slug,
    // A forked session tells it again; the lesson counts it once.
    ...(episode.isCopy === 1 ? { isCopy: true } : {}),
  };
}

function factOf({ story }: ListedEpisode): string | undefined {
  const fact = story.is === "failure" || story.is === "report" ? story.fact : undefined;
  return fact === undefined ? undefined : factName(fact);
}
