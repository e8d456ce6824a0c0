import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { findConfigKey } from "../../platform/configuration/schema.ts";
import { readSetting } from "../../platform/configuration/config-text.ts";
import { Fault } from "../../platform/fault.ts";
import {
  learningFileIn,
  learningFileKeys,
  readLearningFile,
  type LearningFile,
  type LearningFileKey,
} from "./learning-file.ts";
import { agreeToLearning } from "./agreed-learning.ts";
import type { SettingsPlace } from "./learning-settings.ts";

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
  throw new Fault("bad-input", `${path} is a link, and nothing is written through links`, {
    hint: "put a folder of the project's own there; your settings for all projects: lessons config set learning.dailyCap 2",
  });
}

/** `key=value`, as typed. */
export function readLearningChange(typed: string): LearningChanges {
  const split = typed.indexOf("=");
  const name = learningFileKeys.find((key) => key === typed.slice(0, Math.max(split, 0)).trim());
  if (name === undefined) {
    throw new Fault("bad-input", `--configure ${typed.slice(0, 80)}: is not one of its settings`, {
      hint: `for example --configure model=haiku dailyCap=2; there are ${learningFileKeys.join(", ")}`,
    });
  }
  return { [name]: readLearningValue(name, typed.slice(split + 1)) };
}

export function readLearningValue(name: LearningFileKey, typed: string): unknown {
  const key = findConfigKey(`learning.${name}`);
  if (key === undefined) throw new Error(`no setting learning.${name}`);
  return readSetting(key, typed.trim(), `--configure ${name}`);
}
