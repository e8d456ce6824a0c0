import { plainLine } from "../../redact/plain-text.ts";
import { Fault } from "../fault.ts";
import type { JsonRecord } from "../json/fields.ts";
import {
  put,
  readConfigFile,
  readProjectConfig,
  readSetting,
  requireConfigKey,
  take,
  type Tree,
} from "./config-text.ts";
import { configKeys, configSchema, type ConfigKey } from "./schema.ts";
import type { Config } from "./settings.ts";
import type { ConfigSources } from "./sources.ts";

/** The settings that hold, and where each came from. */
export interface ResolvedConfig {
  readonly values: Config;
  readonly origins: ReadonlyMap<string, ConfigOrigin>;
  /** What the project's file says that is not used, and why: it comes with a clone, and must not stop anybody. */
  readonly warnings: readonly string[];
}

/** A later one wins over an earlier one. */
export type ConfigOrigin = "default" | "user" | "project" | "environment" | "flag";

/**
 * Defaults ← user file ← project file ← environment ← flags; each checked where it comes from, so that the error can say
 * where. What is wrong in the project's file is a warning.
 */
export function resolveConfig(sources: ConfigSources): ResolvedConfig {
  const values: Tree = { ...configSchema.parse({}) };
  const origins = new Map<string, ConfigOrigin>(configKeys.map((key) => [key.name, "default"]));
  const warnings: string[] = [];
  for (const layer of readLayers(sources, (warning) => warnings.push(warning))) {
    for (const { key, value } of layer.settings) {
      put(values, key.path, value);
      origins.set(key.name, layer.origin);
    }
  }
  return { values: configSchema.parse(values), origins, warnings };
}

/** What is set for this call alone although only a person may set it: variables and flags, by the name of the setting. */
export function personalForCall({
  environment,
  flags,
}: Pick<ConfigSources, "environment" | "flags">): {
  readonly variables: readonly string[];
  readonly flags: readonly string[];
} {
  const personal = configKeys.filter(({ isPersonal }) => isPersonal);
  return {
    variables: personal
      .map(({ environmentName }) => environmentName)
      .filter((name) => (environment[name] ?? "") !== ""),
    flags: personal
      .map(({ name }) => name)
      .filter((name) => flags.some((flag) => flag.startsWith(`${name}=`))),
  };
}

interface Layer {
  readonly origin: ConfigOrigin;
  readonly settings: readonly { readonly key: ConfigKey; readonly value: unknown }[];
}

function readLayers(
  { userFile, projectFile, environment, flags }: ConfigSources,
  warn: (warning: string) => void,
): readonly Layer[] {
  return [
    { origin: "user", settings: settingsOf(readConfigFile(userFile) ?? {}) },
    {
      origin: "project",
      settings: projectFile === undefined ? [] : projectSettings(projectFile, warn),
    },
    { origin: "environment", settings: environmentSettings(environment) },
    { origin: "flag", settings: flags.map(flagSetting) },
  ];
}

function settingsOf(tree: JsonRecord): Layer["settings"] {
  return configKeys.flatMap((key) => {
    const value = take(tree, key.path);
    return value === undefined ? [] : [{ key, value }];
  });
}

function projectSettings(file: string, warn: (warning: string) => void): Layer["settings"] {
  const settings = settingsOf(usable(file, warn));
  for (const { key } of settings.filter(({ key: { isUserOnly } }) => isUserOnly))
    warn(
      `${file}: a project cannot set ${key.name}; set it for yourself: lessons config set ${key.name} …`,
    );
  return settings.filter(({ key }) => !key.isUserOnly);
}

/** Its words may be anybody's: they are shown on one line, without what a reader cannot see. */
function usable(file: string, warn: (warning: string) => void): JsonRecord {
  try {
    return readProjectConfig(file) ?? {};
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    warn(`${plainLine(error.message).slice(0, longestWarning)}; its settings are ignored`);
    return {};
  }
}

const longestWarning = 400;

function environmentSettings(environment: NodeJS.ProcessEnv): Layer["settings"] {
  return configKeys.flatMap((key) => {
    const text = environment[key.environmentName];
    if (text === undefined || text === "") return [];
    return [{ key, value: readSetting(key, text, `environment variable ${key.environmentName}`) }];
  });
}

function flagSetting(flag: string): Layer["settings"][number] {
  const split = flag.indexOf("=");
  if (split < 1) {
    throw new Fault("bad-config", `--set ${flag} is not key=value`, {
      hint: "for example --set minConfidence=0.6",
    });
  }
  const key = requireConfigKey(flag.slice(0, split), "--set");
  return { key, value: readSetting(key, flag.slice(split + 1), `--set ${key.name}`) };
}
