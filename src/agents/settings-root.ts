import { Fault } from "../platform/fault.ts";
import { type JsonNode, parseJsonText } from "../platform/json/text.ts";

/** The tree of a settings file; none when it is blank. What is no JSON is refused with its place. */
export function settingsRoot(text: string, file: string): JsonNode | undefined {
  const parsed = parseJsonText(text);
  if ("root" in parsed) return parsed.root;
  const before = text.slice(0, parsed.brokenAt).split(/\r\n|\n|\r/);
  const place = `${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  throw new Fault("bad-config", `${place}: not valid JSON; nothing was changed`, {
    hint: "fix the file there, then run the command again",
  });
}

/** JSON, but not settings. */
export function unlikeSettings(problem: string, file: string): Fault {
  return new Fault("bad-config", `${file}: ${problem}; nothing was changed`, {
    hint: "fix the file, then run the command again",
  });
}
