import type { Migration } from "../../platform/database/migrations.ts";

/** The steps of the project's own database of reviews. In order, append-only, as for the store. */
export const reviewMigrations: readonly Migration[] = [
  {
    name: "001-reviews",
    sql: `
-- One question to a reviewer: one prompt, one folder of artifacts.
CREATE TABLE review_runs (
  review_run_id      INTEGER PRIMARY KEY AUTOINCREMENT,
  runner             TEXT NOT NULL CHECK (runner IN ('claude-code', 'codex', 'live-agent')),
  model              TEXT NOT NULL CHECK (model <> ''),
  status             TEXT NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  packing            TEXT NOT NULL CHECK (packing IN ('note', 'gate')),
  prompt_version     INTEGER NOT NULL,
  -- Stands in the marks of prompt and answer, so that no text that is reviewed can fake them.
  nonce              TEXT NOT NULL UNIQUE,
  prompt_path        TEXT NOT NULL,
  bundle_output_path TEXT NOT NULL,
  telemetry          TEXT CHECK (telemetry IS NULL OR json_valid(telemetry)),
  created_at         TEXT NOT NULL,
  completed_at       TEXT,
  CHECK ((status = 'running') = (completed_at IS NULL))
) STRICT;

-- Texts as they were, of notes and gates alike: the exact characters that the hash is over.
CREATE TABLE review_file_snapshots (
  snapshot_id    INTEGER PRIMARY KEY,
  path           TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  content_text   TEXT NOT NULL,
  UNIQUE (path, content_sha256)
) STRICT;

CREATE TABLE review_pairs (
  review_pair_id   INTEGER PRIMARY KEY,
  review_run_id    INTEGER NOT NULL REFERENCES review_runs(review_run_id),
  -- Its place in the prompt and in the answer, from 1.
  number           INTEGER NOT NULL CHECK (number >= 1),
  note_path        TEXT NOT NULL,
  gate_path        TEXT NOT NULL,
  model_partition  TEXT NOT NULL,
  pair_status      TEXT NOT NULL CHECK (pair_status IN ('pending', 'completed', 'missing')),
  decision         TEXT NOT NULL CHECK (decision IN ('pass', 'warn', 'fail', 'error', 'unknown')),
  result_path      TEXT,
  note_snapshot_id INTEGER REFERENCES review_file_snapshots(snapshot_id),
  gate_snapshot_id INTEGER REFERENCES review_file_snapshots(snapshot_id),
  completed_at     TEXT,
  UNIQUE (review_run_id, number),
  UNIQUE (review_run_id, note_path, gate_path),
  CHECK ((pair_status = 'completed') = (decision IN ('pass', 'warn', 'fail'))),
  CHECK ((pair_status = 'completed') = (completed_at IS NOT NULL)),
  CHECK (pair_status = 'completed' OR result_path IS NULL)
) STRICT;
CREATE INDEX idx_review_pairs_key ON review_pairs(note_path, gate_path, model_partition);

CREATE TABLE acceptance_events (
  acceptance_event_id       INTEGER PRIMARY KEY AUTOINCREMENT,
  note_path                 TEXT NOT NULL,
  gate_path                 TEXT NOT NULL,
  model_partition           TEXT NOT NULL,
  accepted_note_snapshot_id INTEGER REFERENCES review_file_snapshots(snapshot_id),
  accepted_gate_snapshot_id INTEGER REFERENCES review_file_snapshots(snapshot_id),
  -- Null: somebody acknowledged a trivial change.
  accepted_review_pair_id   INTEGER REFERENCES review_pairs(review_pair_id),
  accepted_at               TEXT NOT NULL
) STRICT;
CREATE INDEX idx_acceptance_events_key
  ON acceptance_events(note_path, gate_path, model_partition, acceptance_event_id);

CREATE TRIGGER acceptance_events_stay BEFORE UPDATE ON acceptance_events BEGIN
  SELECT RAISE(ABORT, 'acceptance events are never changed');
END;
CREATE TRIGGER acceptance_events_are_kept BEFORE DELETE ON acceptance_events BEGIN
  SELECT RAISE(ABORT, 'acceptance events are never deleted');
END;
-- INSERT OR REPLACE deletes without asking the trigger above.
CREATE TRIGGER acceptance_events_are_new BEFORE INSERT ON acceptance_events
WHEN EXISTS (SELECT 1 FROM acceptance_events WHERE acceptance_event_id = NEW.acceptance_event_id) BEGIN
  SELECT RAISE(ABORT, 'acceptance events are never changed');
END;
-- What was accepted must stay what it was.
CREATE TRIGGER review_file_snapshots_stay BEFORE UPDATE ON review_file_snapshots BEGIN
  SELECT RAISE(ABORT, 'snapshots are never changed');
END;

-- Beside max(), SQLite takes the other columns from the row that has it.
CREATE VIEW current_gate_acceptances AS
SELECT max(acceptance_event_id) AS acceptance_event_id, note_path, gate_path, model_partition,
  accepted_note_snapshot_id, accepted_gate_snapshot_id, accepted_review_pair_id, accepted_at
FROM acceptance_events GROUP BY note_path, gate_path, model_partition;
`,
  },
  {
    name: "002-what-was-reviewed-stays",
    sql: `
CREATE TRIGGER review_file_snapshots_are_kept BEFORE DELETE ON review_file_snapshots BEGIN
  SELECT RAISE(ABORT, 'snapshots are never deleted');
END;
CREATE TRIGGER review_file_snapshots_are_new BEFORE INSERT ON review_file_snapshots
WHEN EXISTS (SELECT 1 FROM review_file_snapshots WHERE snapshot_id = NEW.snapshot_id
  OR (path = NEW.path AND content_sha256 = NEW.content_sha256)) BEGIN
  SELECT RAISE(ABORT, 'snapshots are never changed');
END;
CREATE TRIGGER review_pairs_stay BEFORE UPDATE ON review_pairs WHEN OLD.pair_status = 'completed' BEGIN
  SELECT RAISE(ABORT, 'completed reviews are never changed');
END;
CREATE TRIGGER review_pairs_are_kept BEFORE DELETE ON review_pairs BEGIN
  SELECT RAISE(ABORT, 'reviews are never deleted');
END;
CREATE TRIGGER review_pairs_are_new BEFORE INSERT ON review_pairs
WHEN EXISTS (SELECT 1 FROM review_pairs WHERE review_pair_id = NEW.review_pair_id
  OR (review_run_id = NEW.review_run_id
    AND (number = NEW.number OR (note_path = NEW.note_path AND gate_path = NEW.gate_path)))) BEGIN
  SELECT RAISE(ABORT, 'reviews are never changed');
END;
`,
  },
];
