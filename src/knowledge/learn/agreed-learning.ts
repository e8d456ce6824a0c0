import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../../platform/json/parse.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { sha256 } from "../../platform/hash.ts";
import { learningFileSchema, type LearningFile } from "./learning-file.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import type { LearningChanges } from "./configure-learning.ts";
import type { SettingsPlace } from "./learning-settings.ts";

/**
 * What this person has set in the file of a project. It is kept in our home, where no clone can write: what the file
 * says counts where it says the same.
 */
export function agreedLearning(place: SettingsPlace): LearningFile {
  const file = agreedFile(place);
  if (!existsSync(file)) return {};
  const parsed = parseJson(readTextFile(file));
  const checked = learningFileSchema.safeParse("value" in parsed ? parsed.value : undefined);
  return checked.success ? checked.data : {};
}

export function agreeToLearning(place: SettingsPlace, changes: LearningChanges): void {
  const file = agreedFile(place);
  ensurePrivateDirectory(dirname(file));
  const agreed = { ...agreedLearning(place), ...changes };
  writeFileAtomically(file, [`${JSON.stringify(agreed)}\n`]);
}

function agreedFile({ home, root }: SettingsPlace): string {
  const name = sha256(root).slice("sha256:".length, "sha256:".length + 16);
  return join(home, "learning-files", `${name}.json`);
}
