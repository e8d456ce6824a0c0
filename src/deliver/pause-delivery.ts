import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../lesson/record/lesson.ts";
import { writeFileAtomically } from "../platform/files/atomic-file.ts";
import { fileFault } from "../platform/files/file-fault.ts";
import { ensurePrivateDirectory, type Paths } from "../platform/paths.ts";
import { pauseFile, pauseIn, type Pause } from "./pause.ts";

/** Nothing is delivered until then, or until somebody resumes it. It takes the place of a pause before. */
export function pauseDelivery({ home }: Pick<Paths, "home">, until?: Instant): Pause {
  const pause: Pause = until === undefined ? {} : { until };
  ensurePrivateDirectory(home);
  writeFileAtomically(join(home, pauseFile), `${JSON.stringify(pause)}\n`);
  return pause;
}

/** Ends the pause, and returns it; undefined when there was none, or when it was over. */
export function resumeDelivery({ home }: Pick<Paths, "home">, now: Instant): Pause | undefined {
  const pause = pauseIn(home, new Date(now));
  const file = join(home, pauseFile);
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw fileFault(error, "remove", file);
  }
  return pause;
}
