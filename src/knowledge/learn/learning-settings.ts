import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { readSetting } from "../../platform/configuration/config-text.ts";
import type { ConfigOrigin, ResolvedConfig } from "../../platform/configuration/configuration.ts";
import { findConfigKey, valueSchema } from "../../platform/configuration/schema.ts";
import { configDefaults, settings, type Config } from "../../platform/configuration/settings.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { sha256 } from "../../platform/hash.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";

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
  const merged = { ...own };
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
    Object.assign(merged, { [key]: value });
    origins[key] = "file";
  }
  return {
    settings: { ...merged, enabled: own.enabled && file.enabled !== false },
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
export function programOf(learning: LearningSettings): string {
  const model = modelFor(learning);
  return model === undefined ? learning.program : `${learning.program} ${model}`;
}

/** `.memory/learning.json`: what a project says about learning, over the settings of whoever works in it. */
export const learningFileSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  enabled: z
    .boolean()
    .exactOptional()
    .describe("false switches learning off here; only a person can switch it on"),
  model: valueSchema(settings.learning.model).exactOptional(),
  batchSize: valueSchema(settings.learning.batchSize).exactOptional(),
  dailyCap: valueSchema(settings.learning.dailyCap).exactOptional(),
  debug: valueSchema(settings.learning.debug).exactOptional(),
});

type LearningFile = z.output<typeof learningFileSchema>;

/** The keys that `lessons learn --configure` sets. */
export const learningFileKeys = ["model", "batchSize", "dailyCap", "debug"] as const;
export type LearningFileKey = (typeof learningFileKeys)[number];

const learningFile = ".memory/learning.json";

export function learningFileIn(root: string): string {
  return join(root, learningFile);
}

/** What the file says; nothing where there is none. A fault names the file and the key. */
function readLearningFile(root: string): LearningFile {
  const file = learningFileIn(root);
  const found = readProjectFile(root, learningFile, longestFile);
  if ("problem" in found) {
    if (found.isGone) return {};
    throw unusable(file, found.problem);
  }
  const parsed = parseJson(found.text);
  if ("problem" in parsed) throw unusable(file, `is not JSON: ${parsed.problem}`);
  const checked = learningFileSchema.safeParse(parsed.value);
  if (checked.success) return checked.data;
  throw unusable(file, describeIssues(checked.error)[0] ?? "is not a configuration");
}

const longestFile = 65_536;

function unusable(file: string, problem: string): Fault {
  return new Fault("bad-config", `${file}: ${problem}`, {
    hint: 'for example { "model": "haiku", "batchSize": 5, "dailyCap": 2, "debug": true }; lessons learn --configure asks',
  });
}

/** What is to be changed in the project's own settings. Undefined takes a setting out of the file again. */
export type LearningChanges = {
  readonly [Key in keyof LearningFile]?: LearningFile[Key] | undefined;
};

/** Writes the project's own settings of learning; what is not named stays. Says where. */
export function configureLearning(place: SettingsPlace, changes: LearningChanges): string {
  const { root } = place;
  const file = learningFileIn(root);
  for (const path of [dirname(file), file]) refuseLink(path);
  const merged = { ...readLearningFile(root), ...changes };
  const content = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, [`${JSON.stringify(content, null, 2)}\n`], { mode: 0o644 });
  agreeToLearning(place, changes);
  return file;
}

/** It comes with a clone, and what is written through it may lie anywhere. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Fault("bad-input", `${path} is a link; lessons does not write through links`, {
    hint: "replace it with a real folder, or set it for all projects: lessons config set learning.dailyCap 2",
  });
}

/** `key=value`, as typed. */
export function readLearningChange(typed: string): LearningChanges {
  const split = typed.indexOf("=");
  const name = learningFileKeys.find((key) => key === typed.slice(0, Math.max(split, 0)).trim());
  if (name === undefined) {
    throw new Fault("bad-input", `--configure ${typed.slice(0, 80)} is not a learning setting`, {
      hint: `for example --configure model=haiku dailyCap=2; settings: ${learningFileKeys.join(", ")}`,
    });
  }
  return { [name]: readLearningValue(name, typed.slice(split + 1)) };
}

export function readLearningValue(name: LearningFileKey, typed: string): unknown {
  const key = findConfigKey(`learning.${name}`);
  if (key === undefined) throw new Error(`no setting learning.${name}`);
  return readSetting(key, typed.trim(), `--configure ${name}`);
}

/**
 * What this person has set in the file of a project. It is kept in our home, where no clone can write: what the file
 * says counts where it says the same.
 */
function agreedLearning(place: SettingsPlace): LearningFile {
  const file = agreedFile(place);
  if (!existsSync(file)) return {};
  const parsed = parseJson(readTextFile(file));
  const checked = learningFileSchema.safeParse("value" in parsed ? parsed.value : undefined);
  return checked.success ? checked.data : {};
}

function agreeToLearning(place: SettingsPlace, changes: LearningChanges): void {
  const file = agreedFile(place);
  ensurePrivateDirectory(dirname(file));
  const agreed = { ...agreedLearning(place), ...changes };
  writeFileAtomically(file, [`${JSON.stringify(agreed)}\n`]);
}

function agreedFile({ home, root }: SettingsPlace): string {
  const name = sha256(root).slice("sha256:".length, "sha256:".length + 16);
  return join(home, "learning-files", `${name}.json`);
}
