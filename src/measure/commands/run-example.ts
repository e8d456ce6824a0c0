import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../platform/paths.ts";
import type { ScanReport } from "../../capture/scan/scan-tally.ts";
import { scan } from "../../capture/scan/scan.ts";
import { startPicture, type StartPicture } from "../start/start.ts";
import { wire } from "../../cli/wire.ts";

export interface ExampleRun {
  readonly scan: ScanReport;
  readonly picture: StartPicture;
}

/**
 * The real loop on a made-up history that comes with us, for a machine without logs of its own. It is kept in a
 * home that is gone afterwards. Undefined where nothing can be written: that is no reason to fail.
 */
export async function runExample(): Promise<ExampleRun | undefined> {
  const home = temporaryFolder();
  if (home === undefined) return undefined;
  try {
    const { inContext } = wire({
      environment: { HOME: home, LESSONS_HOME: join(home, ".lessons") },
      workingDirectory: home,
      settings: [],
    });
    const logs = join(packageRoot(), "examples", "home");
    return await inContext(async (context) => ({
      scan: await scan(context, {
        machine: { home: logs, environment: {} },
        owner: { home: logs, userName: "" },
        isFull: false,
      }),
      picture: startPicture(context),
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "lessons-example-"));
  } catch {
    return undefined;
  }
}
