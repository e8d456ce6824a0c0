import { openDatabase } from "../store/database.ts";
import { resolveConfig, type ResolvedConfig } from "../system/config.ts";
import { resolvePaths, type Paths } from "../system/paths.ts";
import { findProjectConfig } from "../system/project-config.ts";
import { realSystem, type System } from "../system/system.ts";
import type { Workshop } from "./workshop.ts";

/** The only place where the parts are put together. What is not asked for is not opened. */
export function wire(options: WireOptions): Wiring {
  const { environment, workingDirectory, settings } = options;
  const paths = resolvePaths(environment);
  const system = options.system ?? realSystem();
  const projectFile = findProjectConfig(workingDirectory, paths.config);
  const config = () =>
    resolveConfig({
      userFile: paths.config,
      ...(projectFile === undefined ? {} : { projectFile }),
      environment,
      flags: settings,
    });
  return {
    paths,
    system,
    projectFile,
    config,
    inWorkshop: async (work) => {
      const { values } = config();
      const database = openDatabase(paths.database, system.now());
      try {
        return await work({ database, system, config: values });
      } finally {
        database.close();
      }
    },
  };
}

export interface WireOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** `--set key=value` */
  readonly settings: readonly string[];
  readonly system?: System;
}

export interface Wiring {
  readonly paths: Paths;
  readonly system: System;
  readonly projectFile: string | undefined;
  readonly config: () => ResolvedConfig;
  /** Opens the store for the length of `work`. */
  readonly inWorkshop: <Result>(
    work: (workshop: Workshop) => Result | Promise<Result>,
  ) => Promise<Result>;
}
