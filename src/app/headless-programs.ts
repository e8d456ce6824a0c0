import { claudeHeadless } from "../adapters/claude-code/headless.ts";
import { codexHeadless } from "../adapters/codex/headless.ts";
import { geminiHeadless } from "../adapters/gemini/headless.ts";
import type { HeadlessProgram } from "../adapters/headless.ts";

/** The programs that can be asked without a person before them, by the name that a person types. */
export const headlessPrograms = {
  claude: claudeHeadless,
  codex: codexHeadless,
  gemini: geminiHeadless,
} satisfies Readonly<Record<string, HeadlessProgram>>;
