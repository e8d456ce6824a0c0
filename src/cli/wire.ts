import { countChanges, openDatabase, type Database } from "../platform/database/database.ts";
import { storeFault } from "../platform/database/store-fault.ts";
import { configDefaults, type Config } from "../platform/configuration/settings.ts";
import {
  isAnythingSet,
  type ConfigSources,
  findProjectConfig,
  projectConfigIn,
} from "../platform/configuration/sources.ts";
import { thisBuild } from "../platform/this-build.ts";
import { resolvePaths, userHome } from "../platform/paths.ts";
import { isPerson, requirePerson, type Who } from "../platform/person/who.ts";
import type { personalForCall } from "../platform/configuration/configuration.ts";
import { realSystem, type System } from "../platform/system.ts";
import type { CompileReport } from "../deliver/compile/compile.ts";
import type { ContextOpener, Place } from "../platform/context.ts";

/** The only place where the parts are put together. What is not asked for is not opened. */
export function wire(options: WireOptions): Wiring {
  const { environment, workingDirectory, settings, journal, who, onWait, onWarning } = options;
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
  const caller = async (): Promise<Who> =>
    who ?? (await options.caller?.()) ?? { is: "nobody", sign: "no person asked for it" };
  const resolve = async (given: ConfigSources) => {
    const configuration = await import("../platform/configuration/configuration.ts");
    const personal = configuration.personalForCall(given);
    const isAny = personal.flags.length + personal.variables.length > 0;
    const from = isAny ? withoutPersonal(given, personal, await caller(), onWarning) : given;
    const config = configuration.resolveConfig(from);
    for (const warning of config.warnings) if (!said.has(warning)) onWarning?.(warning);
    for (const warning of config.warnings) said.add(warning);
    return config;
  };
  const valuesOf = async (from: ConfigSources): Promise<Config> =>
    isAnythingSet(from) ? (await resolve(from)).values : configDefaults;
  const compileFor = async (
    database: Database,
    from: ConfigSources,
    { isWhole = false } = {},
  ): Promise<CompileReport> => {
    const { compile } = await import("../deliver/compile/compile.ts");
    const context = { database, system, config: await valuesOf(from), onWait };
    return compile(context, paths, { build: isWhole ? undefined : thisBuild() });
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
  // One for all that this command does, however often it opens the store.
  const change =
    journal === undefined ? undefined : { id: system.newId(), at: system.now(), command: journal };
  const begin = async (database: Database) => {
    if (change === undefined) return;
    const { openJournal } = await import("../lesson/journal.ts");
    openJournal(database, change);
  };
  return {
    paths,
    system,
    projectFile,
    config: () => resolve(sources),
    deliveryValues: () => valuesOf(ofThisCall),
    compile: (how) => inDatabase((database) => compileFor(database, ofThisCall, how)),
    inJournal: (work) =>
      inDatabase(async (database) => {
        await begin(database);
        work(database, await import("../lesson/journal.ts"));
      }),
    inContext: (work) =>
      inDatabase(async (database) => {
        const values = await valuesOf(sources);
        await begin(database);
        const changesBefore = countChanges(database);
        const place = { environment, workingDirectory };
        const result = await work({ database, system, config: values, place, who, onWait });
        // What hooks deliver follows what is stored, without anybody having to think of it.
        if (countChanges(database) > changesBefore) await compileFor(database, lasting);
        return result;
      }),
  };
}

/** For one call alone, too, only a person changes what is marked so. A variable may be inherited, so it stops nobody. */
function withoutPersonal(
  sources: ConfigSources,
  { flags: [flag], variables }: ReturnType<typeof personalForCall>,
  caller: Who,
  onWarning: WireOptions["onWarning"],
): ConfigSources {
  if (isPerson(caller)) return sources;
  if (flag !== undefined) {
    const type = "the same command, in a terminal";
    requirePerson(caller, { what: `set ${flag} for a call`, type });
  }
  const environment = { ...sources.environment };
  for (const name of variables) {
    onWarning?.(`${name} is ignored: only a person can set it (lessons config set)`);
    delete environment[name];
  }
  return { ...sources, environment };
}

interface WireOptions extends Place {
  /** `--set key=value` */
  readonly settings: readonly string[];
  readonly system?: System;
  /** Who acts; without it nobody does. */
  readonly who?: Who | undefined;
  /** Finds out who called, for what matters even where nobody acts. */
  readonly caller?: (() => Promise<Who>) | undefined;
  /** The command whose changes `undo` takes back. Without one nothing is written down. */
  readonly journal?: string | undefined;
  /** Called when another command keeps this one waiting for long. */
  readonly onWait?: (() => void) | undefined;
  /** Called once for each thing that a project's file says and that is not used. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

export interface Wiring extends ContextOpener {
  readonly projectFile: string | undefined;
  /** The settings that hooks would go by if those of this call were to last. */
  readonly deliveryValues: () => Promise<Config>;
  /** Makes what the hooks read, by the settings of this call. Whole: nothing is taken over from the last time. */
  readonly compile: (options?: { readonly isWhole?: boolean }) => Promise<CompileReport>;
  /** Notes for `undo` what this command has changed. No lesson changes with it. */
  readonly inJournal: (
    work: (database: Database, journal: typeof import("../lesson/journal.ts")) => void,
  ) => Promise<void>;
}
