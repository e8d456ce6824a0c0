import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readPlanned } from "../../src/capture/scan/scan-logs.ts";
import { type ScanRequest, planScan } from "../../src/capture/scan/scan.ts";
import type { ScanReport } from "../../src/capture/scan/scan-tally.ts";
import type { Context } from "../../src/platform/context.ts";
import type { JsonRecord } from "../../src/platform/json/fields.ts";
import { buildDatabase } from "../fixtures/agents/opencode/build-database.ts";
import { canonicalStore, type CanonicalStore } from "../kit/canonical-store.ts";
import { freshFolder, freshContext } from "../kit/store.ts";
import type { HomeContent } from "./arbitrary-home.ts";
import type { WrittenFile } from "./written-session.ts";

/** A user's home directory with the logs of agents in it, and nothing else of this machine. */
export class Home {
  readonly folder: string;

  constructor(folder: string = freshFolder()) {
    this.folder = folder;
  }

  /** Writes a file as it is after some bytes of its content. */
  write({ path, text }: WrittenFile, bytes?: number): void {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(text).subarray(0, bytes));
  }

  writeDatabase(sessions: readonly JsonRecord[]): void {
    if (sessions.length === 0) return;
    const file = this.at(".local/share/opencode/opencode.db");
    mkdirSync(dirname(file), { recursive: true });
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    buildDatabase(file, sessions).close();
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  scan(context: Context, request: Partial<ScanRequest> = {}): ScanReport {
    const whole = { ...this.request(), ...request };
    return readPlanned(context, whole, planScan(context, whole));
  }

  request(): ScanRequest {
    return {
      machine: { home: this.folder, environment: {} },
      owner: { home: this.folder, userName: "" },
      isFull: false,
    };
  }

  /** Writes all logs as they are in the end. */
  fill({ files, stored }: HomeContent): void {
    for (const file of files) this.write(file);
    this.writeDatabase(stored.flatMap((session) => session.slice(-1)));
  }

  /** What one undisturbed scan of all that is there finds. */
  scanned(request: Partial<ScanRequest> = {}): CanonicalStore {
    return inStore((context) => {
      this.scan(context, request);
    });
  }
}

/** What is in a fresh store after some work. */
export function inStore(work: (context: Context) => void): CanonicalStore {
  const context = hastyContext();
  try {
    work(context);
    return canonicalStore(context.database);
  } finally {
    context.database.close();
  }
}

/** A store whose scans decide early what was a fix, so that short stories have decided episodes too. */
export function hastyContext(): Context {
  const context = freshContext();
  const { config } = context;
  const errorCorrection = { ...config.detectors.errorCorrection, fixWithinCalls: 3 };
  return {
    ...context,
    config: { ...config, detectors: { ...config.detectors, errorCorrection } },
  };
}
