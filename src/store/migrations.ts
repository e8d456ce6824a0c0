/** One step of the database's form. */
export interface Migration {
  /** Recorded in the database. Never changed, never reused. */
  readonly name: string;
  readonly sql: string;
}

/**
 * In order, append-only: a step that has been released is never edited, because databases out there
 * have already taken it. Enum values stand here as text for the same reason; a test compares them
 * with the domain.
 */
export const migrations: readonly Migration[] = [
  {
    name: "001-lessons",
    sql: `
CREATE TABLE lessons (
  number         INTEGER PRIMARY KEY,
  id             TEXT NOT NULL UNIQUE CHECK (length(id) = 26),
  slug           TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 100),
  kind           TEXT NOT NULL CHECK (kind IN ('pitfall', 'warning', 'checklist', 'pattern', 'requirement', 'decision', 'workflow', 'procedure')),
  status         TEXT NOT NULL CHECK (status IN ('candidate', 'reviewed', 'active', 'archived')),
  status_since   TEXT NOT NULL,
  status_by      TEXT CHECK (status_by IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep')),
  archive_reason TEXT,
  summary        TEXT NOT NULL CHECK (length(summary) BETWEEN 1 AND 80),
  body           TEXT NOT NULL CHECK (json_valid(body)),
  body_text      TEXT NOT NULL,
  triggers       TEXT NOT NULL CHECK (json_valid(triggers)),
  priority       INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
  confidence     REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  scores         TEXT CHECK (scores IS NULL OR json_valid(scores)),
  tags           TEXT NOT NULL CHECK (json_valid(tags)),
  scope          TEXT NOT NULL CHECK (scope = 'global' OR scope GLOB 'project:?*' OR scope GLOB 'team:?*'),
  delivery       TEXT NOT NULL CHECK (delivery IN ('advise', 'hold')),
  source         TEXT NOT NULL CHECK (source IN ('structured', 'heuristic', 'llm', 'manual', 'imported')),
  content_hash   TEXT NOT NULL,
  valid_from     TEXT,
  valid_until    TEXT,
  superseded_by  TEXT,
  flags          TEXT NOT NULL CHECK (json_valid(flags)),
  created_at     TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  reviewed_at    TEXT,
  embedding      BLOB,
  CHECK ((status = 'archived') = (archive_reason IS NOT NULL)),
  CHECK ((status IN ('reviewed', 'active')) = (status_by IS NOT NULL))
) STRICT;

CREATE INDEX idx_lessons_status ON lessons(status);
CREATE INDEX idx_lessons_priority ON lessons(priority DESC, confidence DESC, slug);
CREATE INDEX idx_lessons_confidence ON lessons(confidence DESC);
CREATE INDEX idx_lessons_status_priority ON lessons(status, priority DESC, confidence DESC, slug);
CREATE INDEX idx_lessons_updated_at ON lessons(updated_at DESC, slug);
CREATE INDEX idx_lessons_content_hash ON lessons(content_hash);

-- Kept in step with lessons.tags below, so that filtering and counting by tag need no JSON.
CREATE TABLE lesson_tags (
  tag    TEXT NOT NULL,
  lesson INTEGER NOT NULL REFERENCES lessons(number),
  PRIMARY KEY (tag, lesson)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_lesson_tags_lesson ON lesson_tags(lesson);

CREATE VIRTUAL TABLE lessons_fts USING fts5(
  summary, body_text, tags,
  content = 'lessons', content_rowid = 'number',
  tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TRIGGER lessons_inserted AFTER INSERT ON lessons BEGIN
  INSERT INTO lessons_fts(rowid, summary, body_text, tags) VALUES (new.number, new.summary, new.body_text, new.tags);
  INSERT INTO lesson_tags(tag, lesson) SELECT DISTINCT value, new.number FROM json_each(new.tags);
END;

CREATE TRIGGER lessons_deleted AFTER DELETE ON lessons BEGIN
  INSERT INTO lessons_fts(lessons_fts, rowid, summary, body_text, tags) VALUES ('delete', old.number, old.summary, old.body_text, old.tags);
  DELETE FROM lesson_tags WHERE lesson = old.number;
END;

CREATE TRIGGER lessons_text_updated AFTER UPDATE OF summary, body_text, tags ON lessons BEGIN
  INSERT INTO lessons_fts(lessons_fts, rowid, summary, body_text, tags) VALUES ('delete', old.number, old.summary, old.body_text, old.tags);
  INSERT INTO lessons_fts(rowid, summary, body_text, tags) VALUES (new.number, new.summary, new.body_text, new.tags);
  DELETE FROM lesson_tags WHERE lesson = old.number;
  INSERT INTO lesson_tags(tag, lesson) SELECT DISTINCT value, new.number FROM json_each(new.tags);
END;
`,
  },
  {
    name: "002-history",
    sql: `
CREATE TABLE evidence (
  number        INTEGER PRIMARY KEY,
  lesson        INTEGER NOT NULL REFERENCES lessons(number),
  form          TEXT NOT NULL CHECK (form IN ('sighting', 'tally')),
  agent         TEXT NOT NULL,
  session_id    TEXT,
  project_id    TEXT,
  occurrences   INTEGER NOT NULL DEFAULT 1 CHECK (occurrences >= 1),
  sessions      INTEGER NOT NULL DEFAULT 0 CHECK (sessions >= 0),
  projects      INTEGER NOT NULL DEFAULT 0 CHECK (projects >= 0),
  first_seen_at TEXT,
  seen_at       TEXT NOT NULL,
  file          TEXT,
  line          INTEGER CHECK (line >= 1),
  quote         TEXT,
  CHECK ((form = 'sighting') = (session_id IS NOT NULL))
) STRICT;
-- Wide enough to sort by sightings without reading the rows.
CREATE INDEX idx_evidence_lesson ON evidence(lesson, occurrences, seen_at);
-- The same place seen by two scans is one sighting.
CREATE UNIQUE INDEX idx_evidence_place
  ON evidence(lesson, agent, session_id, coalesce(file, ''), coalesce(line, 0)) WHERE form = 'sighting';

CREATE TABLE transitions (
  number      INTEGER PRIMARY KEY,
  lesson      INTEGER NOT NULL REFERENCES lessons(number),
  from_status TEXT NOT NULL CHECK (from_status IN ('none', 'candidate', 'reviewed', 'active', 'archived')),
  to_status   TEXT NOT NULL CHECK (to_status IN ('candidate', 'reviewed', 'active', 'archived')),
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep')),
  because     TEXT NOT NULL
) STRICT;
CREATE INDEX idx_transitions_lesson ON transitions(lesson);
CREATE TRIGGER transitions_are_kept BEFORE DELETE ON transitions BEGIN SELECT raise(ABORT, 'transitions are append-only'); END;
CREATE TRIGGER transitions_are_fixed BEFORE UPDATE ON transitions BEGIN SELECT raise(ABORT, 'transitions are append-only'); END;

CREATE TABLE edits (
  number INTEGER PRIMARY KEY,
  lesson INTEGER NOT NULL REFERENCES lessons(number),
  field  TEXT NOT NULL,
  before TEXT NOT NULL,
  after  TEXT NOT NULL,
  at     TEXT NOT NULL,
  actor  TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep'))
) STRICT;
CREATE INDEX idx_edits_lesson ON edits(lesson);
CREATE TRIGGER edits_are_kept BEFORE DELETE ON edits BEGIN SELECT raise(ABORT, 'edits are append-only'); END;
CREATE TRIGGER edits_are_fixed BEFORE UPDATE ON edits BEGIN SELECT raise(ABORT, 'edits are append-only'); END;

CREATE TABLE feedback (
  number  INTEGER PRIMARY KEY,
  lesson  INTEGER NOT NULL REFERENCES lessons(number),
  verdict TEXT NOT NULL CHECK (verdict IN ('helpful', 'not-helpful')),
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep')),
  note    TEXT
) STRICT;
CREATE INDEX idx_feedback_lesson ON feedback(lesson);

CREATE TABLE review_sessions (
  id                    TEXT PRIMARY KEY CHECK (length(id) = 26),
  generated_at          TEXT NOT NULL,
  candidates_considered INTEGER NOT NULL CHECK (candidates_considered >= 0),
  items                 TEXT NOT NULL CHECK (json_valid(items))
) STRICT;

-- What a foreign entry became, so that importing the same file again adds nothing.
CREATE TABLE imports (
  system      TEXT NOT NULL CHECK (system IN ('lessons', 'lessons-learned', 'triads', 'devflow')),
  reference   TEXT NOT NULL,
  lesson      INTEGER NOT NULL REFERENCES lessons(number),
  imported_at TEXT NOT NULL,
  PRIMARY KEY (system, reference)
) STRICT, WITHOUT ROWID;
`,
  },
];
