import { countChanges, openDatabase, type Database } from "../platform/database/database.ts";
import { storeFault } from "../platform/database/store-fault.ts";
import { configDefaults, type Config } from "../platform/configuration/settings.ts";
import {
  isAnythingSet,
  type ConfigSources,
  findProjectConfig,
  projectConfigIn,
} from "../platform/configuration/sources.ts";
import { resolvePaths, userHome } from "../platform/paths.ts";
import { realSystem, type System } from "../platform/system.ts";
import type { CompileReport } from "../deliver/compile/compile.ts";
import type { ContextOpener, Place } from "../platform/context.ts";

/** The only place where the parts are put together. What is not asked for is not opened. */
export function wire(options: WireOptions): Wiring {
  const { environment, workingDirectory, settings, onWait, onWarning } = options;
  const paths = resolvePaths(environment);
  const system = options.system ?? realSystem();
  // Ours, and the one where ours would be without `LESSONS_HOME`.
  const userFiles = [paths.config, projectConfigIn(userHome(environment))];
  const projectFile = findProjectConfig(workingDirectory, userFiles);
  // A project's settings and those of one call are not those of all sessions on this machine.
  const lasting: ConfigSources = { userFile: paths.config, environment: {}, flags: [] };
  const ofThisCall: ConfigSources = { ...lasting, environment, flags: settings };
  const sources: ConfigSources = { ...ofThisCall, projectFile };
  // Loaded when it is needed: checking settings takes a validator, and mostly there are none.
  const said = new Set<string>();
  const resolve = async (from: ConfigSources) => {
    const { resolveConfig } = await import("../platform/configuration/configuration.ts");
    const config = resolveConfig(from);
    for (const warning of config.warnings) if (!said.has(warning)) onWarning?.(warning);
    for (const warning of config.warnings) said.add(warning);
    return config;
  };
  const valuesOf = async (from: ConfigSources): Promise<Config> =>
    isAnythingSet(from) ? (await resolve(from)).values : configDefaults;
  const compileFor = async (database: Database, from: ConfigSources): Promise<CompileReport> => {
    const { compile } = await import("../deliver/compile/compile.ts");
    return compile({ database, system, config: await valuesOf(from), onWait }, paths);
  };
  const inDatabase = async <Result>(work: (database: Database) => Promise<Result>) => {
    const database = openDatabase(paths.database, system.now(), { onWait });
    try {
      return await work(database);
    } catch (error) {
      throw storeFault(error, paths.database);
    } finally {
      database.close();
    }
  };
  return {
    paths,
    system,
    projectFile,
    config: () => resolve(sources),
    deliveryValues: () => valuesOf(ofThisCall),
    compile: () => inDatabase((database) => compileFor(database, ofThisCall)),
    inContext: (work) =>
      inDatabase(async (database) => {
        const values = await valuesOf(sources);
        const changesBefore = countChanges(database);
        const place = { environment, workingDirectory };
        const result = await work({ database, system, config: values, place, onWait });
        // What hooks deliver follows what is stored, without anybody having to think of it.
        if (countChanges(database) > changesBefore) await compileFor(database, lasting);
        return result;
      }),
  };
}

interface WireOptions extends Place {
  /** `--set key=value` */
  readonly settings: readonly string[];
  readonly system?: System;
  /** Called when another command keeps this one waiting for long. */
  readonly onWait?: (() => void) | undefined;
  /** Called once for each thing that a project's file says and that is not used. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

export interface Wiring extends ContextOpener {
  readonly projectFile: string | undefined;
  /** The settings that hooks would go by if those of this call were to last. */
  readonly deliveryValues: () => Promise<Config>;
  /** Makes what the hooks read, by the settings of this call. */
  readonly compile: () => Promise<CompileReport>;
}
