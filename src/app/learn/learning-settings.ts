import type { Config } from "../../system/config-schema.ts";
import type { ResolvedConfig } from "../../system/config.ts";
import { learningFileKeys, readLearningFile } from "../../system/learning-file.ts";

export type LearningSettings = Config["learning"];

/**
 * The settings of learning in a project. Its own file counts more than what a person set for all projects, and less
 * than what they say for this call. It can switch learning off, and never on: a file comes with a clone.
 */
export function learningSettings(
  { values, origins }: ResolvedConfig,
  root: string,
): LearningSettings {
  const settings = { ...values.learning };
  const file = readLearningFile(root);
  for (const key of learningFileKeys) {
    const origin = origins.get(`learning.${key}`);
    if (origin === "environment" || origin === "flag" || file[key] === undefined) continue;
    Object.assign(settings, { [key]: file[key] });
  }
  return { ...settings, enabled: settings.enabled && file.enabled !== false };
}

/** What to ask the program for. Other programs do not know the usual name, and have a model of their own. */
export function modelFor({ program, model }: LearningSettings): string | undefined {
  return program !== "claude" && model === "sonnet" ? undefined : model;
}

/** Who is asked, for people. */
export function programOf(settings: LearningSettings): string {
  const model = modelFor(settings);
  return model === undefined ? settings.program : `${settings.program} ${model}`;
}
