import type { Paths } from "./paths.ts";
import type { Database } from "./database/database.ts";
import type { ResolvedConfig } from "./configuration/configuration.ts";
import type { Config } from "./configuration/settings.ts";
import type { System } from "./system.ts";
import type { Who } from "./person/who.ts";

/** What the use cases work with. Each takes the part that it needs. */
export interface Context {
  readonly database: Database;
  readonly system: System;
  readonly config: Config;
  /** Where the command runs. Without it nothing is known of a project. */
  readonly place?: Place;
  /** Who acts. Without it nobody does, and what needs a person is refused. */
  readonly who?: Who | undefined;
  /** Called when another command keeps this one waiting for long. */
  readonly onWait?: (() => void) | undefined;
}

/** What a command starts from. */
export interface Place {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
}

/** Opens the context for the length of a use case. What it changes reaches the hooks. */
export interface ContextOpener {
  readonly paths: Paths;
  readonly system: System;
  readonly config: () => Promise<ResolvedConfig>;
  readonly inContext: <Result>(
    work: (context: Context) => Result | Promise<Result>,
  ) => Promise<Result>;
}
