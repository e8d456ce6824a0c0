import * as z from "zod";
import { configSchema, settingNotes, type SettingNotes } from "./schema.ts";

/** One setting as people name it: `minConfidence`, `scoring.multiSessionBonus`. */
export interface ConfigKey extends SettingNotes {
  readonly name: string;
  readonly path: readonly string[];
  /** `LESSONS_MIN_CONFIDENCE`, `LESSONS_SCORING_MULTI_SESSION_BONUS`. */
  readonly environmentName: string;
  readonly schema: z.ZodType;
}

/** All settings, in the order of the schema. */
export const configKeys: readonly ConfigKey[] = collect(configSchema, []);

export function findConfigKey(name: string): ConfigKey | undefined {
  return configKeys.find((key) => key.name === name);
}

function collect(schema: z.ZodObject, path: readonly string[]): readonly ConfigKey[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodPrefault ? member.unwrap() : member;
    if (inner instanceof z.ZodObject) return collect(inner, [...path, name]);
    const notes = settingNotes(member);
    return notes === undefined ? [] : [keyOf([...path, name], member as z.ZodType, notes)];
  });
}

function keyOf(path: readonly string[], schema: z.ZodType, notes: SettingNotes): ConfigKey {
  const words = path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
  return {
    name: path.join("."),
    path,
    environmentName: `LESSONS_${words.join("_")}`,
    schema,
    ...notes,
  };
}
