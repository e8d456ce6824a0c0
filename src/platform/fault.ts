/**
 * Something went wrong that the user can do something about. The message says what and where, the
 * hint says the next step. Anything else that is thrown is a bug.
 */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly hint: string;

  constructor(
    code: FaultCode,
    message: string,
    options: { readonly hint: string; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** Stable names: scripts may look at them in `--json` output. */
export type FaultCode =
  | "bad-input"
  | "bad-usage"
  | "bad-config"
  | "bad-move"
  | "no-such-lesson"
  | "no-such-entry"
  | "no-such-gate"
  | "no-such-note"
  | "no-such-run"
  | "no-such-folder"
  | "bad-gate"
  | "bad-bundle"
  | "no-baseline"
  | "unmet-gates"
  | "already-there"
  | "changed-since"
  | "cancelled"
  | "file-unreadable"
  | "file-unwritable"
  | "disk-full"
  | "store-locked"
  | "store-unwritable"
  | "store-damaged"
  | "store-foreign"
  | "store-from-the-future"
  | "store-is-healthy"
  | "not-a-backup"
  | "agent-refused"
  | "only-a-person";
