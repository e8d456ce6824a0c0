import { Fault } from "../fault.ts";
import type { JsonRecord } from "../json/fields.ts";
import {
  put,
  readConfigFile,
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
}

/** A later one wins over an earlier one. */
export type ConfigOrigin = "default" | "user" | "project" | "environment" | "flag";

/** Defaults ← user file ← project file ← environment ← flags; each checked where it comes from, so that the error can say where. */
export function resolveConfig(sources: ConfigSources): ResolvedConfig {
  const values: Tree = { ...configSchema.parse({}) };
  const origins = new Map<string, ConfigOrigin>(configKeys.map((key) => [key.name, "default"]));
  for (const layer of readLayers(sources)) {
    for (const { key, value } of layer.settings) {
      put(values, key.path, value);
      origins.set(key.name, layer.origin);
    }
  }
  return { values: configSchema.parse(values), origins };
}

interface Layer {
  readonly origin: ConfigOrigin;
  readonly settings: readonly { readonly key: ConfigKey; readonly value: unknown }[];
}

function readLayers({
  userFile,
  projectFile,
  environment,
  flags,
}: ConfigSources): readonly Layer[] {
  return [
    { origin: "user", settings: settingsOf(readConfigFile(userFile) ?? {}) },
    { origin: "project", settings: projectFile === undefined ? [] : projectSettings(projectFile) },
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

function projectSettings(file: string): Layer["settings"] {
  const settings = settingsOf(readConfigFile(file) ?? {});
  const forbidden = settings.find(({ key }) => key.isUserOnly);
  if (forbidden === undefined) return settings;
  throw new Fault("bad-config", `${file}: ${forbidden.key.name} cannot be set by a project`, {
    hint: `take it out there, and set it for yourself: lessons config set ${forbidden.key.name} …`,
  });
}

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
    throw new Fault("bad-config", `--set ${flag}: is not key=value`, {
      hint: "for example --set minConfidence=0.6",
    });
  }
  const key = requireConfigKey(flag.slice(0, split), "--set");
  return { key, value: readSetting(key, flag.slice(split + 1), `--set ${key.name}`) };
}
