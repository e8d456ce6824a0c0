import * as z from "zod";
import {
  isSetting,
  settings,
  type Config,
  type Form,
  type Setting,
  type SettingGroup,
} from "./settings.ts";

/** What a configuration file may say, made from the table of settings. The published JSON Schema comes from here. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  type: z.literal("lessons-config").default("lessons-config"),
  version: z.literal(1).default(1),
  ...shapeOf(settings),
  // The table's type says the same, and a generic shape cannot.
}) as unknown as z.ZodType<Config>;

function shapeOf(group: SettingGroup): Record<string, z.ZodType> {
  const members = Object.entries(group).map(([name, member]) => [
    name,
    isSetting(member) ? settingSchema(member) : z.strictObject(shapeOf(member)).prefault({}),
  ]);
  return Object.fromEntries(members);
}

function settingSchema(setting: Setting): z.ZodType {
  return valueSchema(setting).default(setting.usual).describe(setting.about);
}

/** What a setting may be, where it is said. */
export function valueSchema<Value>({ takes }: Setting<Value>): z.ZodType<Value> {
  return formSchema(takes) as z.ZodType<Value>;
}

function formSchema(form: Form): z.ZodType {
  switch (form.is) {
    case "boolean":
      return z.boolean();
    case "number":
      return z.number().min(form.min).max(form.max);
    case "integer":
      return z.int().min(form.min).max(form.max);
    case "choice":
      return z.enum(form.of);
    case "text":
      return form.most === undefined ? z.string().min(1) : z.string().min(1).max(form.most);
    case "model":
      return z.string().regex(/^[\w][\w.:@/+[\]-]{0,99}$/, "must be a model name");
    case "list":
      return z.array(formSchema(form.of)).max(form.most);
  }
}

/** One setting as people name it: `minConfidence`, `scoring.multiSessionBonus`. */
export interface ConfigKey extends Setting {
  readonly name: string;
  readonly path: readonly string[];
  /** `LESSONS_MIN_CONFIDENCE`, `LESSONS_SCORING_MULTI_SESSION_BONUS`. */
  readonly environmentName: string;
  readonly schema: z.ZodType;
}

/** All settings, in the order of the table. */
export const configKeys: readonly ConfigKey[] = keysIn(settings, []);

export function findConfigKey(name: string): ConfigKey | undefined {
  return configKeys.find((key) => key.name === name);
}

function keysIn(group: SettingGroup, outer: readonly string[]): readonly ConfigKey[] {
  return Object.entries(group).flatMap(([last, member]) => {
    const path = [...outer, last];
    if (!isSetting(member)) return keysIn(member, path);
    const words = path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`));
    const environmentName = `LESSONS_${words.join("_").toUpperCase()}`;
    return [
      { ...member, name: path.join("."), path, environmentName, schema: settingSchema(member) },
    ];
  });
}
