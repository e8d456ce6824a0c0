import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { HeadlessProgram } from "../adapter.ts";

/** `gemini` with a question on standard input: plan mode changes nothing, and no extension is loaded. */
export const geminiHeadless: HeadlessProgram = {
  program: "gemini",
  args: (model) => [
    "--output-format=json",
    "--approval-mode=plan",
    "--extensions=none",
    "--allowed-mcp-server-names=none",
    "--skip-trust",
    ...(model === undefined ? [] : [`--model=${model}`]),
  ],
  environment: {},
  replyIn: (printed) => {
    // Warnings may stand before the answer.
    const result = parseJsonLine(printed.slice(Math.max(0, printed.indexOf("{"))).trim());
    if (!isRecord(result)) return undefined;
    const text = textAt(result, "response");
    if (text === undefined) return undefined;
    return { text, model: Object.keys(recordAt(recordAt(result, "stats"), "models") ?? {})[0] };
  },
};
