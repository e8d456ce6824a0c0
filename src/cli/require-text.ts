import { longestLine } from "../lesson/record/lesson.ts";
import { plainLine } from "../redact/plain-text.ts";
import { Fault } from "../platform/fault.ts";

/** A typed text that says something. */
export function requireText(typed: string, flag: string): string {
  const text = plainLine(typed);
  if (text.length > longestLine) {
    throw new Fault("bad-input", `${flag} is longer than ${longestLine} characters`, {
      hint: "say it in a line",
    });
  }
  if (text !== "") return text;
  throw new Fault("bad-input", `${flag} must not be empty`, {
    hint: `for example ${flag} "too niche"`,
  });
}
