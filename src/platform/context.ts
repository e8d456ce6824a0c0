import type { Database } from "./database/database.ts";
import type { Config } from "./configuration/schema.ts";
import type { System } from "./system.ts";

/** What the use cases work with. Each takes the part that it needs. */
export interface Workshop {
  readonly database: Database;
  readonly system: System;
  readonly config: Config;
  /** Where the command runs. Without it nothing is known of a project. */
  readonly place?: Place;
  /** Called when another command keeps this one waiting for long. */
  readonly onWait?: (() => void) | undefined;
}

/** What a command starts from. */
export interface Place {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
}
