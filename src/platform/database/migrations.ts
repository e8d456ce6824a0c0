/** One step of the database's form. */
export interface Migration {
  /** Recorded in the database. Never changed, never reused. */
  readonly name: string;
  /** Ours are made when they are asked for: most starts have no step to take, and it is a lot of text. */
  readonly sql: string;
  /** It makes a table anew that others refer to, which SQLite allows only while it does not look at references. */
  readonly rebuilds?: true;
}

/**
 * In order, append-only: a step that has been released is never edited, because databases out there
 * have already taken it. Enum values stand here as text for the same reason; a test compares them
 * with the domain.
 */
export const migrations: readonly Migration[] = [
  {
    name: "001-lessons",
    get sql() {
      return `
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
`;
    },
  },
  {
    name: "002-history",
    get sql() {
      return `
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
`;
    },
  },
  {
    name: "003-capture",
    get sql() {
      return `
-- One row per session log: how far it was read, and what it says about its session. A session whose
-- subagents have logs of their own has several; the view below puts them together.
CREATE TABLE logs (
  number            INTEGER PRIMARY KEY,
  -- A digest of the path: the path itself names the user, so only its redacted form is kept.
  path_key          TEXT NOT NULL UNIQUE,
  path              TEXT NOT NULL,
  agent             TEXT NOT NULL,
  -- What the file was when it was read: which file, its length and time, and how it begins.
  identity          TEXT NOT NULL,
  size              INTEGER NOT NULL CHECK (size >= 0),
  modified_ms       REAL NOT NULL,
  beginning         TEXT NOT NULL,
  -- The cursor: behind the last complete line.
  byte              INTEGER NOT NULL CHECK (byte >= 0),
  line              INTEGER NOT NULL CHECK (line >= 0),
  session_id        TEXT NOT NULL,
  parent_session_id TEXT,
  project_id        TEXT,
  project           TEXT,
  agent_version     TEXT,
  model             TEXT,
  started_at        TEXT,
  ended_at          TEXT,
  input_tokens      INTEGER NOT NULL DEFAULT 0,
  output_tokens     INTEGER NOT NULL DEFAULT 0,
  cache_read_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  records           INTEGER NOT NULL DEFAULT 0,
  unknown_records   INTEGER NOT NULL DEFAULT 0,
  unreadable_records INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX idx_logs_session ON logs(agent, session_id);

-- What the readers must know to go on behind the cursor. Apart from the logs, because it is long and every
-- scan looks at all logs.
CREATE TABLE log_memories (
  log    INTEGER PRIMARY KEY REFERENCES logs(number),
  memory TEXT NOT NULL CHECK (json_valid(memory))
) STRICT;

CREATE VIEW sessions AS
  SELECT agent, session_id,
         max(parent_session_id) AS parent_session_id,
         min(project_id) AS project_id, min(project) AS project,
         max(agent_version) AS agent_version, max(model) AS model,
         min(started_at) AS started_at, max(ended_at) AS ended_at,
         sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
         sum(cache_read_tokens) AS cache_read_tokens, sum(cache_write_tokens) AS cache_write_tokens,
         count(*) AS logs
  FROM logs GROUP BY agent, session_id;

CREATE TABLE calls (
  number        INTEGER PRIMARY KEY,
  log           INTEGER NOT NULL REFERENCES logs(number),
  ordinal       INTEGER NOT NULL,
  line          INTEGER NOT NULL,
  thread        TEXT,
  at            TEXT,
  tool          TEXT NOT NULL,
  program       TEXT,
  subcommand    TEXT,
  flags         TEXT,
  command       TEXT,
  path          TEXT,
  outcome       TEXT NOT NULL CHECK (outcome IN ('ok', 'error', 'timeout', 'rejected', 'interrupted')),
  exit_status   INTEGER,
  failure_class TEXT,
  signature     TEXT,
  error_head    TEXT,
  duration_ms   INTEGER,
  -- The same for every copy of a call in forked and resumed sessions; one of them counts.
  call_key      INTEGER NOT NULL,
  is_copy       INTEGER NOT NULL DEFAULT 0 CHECK (is_copy IN (0, 1))
) STRICT;
CREATE INDEX idx_calls_log ON calls(log);
CREATE INDEX idx_calls_key ON calls(call_key);
CREATE INDEX idx_calls_failed ON calls(outcome, signature) WHERE outcome <> 'ok';

-- What the detectors found in a log. Lessons are derived from it, so that neither the order of the
-- files nor the number of scans matters.
CREATE TABLE episodes (
  number     INTEGER PRIMARY KEY,
  log        INTEGER NOT NULL REFERENCES logs(number),
  line       INTEGER NOT NULL CHECK (line >= 1),
  lines      TEXT NOT NULL CHECK (json_valid(lines)),
  kind       TEXT NOT NULL,
  verdict    TEXT NOT NULL CHECK (verdict IN ('accepted', 'nominated', 'weak')),
  seen_at    TEXT NOT NULL,
  block      TEXT NOT NULL,
  cluster    TEXT NOT NULL,
  anchor_key INTEGER NOT NULL,
  is_copy    INTEGER NOT NULL DEFAULT 0 CHECK (is_copy IN (0, 1)),
  -- The log may still say more about it: replaced by what the next scan of that log knows.
  is_open    INTEGER NOT NULL CHECK (is_open IN (0, 1)),
  details    TEXT NOT NULL CHECK (json_valid(details)),
  lesson     INTEGER REFERENCES lessons(number)
) STRICT;
CREATE INDEX idx_episodes_log ON episodes(log);
CREATE INDEX idx_episodes_block ON episodes(block);
CREATE INDEX idx_episodes_anchor ON episodes(anchor_key);
CREATE INDEX idx_episodes_lesson ON episodes(lesson);

-- Which lesson a cluster became. It outlives the episodes, which are rewritten while a log grows.
CREATE TABLE clusters (
  cluster TEXT PRIMARY KEY,
  block   TEXT NOT NULL,
  lesson  INTEGER NOT NULL REFERENCES lessons(number)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_clusters_block ON clusters(block);
CREATE INDEX idx_clusters_lesson ON clusters(lesson);

ALTER TABLE evidence ADD COLUMN episode INTEGER REFERENCES episodes(number) ON DELETE CASCADE;
CREATE INDEX idx_evidence_episode ON evidence(episode) WHERE episode IS NOT NULL;
`;
    },
  },
  {
    name: "004-cluster-words",
    get sql() {
      return `
-- What was made of each cluster, so that a scan only looks at those in which something happened. All of it
-- can be made again from the episodes.
CREATE TABLE cluster_words (
  cluster     TEXT PRIMARY KEY,
  block       TEXT NOT NULL,
  version     INTEGER NOT NULL,
  -- One that is not enough for a lesson yet has no words.
  is_enough   INTEGER NOT NULL CHECK (is_enough IN (0, 1)),
  text        TEXT NOT NULL,
  topic       TEXT NOT NULL,
  advice      TEXT NOT NULL,
  content_key INTEGER NOT NULL,
  group_key   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_cluster_words_block ON cluster_words(block);

CREATE TABLE cluster_links (
  one   TEXT NOT NULL,
  other TEXT NOT NULL,
  block TEXT NOT NULL,
  PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_cluster_links_block ON cluster_links(block);
CREATE INDEX idx_cluster_links_other ON cluster_links(other);

DROP INDEX idx_episodes_block;
CREATE INDEX idx_episodes_cluster ON episodes(block, cluster);
`;
    },
  },
  {
    name: "005-reviews",
    get sql() {
      return `
-- Who decided: a person, or a model by the prompts of a version. A review that was taken back stays in the record.
ALTER TABLE review_sessions ADD COLUMN actor TEXT NOT NULL DEFAULT 'person' CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep'));
ALTER TABLE review_sessions ADD COLUMN model TEXT;
ALTER TABLE review_sessions ADD COLUMN prompt_version TEXT;
ALTER TABLE review_sessions ADD COLUMN undone_at TEXT;

-- Each lesson that a review wrote to, as it was before and after, so that the review can be taken back whole.
CREATE TABLE review_changes (
  session TEXT NOT NULL REFERENCES review_sessions(id),
  lesson  INTEGER NOT NULL REFERENCES lessons(number),
  before  TEXT NOT NULL CHECK (json_valid(before)),
  after   TEXT NOT NULL CHECK (json_valid(after)),
  PRIMARY KEY (session, lesson)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_review_changes_lesson ON review_changes(lesson);
CREATE TRIGGER review_changes_are_kept BEFORE DELETE ON review_changes BEGIN SELECT raise(ABORT, 'review changes are append-only'); END;
CREATE TRIGGER review_changes_are_fixed BEFORE UPDATE ON review_changes BEGIN SELECT raise(ABORT, 'review changes are append-only'); END;
`;
    },
  },
  {
    name: "006-project-files",
    get sql() {
      return `
-- What each lesson file of a project was when it was last written or read, and which lesson it is here.
CREATE TABLE project_files (
  project    TEXT NOT NULL,
  slug       TEXT NOT NULL,
  file_hash  TEXT NOT NULL,
  lesson     INTEGER NOT NULL REFERENCES lessons(number),
  -- The lesson that the file was before somebody changed it.
  previous   INTEGER REFERENCES lessons(number),
  is_written INTEGER NOT NULL CHECK (is_written IN (0, 1)),
  is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
  PRIMARY KEY (project, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_project_files_lesson ON project_files(lesson);
`;
    },
  },
  {
    name: "007-measure",
    get sql() {
      return `
-- The id of a call, hashed, by which what a hook noted about it is found. Calls that were read before have none.
ALTER TABLE calls ADD COLUMN id_key INTEGER;
-- Where its result stands: what was called before that line was called without knowing it. Unknown for the same.
ALTER TABLE calls ADD COLUMN result_line INTEGER;

-- How far each file of the spool was taken over. By what the file is: a full one gets another name.
CREATE TABLE spool_cursors (
  identity TEXT PRIMARY KEY,
  byte     INTEGER NOT NULL CHECK (byte >= 0)
) STRICT, WITHOUT ROWID;

-- Lessons that reached an agent, as hooks noted it. The same note taken over twice is one.
CREATE TABLE deliveries (
  number     INTEGER PRIMARY KEY,
  note_key   TEXT NOT NULL UNIQUE,
  lesson     INTEGER NOT NULL REFERENCES lessons(number),
  agent      TEXT NOT NULL,
  session_id TEXT NOT NULL,
  subagent   TEXT,
  id_key     INTEGER,
  at         TEXT NOT NULL,
  tool       TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode IN ('advise', 'hold')),
  form       TEXT NOT NULL CHECK (form IN ('full', 'short', 'cut', 'pointer', 'hold')),
  score      INTEGER NOT NULL,
  matched    TEXT NOT NULL CHECK (json_valid(matched)),
  took_ms    INTEGER NOT NULL CHECK (took_ms >= 0)
) STRICT;
CREATE INDEX idx_deliveries_lesson ON deliveries(lesson);
CREATE INDEX idx_deliveries_session ON deliveries(agent, session_id);

-- Sessions and subagents that began with us: what they were told of the protocol, and with how many lessons.
CREATE TABLE session_starts (
  number     INTEGER PRIMARY KEY,
  note_key   TEXT NOT NULL UNIQUE,
  agent      TEXT NOT NULL,
  session_id TEXT NOT NULL,
  subagent   TEXT,
  at         TEXT NOT NULL,
  protocol   TEXT NOT NULL CHECK (protocol IN ('full', 'short', 'off')),
  lessons    INTEGER NOT NULL CHECK (lessons >= 0),
  took_ms    INTEGER NOT NULL CHECK (took_ms >= 0)
) STRICT;
CREATE INDEX idx_session_starts_session ON session_starts(agent, session_id);

-- Reports of agents that could not become lessons: what is wrong with the protocol shows here.
CREATE TABLE report_problems (
  number  INTEGER PRIMARY KEY,
  log     INTEGER NOT NULL REFERENCES logs(number),
  line    INTEGER NOT NULL CHECK (line >= 1),
  thread  TEXT,
  at      TEXT,
  form    TEXT NOT NULL CHECK (form IN ('tag', 'block')),
  class   TEXT NOT NULL CHECK (class IN ('malformed', 'incomplete')),
  problem TEXT NOT NULL
) STRICT;
CREATE INDEX idx_report_problems_log ON report_problems(log);
`;
    },
  },
  {
    name: "008-learning",
    get sql() {
      return `
-- Runs in which a model was asked about sessions. Noted before it is asked: one that never ended counts, too.
CREATE TABLE learning_runs (
  id             TEXT PRIMARY KEY CHECK (length(id) = 26),
  project        TEXT NOT NULL,
  started_at     TEXT NOT NULL,
  ended_at       TEXT,
  program        TEXT NOT NULL,
  model          TEXT,
  prompt_version INTEGER NOT NULL,
  sessions       INTEGER NOT NULL CHECK (sessions >= 0),
  outcome        TEXT NOT NULL CHECK (outcome IN ('asking', 'learned', 'nothing', 'bad-answer', 'no-answer')),
  created        INTEGER NOT NULL DEFAULT 0 CHECK (created >= 0),
  grown          INTEGER NOT NULL DEFAULT 0 CHECK (grown >= 0),
  refused        INTEGER NOT NULL DEFAULT 0 CHECK (refused >= 0),
  message        TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_learning_runs_project ON learning_runs(project, started_at);

-- What is known about a lesson that a model found in sessions, beyond what every lesson has.
CREATE TABLE observations (
  lesson     INTEGER PRIMARY KEY REFERENCES lessons(number),
  -- Whether a model ever called it specific, actionable and of the right scope.
  quality_ok INTEGER NOT NULL CHECK (quality_ok IN (0, 1))
) STRICT;

-- Sessions that were looked at, and up to which end of theirs: one that was resumed ends again.
CREATE TABLE learned_sessions (
  project    TEXT NOT NULL,
  agent      TEXT NOT NULL,
  session_id TEXT NOT NULL,
  ended_at   TEXT NOT NULL,
  learned_at TEXT NOT NULL,
  PRIMARY KEY (project, agent, session_id)
) STRICT, WITHOUT ROWID;
`;
    },
  },
  {
    name: "009-citations",
    get sql() {
      return `
-- Where agents say in their own text that they go by an entry of a project's decisions or pitfalls.
CREATE TABLE citations (
  number INTEGER PRIMARY KEY,
  log    INTEGER NOT NULL REFERENCES logs(number),
  line   INTEGER NOT NULL CHECK (line >= 1),
  thread TEXT,
  at     TEXT,
  verb   TEXT NOT NULL CHECK (verb IN ('applies', 'avoids')),
  entry  TEXT NOT NULL
) STRICT;
CREATE INDEX idx_citations_log ON citations(log);
`;
    },
  },
  {
    name: "010-facts",
    get sql() {
      return `
-- Failures are grouped by what they are about, which only their logs can tell: all logs are read again. What a person has had
-- a hand in keeps its sightings, and is found again by their places.
UPDATE evidence SET episode = NULL WHERE episode IS NOT NULL AND lesson IN (
  SELECT number FROM lessons WHERE status IN ('reviewed', 'active') OR source NOT IN ('heuristic', 'structured')
    OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
    OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'));
-- Logs that are gone keep what was found in them, by the words of their messages.
UPDATE episodes SET details = json_set(details, '$.fact',
    json_object('class', 'message', 'subject', coalesce(details ->> 'signature', '')))
  WHERE details ->> 'is' = 'failure';
UPDATE logs SET identity = '';
`;
    },
  },
  {
    name: "011-about",
    rebuilds: true,
    get sql() {
      return `
-- The system of a log decides whether its facts are the machine's, and only the log can tell: all are read again. What a
-- person has had a hand in keeps its sightings, and is found again by their places.
ALTER TABLE logs ADD COLUMN system TEXT CHECK (system IN ('macos', 'linux', 'windows'));
UPDATE evidence SET episode = NULL WHERE episode IS NOT NULL AND lesson IN (
  SELECT number FROM lessons WHERE status IN ('reviewed', 'active') OR source NOT IN ('heuristic', 'structured')
    OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
    OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'));
UPDATE logs SET identity = '';

-- A check cannot be changed in place.
CREATE TABLE lessons_new (
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
  scope          TEXT NOT NULL CHECK (scope IN ('global', 'machine') OR scope GLOB 'project:?*' OR scope GLOB 'team:?*'),
  delivery       TEXT NOT NULL CHECK (delivery IN ('advise', 'hold', 'fix')),
  source         TEXT NOT NULL CHECK (source IN ('structured', 'heuristic', 'llm', 'manual', 'imported')),
  content_hash   TEXT NOT NULL,
  valid_from     TEXT,
  valid_until    TEXT,
  superseded_by  TEXT,
  about          TEXT CHECK (length(about) BETWEEN 1 AND 500),
  fix            TEXT CHECK (fix IS NULL OR json_valid(fix)),
  flags          TEXT NOT NULL CHECK (json_valid(flags)),
  created_at     TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  reviewed_at    TEXT,
  embedding      BLOB,
  CHECK ((status = 'archived') = (archive_reason IS NOT NULL)),
  CHECK ((status IN ('reviewed', 'active')) = (status_by IS NOT NULL))
) STRICT;
INSERT INTO lessons_new(number, id, slug, kind, status, status_since, status_by, archive_reason, summary, body, body_text, triggers,
  priority, confidence, scores, tags, scope, delivery, source, content_hash, valid_from, valid_until, superseded_by,
  flags, created_at, updated_at, reviewed_at, embedding)
  SELECT number, id, slug, kind, status, status_since, status_by, archive_reason, summary, body, body_text, triggers,
  priority, confidence, scores, tags, scope, delivery, source, content_hash, valid_from, valid_until, superseded_by,
  flags, created_at, updated_at, reviewed_at, embedding FROM lessons;
DROP TABLE lessons;
ALTER TABLE lessons_new RENAME TO lessons;

CREATE INDEX idx_lessons_status ON lessons(status);
CREATE INDEX idx_lessons_priority ON lessons(priority DESC, confidence DESC, slug);
CREATE INDEX idx_lessons_confidence ON lessons(confidence DESC);
CREATE INDEX idx_lessons_status_priority ON lessons(status, priority DESC, confidence DESC, slug);
CREATE INDEX idx_lessons_updated_at ON lessons(updated_at DESC, slug);
CREATE INDEX idx_lessons_content_hash ON lessons(content_hash);
-- One lesson of a scope is about a thing, whatever became of it.
CREATE UNIQUE INDEX idx_lessons_about ON lessons(scope, about) WHERE about IS NOT NULL;

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

-- What belongs to no project is the machine's.
UPDATE episodes SET block = 'fact|machine|' || substr(cluster, 7), cluster = 'fact|machine|' || substr(cluster, 7)
  WHERE cluster GLOB 'fact||*';
UPDATE OR IGNORE clusters SET block = 'fact|machine|' || substr(cluster, 7), cluster = 'fact|machine|' || substr(cluster, 7)
  WHERE cluster GLOB 'fact||*';
UPDATE episodes SET block = 'cause|machine', cluster = 'cause|machine|' || substr(cluster, 8) WHERE cluster GLOB 'cause||*';
UPDATE OR IGNORE clusters SET block = 'cause|machine', cluster = 'cause|machine|' || substr(cluster, 8)
  WHERE cluster GLOB 'cause||*';

-- What the lessons are about, by the failures that they were made of. Of two in one scope the one in use has it.
CREATE TEMP TABLE known_about AS
  WITH named AS (
    SELECT lesson, min(CASE WHEN cluster GLOB 'fact|*' THEN substr(cluster, 6 + instr(substr(cluster, 6), '|'))
        ELSE 'cause ' || substr(cluster, 7 + instr(substr(cluster, 7), '|')) END) AS about
    FROM clusters WHERE cluster GLOB 'fact|*' OR cluster GLOB 'cause|*' GROUP BY lesson)
  SELECT number, named.about, first_value(slug) OVER same AS holder, row_number() OVER same AS place
  FROM named JOIN lessons ON lessons.number = named.lesson
  WINDOW same AS (PARTITION BY scope, named.about ORDER BY status IN ('active', 'reviewed') DESC, number);
UPDATE lessons SET about = known_about.about FROM known_about
  WHERE known_about.number = lessons.number AND place = 1 AND length(known_about.about) BETWEEN 1 AND 500;
UPDATE lessons SET flags = json_insert(flags, '$[#]', 'duplicates:' || holder) FROM known_about
  WHERE known_about.number = lessons.number AND place > 1 AND status <> 'archived';
DROP TABLE known_about;
`;
    },
  },
  {
    name: "012-ledger",
    get sql() {
      return `
-- What a failed call is about, what we did about a call, who made it and where. Most calls are made by the model and in the folder
-- of their session: then both are null. Only the logs know it, so all are read again.
ALTER TABLE calls ADD COLUMN fact TEXT;
ALTER TABLE calls ADD COLUMN treatment TEXT CHECK (treatment IN ('held', 'rewritten', 'repaired'));
ALTER TABLE calls ADD COLUMN model TEXT;
ALTER TABLE calls ADD COLUMN working_directory TEXT;
ALTER TABLE logs ADD COLUMN shell TEXT;
-- It stood where a failed call has its class.
UPDATE calls SET treatment = 'held', failure_class = NULL WHERE failure_class = 'held';
UPDATE evidence SET episode = NULL WHERE episode IS NOT NULL AND lesson IN (
  SELECT number FROM lessons WHERE status IN ('reviewed', 'active') OR source NOT IN ('heuristic', 'structured')
    OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
    OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'));
UPDATE logs SET identity = '';
`;
    },
  },
  {
    name: "013-command-context",
    get sql() {
      return `
-- Calls are kept with the variables, wrappers and pipes around their commands, which only their logs can tell: all logs are
-- read again.
UPDATE logs SET identity = '';
`;
    },
  },
  {
    name: "014-card",
    get sql() {
      return `
-- The lessons on the card of a session: those sessions knew what the lessons say before they made a call.
ALTER TABLE session_starts ADD COLUMN card TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(card));
`;
    },
  },
  {
    name: "015-treatments",
    get sql() {
      return `
-- What we did with a call, by the id that its agent gave it. A log shows the call as the model made it, so it is kept apart from
-- what is read from logs. ran: whether what we put in its place is what ran; unknown until its result came.
CREATE TABLE treatments (
  agent     TEXT NOT NULL,
  id_key    INTEGER NOT NULL,
  treatment TEXT NOT NULL CHECK (treatment IN ('held', 'rewritten', 'repaired')),
  ran       INTEGER CHECK (ran IN (0, 1)),
  PRIMARY KEY (agent, id_key)
) STRICT, WITHOUT ROWID;

-- Which modes and forms there are is said where notes are read.
CREATE TABLE deliveries_new (
  number     INTEGER PRIMARY KEY,
  note_key   TEXT NOT NULL UNIQUE,
  lesson     INTEGER NOT NULL REFERENCES lessons(number),
  agent      TEXT NOT NULL,
  session_id TEXT NOT NULL,
  subagent   TEXT,
  id_key     INTEGER,
  at         TEXT NOT NULL,
  tool       TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode <> ''),
  form       TEXT NOT NULL CHECK (form <> ''),
  score      INTEGER NOT NULL,
  matched    TEXT NOT NULL CHECK (json_valid(matched)),
  took_ms    INTEGER NOT NULL CHECK (took_ms >= 0)
) STRICT;
INSERT INTO deliveries_new SELECT number, note_key, lesson, agent, session_id, subagent, id_key, at, tool, mode, form, score,
  matched, took_ms FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
CREATE INDEX idx_deliveries_lesson ON deliveries(lesson);
CREATE INDEX idx_deliveries_session ON deliveries(agent, session_id);

INSERT OR IGNORE INTO treatments(agent, id_key, treatment)
  SELECT agent, id_key, 'held' FROM deliveries WHERE mode = 'hold' AND id_key IS NOT NULL;
`;
    },
  },
  {
    name: "016-repairs",
    get sql() {
      return `
-- Which repairs of the shell were on, as a list of names: calls that they concern say nothing about what was typed.
ALTER TABLE session_starts ADD COLUMN repairs TEXT CHECK (repairs IS NULL OR json_valid(repairs));
`;
    },
  },
  {
    name: "017-trial",
    get sql() {
      return `
-- A trial withholds lessons in a share of the sessions (in thousandths). Which lessons is written down when it starts, and no more than
-- one runs at a time.
CREATE TABLE trials (
  number     INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  share      INTEGER NOT NULL CHECK (share BETWEEN 1 AND 999),
  included   TEXT NOT NULL CHECK (json_valid(included)),
  started_at TEXT NOT NULL,
  stopped_at TEXT
) STRICT;
CREATE UNIQUE INDEX idx_trials_running ON trials(stopped_at IS NULL) WHERE stopped_at IS NULL;
CREATE TABLE trial_lessons (
  trial  INTEGER NOT NULL REFERENCES trials(number),
  lesson INTEGER NOT NULL REFERENCES lessons(number),
  PRIMARY KEY (trial, lesson)
) STRICT, WITHOUT ROWID;

-- The first time that a lesson of the trial came in a session, or would have come, and on which side the session is. What is noted
-- later about the same session changes nothing.
CREATE TABLE trial_entries (
  trial       INTEGER NOT NULL REFERENCES trials(number),
  lesson      INTEGER NOT NULL REFERENCES lessons(number),
  agent       TEXT NOT NULL,
  session_id  TEXT NOT NULL,
  subagent    TEXT,
  at          TEXT NOT NULL,
  moment      TEXT NOT NULL CHECK (moment IN ('start', 'call', 'error')),
  id_key      INTEGER,
  tool        TEXT,
  is_withheld INTEGER NOT NULL CHECK (is_withheld IN (0, 1)),
  PRIMARY KEY (trial, lesson, agent, session_id)
) STRICT, WITHOUT ROWID;
`;
    },
  },
  {
    name: "018-forget",
    get sql() {
      return `
-- What a person had us forget: when, in how many places, and what it takes to know it again in a log. Never what it was.
CREATE TABLE forgettings (
  number INTEGER PRIMARY KEY,
  at     TEXT NOT NULL,
  rows   INTEGER NOT NULL CHECK (rows >= 0),
  files  INTEGER NOT NULL CHECK (files >= 0)
) STRICT;
CREATE TABLE forgotten_texts (
  number     INTEGER PRIMARY KEY,
  forgetting INTEGER NOT NULL REFERENCES forgettings(number),
  salt       TEXT NOT NULL,
  length     INTEGER NOT NULL CHECK (length >= 1),
  mark       INTEGER NOT NULL,
  digest     TEXT NOT NULL
) STRICT;
-- The one door in history: it has a row only inside of the transaction that forgets.
CREATE TABLE forgetting_now (is_open INTEGER PRIMARY KEY CHECK (is_open = 1)) STRICT;

DROP TRIGGER transitions_are_fixed;
CREATE TRIGGER transitions_are_fixed BEFORE UPDATE ON transitions WHEN NOT EXISTS (SELECT 1 FROM forgetting_now)
  BEGIN SELECT raise(ABORT, 'transitions are append-only'); END;
DROP TRIGGER edits_are_fixed;
CREATE TRIGGER edits_are_fixed BEFORE UPDATE ON edits WHEN NOT EXISTS (SELECT 1 FROM forgetting_now)
  BEGIN SELECT raise(ABORT, 'edits are append-only'); END;
DROP TRIGGER review_changes_are_fixed;
CREATE TRIGGER review_changes_are_fixed BEFORE UPDATE ON review_changes WHEN NOT EXISTS (SELECT 1 FROM forgetting_now)
  BEGIN SELECT raise(ABORT, 'review changes are append-only'); END;
`;
    },
  },
  {
    name: "019-waiting-index",
    get sql() {
      return `
-- How many candidates wait, and how many of them are only a maybe, is counted by every command that compiles.
CREATE INDEX idx_lessons_waiting ON lessons(status, flags LIKE '%"maybe"%', created_at);
`;
    },
  },
  {
    name: "020-own-reviews",
    get sql() {
      return `
-- Which reviews by gates were recorded here. Those of a project lie in the project, where anybody may have put them: what is required
-- is met only by these.
CREATE TABLE own_reviews (digest TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;
    },
  },
  {
    name: "021-agents-act",
    get sql() {
      return `
-- An agent and a script may do what needs no person, and history says that it was them. What a column may hold cannot be changed, so
-- the tables are made anew. History has no door for that but this step.
CREATE TABLE transitions_new (
  number      INTEGER PRIMARY KEY,
  lesson      INTEGER NOT NULL REFERENCES lessons(number),
  from_status TEXT NOT NULL CHECK (from_status IN ('none', 'candidate', 'reviewed', 'active', 'archived')),
  to_status   TEXT NOT NULL CHECK (to_status IN ('candidate', 'reviewed', 'active', 'archived')),
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep', 'agent', 'script')),
  because     TEXT NOT NULL
) STRICT;
INSERT INTO transitions_new SELECT number, lesson, from_status, to_status, at, actor, because FROM transitions;
DROP TRIGGER transitions_are_kept;
DROP TRIGGER transitions_are_fixed;
DROP TABLE transitions;
ALTER TABLE transitions_new RENAME TO transitions;
CREATE INDEX idx_transitions_lesson ON transitions(lesson);
CREATE TRIGGER transitions_are_kept BEFORE DELETE ON transitions BEGIN SELECT raise(ABORT, 'transitions are append-only'); END;
CREATE TRIGGER transitions_are_fixed BEFORE UPDATE ON transitions WHEN NOT EXISTS (SELECT 1 FROM forgetting_now)
  BEGIN SELECT raise(ABORT, 'transitions are append-only'); END;

CREATE TABLE edits_new (
  number INTEGER PRIMARY KEY,
  lesson INTEGER NOT NULL REFERENCES lessons(number),
  field  TEXT NOT NULL,
  before TEXT NOT NULL,
  after  TEXT NOT NULL,
  at     TEXT NOT NULL,
  actor  TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep', 'agent', 'script'))
) STRICT;
INSERT INTO edits_new SELECT number, lesson, field, before, after, at, actor FROM edits;
DROP TRIGGER edits_are_kept;
DROP TRIGGER edits_are_fixed;
DROP TABLE edits;
ALTER TABLE edits_new RENAME TO edits;
CREATE INDEX idx_edits_lesson ON edits(lesson);
CREATE TRIGGER edits_are_kept BEFORE DELETE ON edits BEGIN SELECT raise(ABORT, 'edits are append-only'); END;
CREATE TRIGGER edits_are_fixed BEFORE UPDATE ON edits WHEN NOT EXISTS (SELECT 1 FROM forgetting_now)
  BEGIN SELECT raise(ABORT, 'edits are append-only'); END;

CREATE TABLE feedback_new (
  number  INTEGER PRIMARY KEY,
  lesson  INTEGER NOT NULL REFERENCES lessons(number),
  verdict TEXT NOT NULL CHECK (verdict IN ('helpful', 'not-helpful')),
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL CHECK (actor IN ('person', 'model', 'threshold', 'scanner', 'import', 'upkeep', 'agent', 'script')),
  note    TEXT
) STRICT;
INSERT INTO feedback_new SELECT number, lesson, verdict, at, actor, note FROM feedback;
DROP TABLE feedback;
ALTER TABLE feedback_new RENAME TO feedback;
CREATE INDEX idx_feedback_lesson ON feedback(lesson);

-- How a person reviewed who was not at a terminal: by a script's token, or by the agent's permission prompt.
ALTER TABLE review_sessions ADD COLUMN through TEXT;
`;
    },
  },
  {
    name: "022-changes",
    get sql() {
      return `
-- What people changed, command by command, with what it takes to take each back.
CREATE TABLE changes (
  number        INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE CHECK (length(id) = 26),
  at            TEXT NOT NULL,
  command       TEXT NOT NULL,
  review        TEXT REFERENCES review_sessions(id),
  has_connected INTEGER NOT NULL DEFAULT 0 CHECK (has_connected IN (0, 1)),
  undoes        INTEGER REFERENCES changes(number),
  undone_by     INTEGER REFERENCES changes(number)
) STRICT;
-- Without a state before, it was new.
CREATE TABLE changed_lessons (
  change INTEGER NOT NULL REFERENCES changes(number),
  lesson INTEGER NOT NULL REFERENCES lessons(number),
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  after  TEXT NOT NULL CHECK (json_valid(after)),
  PRIMARY KEY (change, lesson)
) STRICT, WITHOUT ROWID;
CREATE TABLE changed_files (
  change INTEGER NOT NULL REFERENCES changes(number),
  root   TEXT NOT NULL,
  path   TEXT NOT NULL,
  before TEXT,
  after  TEXT,
  PRIMARY KEY (change, root, path)
) STRICT, WITHOUT ROWID;
-- Reviews were kept with what it takes to undo them before there was a journal.
INSERT INTO changes(id, at, command, review)
  SELECT id, generated_at, 'review', id FROM review_sessions WHERE undone_at IS NULL ORDER BY id;
INSERT INTO changed_lessons(change, lesson, before, after)
  SELECT changes.number, review_changes.lesson, review_changes.before, review_changes.after
  FROM review_changes JOIN changes ON changes.review = review_changes.session;
`;
    },
  },
  {
    name: "023-lesson-counts",
    get sql() {
      return `
-- How many lessons there are of each status is said by every look at the store: counted when one changes, and not when it is asked.
CREATE TABLE lesson_counts (
  status   TEXT NOT NULL CHECK (status IN ('candidate', 'reviewed', 'active', 'archived')),
  is_maybe INTEGER NOT NULL CHECK (is_maybe IN (0, 1)),
  lessons  INTEGER NOT NULL,
  PRIMARY KEY (status, is_maybe)
) STRICT, WITHOUT ROWID;
INSERT INTO lesson_counts(status, is_maybe, lessons)
  SELECT status, flags LIKE '%"maybe"%', count(*) FROM lessons GROUP BY 1, 2;

CREATE TRIGGER lessons_counted AFTER INSERT ON lessons BEGIN
  INSERT INTO lesson_counts(status, is_maybe, lessons) VALUES (new.status, new.flags LIKE '%"maybe"%', 1)
    ON CONFLICT DO UPDATE SET lessons = lessons + 1;
END;

CREATE TRIGGER lessons_uncounted AFTER DELETE ON lessons BEGIN
  UPDATE lesson_counts SET lessons = lessons - 1 WHERE status = old.status AND is_maybe = (old.flags LIKE '%"maybe"%');
END;

CREATE TRIGGER lessons_recounted AFTER UPDATE OF status, flags ON lessons
WHEN old.status <> new.status OR (old.flags LIKE '%"maybe"%') <> (new.flags LIKE '%"maybe"%') BEGIN
  UPDATE lesson_counts SET lessons = lessons - 1 WHERE status = old.status AND is_maybe = (old.flags LIKE '%"maybe"%');
  INSERT INTO lesson_counts(status, is_maybe, lessons) VALUES (new.status, new.flags LIKE '%"maybe"%', 1)
    ON CONFLICT DO UPDATE SET lessons = lessons + 1;
END;
`;
    },
  },
  {
    name: "024-changed-ratings",
    sql: `
-- Ratings that a command gave or took back: the number is that of the row of feedback.
CREATE TABLE changed_ratings (
  change   INTEGER NOT NULL REFERENCES changes(number),
  rating   INTEGER NOT NULL,
  lesson   INTEGER NOT NULL REFERENCES lessons(number),
  is_given INTEGER NOT NULL CHECK (is_given IN (0, 1)),
  verdict  TEXT NOT NULL,
  at       TEXT NOT NULL,
  actor    TEXT NOT NULL,
  note     TEXT,
  PRIMARY KEY (change, rating)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: "025-changed-trials-reviews-connection",
    sql: `
-- Trials that a command started or stopped.
CREATE TABLE changed_trials (
  change     INTEGER NOT NULL REFERENCES changes(number),
  trial      INTEGER NOT NULL REFERENCES trials(number),
  is_running INTEGER NOT NULL CHECK (is_running IN (0, 1)),
  PRIMARY KEY (change, trial)
) STRICT, WITHOUT ROWID;
-- What a command accepted in the reviews of a project, by the numbers of the acceptances there. Without one before, there was none.
CREATE TABLE changed_reviews (
  change     INTEGER NOT NULL REFERENCES changes(number),
  database   TEXT NOT NULL,
  root       TEXT NOT NULL,
  note_path  TEXT NOT NULL,
  gate_path  TEXT NOT NULL,
  model      TEXT NOT NULL,
  before     INTEGER,
  -- Whether we had recorded the one before.
  was_own    INTEGER NOT NULL CHECK (was_own IN (0, 1)),
  after      INTEGER NOT NULL,
  PRIMARY KEY (change, database, note_path, gate_path, model)
) STRICT, WITHOUT ROWID;
-- What it takes to connect the agents again that a command disconnected.
ALTER TABLE changes ADD COLUMN disconnected TEXT CHECK (disconnected IS NULL OR json_valid(disconnected));
`,
  },
];
