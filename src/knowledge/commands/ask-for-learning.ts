import { cancel, confirm, intro, isCancel, text } from "@clack/prompts";
import {
  readLearningValue,
  type LearningChanges,
  type LearningFileKey,
} from "../learn/learning-file.ts";
import type { LearningSettings } from "../learn/learning-settings.ts";
import { Fault } from "../../platform/fault.ts";
import type { TerminalEnds } from "../../cli/terminal.ts";

/** The settings of learning in this project, asked for one by one. Leaving half-way changes nothing. */
export async function askForLearning(
  ends: TerminalEnds,
  settings: LearningSettings,
): Promise<LearningChanges> {
  intro("Learning in this project", ends);
  const changes: Record<string, unknown> = {};
  for (const [key, message] of questions) {
    const typed = await answer(
      ends,
      text({
        ...ends,
        message,
        initialValue: String(settings[key]),
        validate: (value) => problemWith(key, value ?? ""),
      }),
    );
    changes[key] = readLearningValue(key, typed);
  }
  changes["debug"] = await answer(
    ends,
    confirm({ ...ends, message: "Log every step?", initialValue: settings.debug }),
  );
  return changes;
}

const questions: readonly (readonly [Exclude<LearningFileKey, "debug">, string])[] = [
  ["model", "Which model?"],
  ["batchSize", "How many sessions at once? (3 becomes 5 from 15 observations on)"],
  ["dailyCap", "How many runs a day at most?"],
];

function problemWith(key: LearningFileKey, typed: string): string | undefined {
  try {
    readLearningValue(key, typed);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

async function answer<Value>(
  ends: TerminalEnds,
  asked: Promise<Value>,
): Promise<Exclude<Value, symbol>> {
  const given = await asked;
  if (!isCancel(given)) return given as Exclude<Value, symbol>;
  cancel("Nothing was changed.", ends);
  throw new Fault("cancelled", "left", { hint: "" });
}
