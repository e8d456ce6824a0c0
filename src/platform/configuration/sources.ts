import { existsSync } from "node:fs";

/** Where settings may come from, the strongest last. */
export interface ConfigSources {
  readonly userFile: string;
  readonly projectFile?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** `--set key=value`, as typed. */
  readonly flags: readonly string[];
}

/** Whether somebody may have said something. False means that the defaults hold, and nothing has to be read. */
export function isAnythingSet({
  userFile,
  projectFile,
  environment,
  flags,
}: ConfigSources): boolean {
  if (projectFile !== undefined || flags.length > 0 || existsSync(userFile)) return true;
  return Object.keys(environment).some(
    (name) => name.startsWith("LESSONS_") && name !== "LESSONS_HOME",
  );
}
