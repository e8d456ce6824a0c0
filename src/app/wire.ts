import { openDatabase } from "../store/database.ts";
import { storeFault } from "../store/store-fault.ts";
import { configDefaults } from "../system/config-defaults.ts";
import { isAnythingSet, type ConfigSources } from "../system/config-sources.ts";
import type { ResolvedConfig } from "../system/config.ts";
import { resolvePaths, userHome, type Paths } from "../system/paths.ts";
import { findProjectConfig, projectConfigIn } from "../system/project-config.ts";
import { realSystem, type System } from "../system/system.ts";
import type { Workshop } from "./workshop.ts";

/** The only place where the parts are put together. What is not asked for is not opened. */
export function wire(options: WireOptions): Wiring {
  const { environment, workingDirectory, settings } = options;
  const paths = resolvePaths(environment);
  const system = options.system ?? realSystem();
  const projectFile = findProjectConfig(workingDirectory, userFiles(environment, paths));
  const sources: ConfigSources = {
    userFile: paths.config,
    ...(projectFile === undefined ? {} : { projectFile }),
    environment,
    flags: settings,
  };
  // Loaded when it is needed: checking settings takes a validator, and mostly there are none.
  const config = async () => (await import("../system/config.ts")).resolveConfig(sources);
  return {
    paths,
    system,
    projectFile,
    config,
    inWorkshop: async (work) => {
      const values = isAnythingSet(sources) ? (await config()).values : configDefaults;
      const database = openDatabase(paths.database, system.now());
      try {
        return await work({ database, system, config: values });
      } catch (error) {
        throw storeFault(error, paths.database);
      } finally {
        database.close();
      }
    },
  };
}

/** Ours, and the one where ours would be without `LESSONS_HOME`. */
function userFiles(environment: NodeJS.ProcessEnv, paths: Paths): readonly string[] {
  return [paths.config, projectConfigIn(userHome(environment))];
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
  readonly config: () => Promise<ResolvedConfig>;
  /** Opens the store for the length of `work`. */
  readonly inWorkshop: <Result>(
    work: (workshop: Workshop) => Result | Promise<Result>,
  ) => Promise<Result>;
}
