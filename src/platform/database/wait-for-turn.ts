import { isSqliteError, sqliteClass } from "./store-fault.ts";

/** How a program waits while another one has the store. */
export interface Waiting {
  /** Called once when it takes long enough for a person to wonder. */
  readonly onWait?: (() => void) | undefined;
  readonly sayAfterMs?: number | undefined;
  readonly patienceMs?: number | undefined;
}

/** A first scan holds the lock for some seconds at a time, and on a busy machine twenty writers take their time. */
export const patienceMs = 60_000;

/**
 * Tries until no other program is in the way, or until patience ends: then with SQLite's error. The attempt must
 * leave nothing behind when it fails. Waits are short and of random length, because SQLite has no queue:
 * those who ask in step would keep missing the moment in which the lock is free.
 */
export function retryWhileBusy<Result>(attempt: () => Result, waiting: Waiting): Result {
  const start = nowMs();
  let isSaid = false;
  for (let tries = 1; ; tries++) {
    try {
      return attempt();
    } catch (error) {
      const waitedMs = nowMs() - start;
      if (!isBusy(error) || waitedMs > (waiting.patienceMs ?? patienceMs)) throw error;
      if (!isSaid && waitedMs > (waiting.sayAfterMs ?? sayAfterMs)) {
        isSaid = true;
        waiting.onWait?.();
      }
      pause(Math.random() * Math.min(5 * tries, longestPauseMs));
    }
  }
}

/** Not `performance`, which Node has to load first. */
function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Stands still: SQLite is synchronous here, and so are those who call it. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Whoever holds the lock for long leaves it free for this long in between, so that everybody who waits sees it. */
export const longestPauseMs = 50;

const sayAfterMs = 2000;

const sqliteBusy = 5;
const sqliteProtocol = 15;
const sqliteBusySnapshot = 517;

/**
 * The low byte is the class: a write-ahead log that is being recovered has a number of its own. Who reads and then
 * wants to write on what has changed since may wait for ever: that is not busy but too late.
 */
function isBusy(error: unknown): boolean {
  if (!isSqliteError(error) || error.errcode === sqliteBusySnapshot) return false;
  return [sqliteBusy, sqliteProtocol].includes(sqliteClass(error));
}
