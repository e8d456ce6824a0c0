import { readTag, startsWithField } from "./read-tag.ts";
import type { Report } from "./report.ts";

/**
 * The rule that a person types behind `#lesson` in a message, with or without an end. What has fields is an agent's report that
 * somebody pasted.
 */
export function typedRule(text: string): Extract<Report, { is: "lesson" }> | undefined {
  const [quote = "", line = ""] = typed.exec(text) ?? [];
  const rule = line
    .trimEnd()
    .replace(/#\/lesson$/iu, "")
    .trimEnd();
  if (rule === "" || rule.length > longestRule || startsWithField(rule)) return undefined;
  const reading = readTag([rule]);
  if (reading === "placeholder" || "problem" in reading) return undefined;
  return { is: "lesson", from: "tag", ...reading, quote };
}

const typed = /^[ \t]{0,40}#lesson:?[ \t]{1,40}(\S[^\n]{0,400})$/imu;
const longestRule = 301;
