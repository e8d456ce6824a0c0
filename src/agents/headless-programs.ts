import { claudeHeadless } from "./claude-code/headless.ts";
import { codexHeadless } from "./codex/headless.ts";
import { geminiHeadless } from "./gemini/headless.ts";
import type { HeadlessProgram } from "./headless.ts";

/** The programs that can be asked without a person before them, by the name that a person types. */
export const headlessPrograms = {
  claude: claudeHeadless,
  codex: codexHeadless,
  gemini: geminiHeadless,
} satisfies Readonly<Record<string, HeadlessProgram>>;
