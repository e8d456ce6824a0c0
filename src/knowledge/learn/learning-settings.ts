import { configDefaults, type Config } from "../../platform/configuration/settings.ts";
import type { ConfigOrigin, ResolvedConfig } from "../../platform/configuration/configuration.ts";
import { Fault } from "../../platform/fault.ts";
import {
  agreedLearning,
  learningFileKeys,
  readLearningFile,
  type LearningFile,
  type LearningFileKey,
} from "./learning-file.ts";

export type LearningSettings = Config["learning"];

/** The settings of learning in a project, and how they came about. */
export interface ProjectLearning {
  readonly settings: LearningSettings;
  readonly origins: Readonly<Record<LearningFileKey, LearningOrigin>>;
  /** What the project's file says and this person has not agreed to. */
  readonly ignored: readonly IgnoredSetting[];
  /** The project's own file switches it off. */
  readonly isOffHere: boolean;
  /** Why the file says nothing: it cannot be read. */
  readonly fault?: Fault | undefined;
}

/** `file`: the project's `.memory/learning.json`. */
type LearningOrigin = ConfigOrigin | "file";

interface IgnoredSetting {
  readonly key: LearningFileKey;
  readonly value: string | number | boolean;
}

export interface SettingsPlace {
  /** Our folder. */
  readonly home: string;
  /** The project's. */
  readonly root: string;
}

/**
 * A project's file counts more than what a person set for all projects, and less than what they say for this call.
 * It comes with a clone: so it can switch learning off and never on, and make it cheaper and never dearer, unless
 * this person agreed to it here.
 */
export function projectLearning(
  { values, origins: origin }: ResolvedConfig,
  place: SettingsPlace,
): ProjectLearning {
  const own = values.learning;
  const found = fileIn(place.root);
  const [file, fault] = found instanceof Fault ? [{}, found] : [found, undefined];
  const agreed = agreedLearning(place);
  const settings = { ...own };
  const origins: Partial<Record<LearningFileKey, LearningOrigin>> = {};
  const ignored: IgnoredSetting[] = [];
  for (const key of learningFileKeys) {
    const value = file[key];
    const from = origin.get(`learning.${key}`) ?? "default";
    origins[key] = from;
    if (value === undefined || from === "environment" || from === "flag") continue;
    if (value !== agreed[key] && !isHarmless(key, file, own)) {
      ignored.push({ key, value });
      continue;
    }
    Object.assign(settings, { [key]: value });
    origins[key] = "file";
  }
  return {
    settings: { ...settings, enabled: own.enabled && file.enabled !== false },
    origins: origins as ProjectLearning["origins"],
    ignored,
    isOffHere: file.enabled === false,
    fault,
  };
}

/** Fewer and larger batches cost less. Which model costs what nobody here knows. */
function isHarmless(key: LearningFileKey, file: LearningFile, own: LearningSettings): boolean {
  switch (key) {
    case "model":
      return file.model === own.model;
    case "batchSize":
      return (file.batchSize ?? 0) >= own.batchSize;
    case "dailyCap":
      return (file.dailyCap ?? 0) <= own.dailyCap;
    case "debug":
      return true;
  }
}

function fileIn(root: string): LearningFile | Fault {
  try {
    return readLearningFile(root);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** What to ask the program for. Other programs do not know the usual name, and have a model of their own. */
export function modelFor({ program, model }: LearningSettings): string | undefined {
  const usual = configDefaults.learning;
  return program !== usual.program && model === usual.model ? undefined : model;
}

/** Who is asked, for people. */
export function programOf(settings: LearningSettings): string {
  const model = modelFor(settings);
  return model === undefined ? settings.program : `${settings.program} ${model}`;
}
