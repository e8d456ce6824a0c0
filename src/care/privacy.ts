import { statSync } from "node:fs";
import { join, sep } from "node:path";
import { queryOne, type Database } from "../platform/database/database.ts";
import { walkFiles } from "../platform/files/walk-files.ts";

/** What is stored of one kind: how much, and how old. */
interface KeptKind {
  readonly kind: string;
  /** What it holds, in words. */
  readonly holds: string;
  readonly count: number;
  readonly oldest: string | null;
  readonly newest: string | null;
}

/** A part of our home. */
interface KeptFiles {
  readonly place: string;
  readonly files: number;
  readonly bytes: number;
  readonly oldest: string;
  readonly newest: string;
}

export interface Privacy {
  readonly home: string;
  readonly stored: readonly KeptKind[];
  readonly files: readonly KeptFiles[];
  /** Each time that something was forgotten. */
  readonly forgettings: number;
}

/** Everything that is kept on this machine, by kind and age. */
export function privacyOf(database: Database, home: string): Privacy {
  const stored = kinds.flatMap(({ kind, holds, from, at }): readonly KeptKind[] => {
    const row = queryOne<{ count: number; oldest: string | null; newest: string | null }>(
      database,
      `SELECT count(*) AS count, min(${at}) AS oldest, max(${at}) AS newest FROM ${from}`,
    );
    return row === undefined || row.count === 0 ? [] : [{ kind, holds, ...row }];
  });
  const forgettings = queryOne<{ count: number }>(
    database,
    "SELECT count(*) AS count FROM forgettings",
  );
  return { home, stored, files: filesIn(home), forgettings: forgettings?.count ?? 0 };
}

/** Every table that holds text of a person, an agent or a project. The names are ours. */
const kinds = [
  { kind: "lessons", holds: "your lessons and candidates", from: "lessons", at: "created_at" },
  { kind: "status changes", holds: "who, when and why", from: "transitions", at: "at" },
  { kind: "edits", holds: "earlier texts of fields", from: "edits", at: "at" },
  { kind: "feedback", holds: "good, bad, and your note", from: "feedback", at: "at" },
  {
    kind: "reviews",
    holds: "your decisions, and the state before",
    from: "review_sessions",
    at: "generated_at",
  },
  {
    kind: "sightings",
    holds: "short redacted quotes and where they come from",
    from: "evidence",
    at: "seen_at",
  },
  { kind: "sessions", holds: "agent, model, project, times", from: "logs", at: "started_at" },
  { kind: "tool calls", holds: "redacted commands and paths, errors", from: "calls", at: "at" },
  {
    kind: "episodes",
    holds: "mistakes and corrections, redacted",
    from: "episodes",
    at: "seen_at",
  },
  {
    kind: "rejected reports",
    holds: "agent reports that could not be read",
    from: "report_problems",
    at: "at",
  },
  { kind: "citations", holds: "decisions that an agent named", from: "citations", at: "at" },
  { kind: "deliveries", holds: "which lesson was shown when", from: "deliveries", at: "at" },
  {
    kind: "session starts",
    holds: "what sessions were shown at the start",
    from: "session_starts",
    at: "at",
  },
  {
    kind: "learning runs",
    holds: "which model ran, and when",
    from: "learning_runs",
    at: "started_at",
  },
  {
    kind: "shared files",
    holds: "which lessons a project has",
    from: "project_files JOIN lessons ON lessons.number = lesson",
    at: "created_at",
  },
  { kind: "imports", holds: "which entries were imported", from: "imports", at: "imported_at" },
] as const;

function filesIn(home: string): readonly KeptFiles[] {
  const places = new Map<
    string,
    { files: number; bytes: number; oldest: string; newest: string }
  >();
  for (const name of walkFiles(home).files) {
    const stats = statSync(join(home, name), { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const place = name.includes(sep) ? `${name.slice(0, name.indexOf(sep))}/` : name;
    const time = stats.mtime.toISOString();
    const known = places.get(place);
    places.set(place, {
      files: (known?.files ?? 0) + 1,
      bytes: (known?.bytes ?? 0) + stats.size,
      oldest: known === undefined || time < known.oldest ? time : known.oldest,
      newest: known === undefined || time > known.newest ? time : known.newest,
    });
  }
  return [...places].map(([place, facts]) => ({ place, ...facts }));
}
