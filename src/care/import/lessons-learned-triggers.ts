import { commandPattern } from "../../shell/call-pattern.ts";
import {
  injectionPoints,
  type InjectionPoint,
  type Triggers,
} from "../../lesson/record/triggers.ts";
import {
  asList,
  asObject,
  asText,
  isBlank,
  noteUnread,
  quoted,
  readPatterns,
  readTexts,
  withoutEmpty,
  type LooseObject,
  type Note,
} from "../../lesson/outside/loose-json.ts";

/**
 * When a lesson of lessons-learned is delivered. The fields stand in `triggers` (PRD-001) or at
 * the top (PRD-002), a manifest keeps compiled expressions, and a candidate has one command line.
 */
export function readLessonTriggers(
  entry: LooseObject,
  slug: string,
  note: Note,
): Partial<Triggers> {
  const nested = asObject(entry["triggers"]) ?? {};
  const both = (read: typeof readTexts, name: string): readonly string[] =>
    unique([...read(nested, name, note), ...read(entry, name, note)]);
  const toolNames = unique([...both(readTexts, "toolNames"), ...readTexts(entry, "tool", note)]);
  const commandPatterns = unique([
    ...both(readPatterns, "commandPatterns"),
    ...readExpressions(entry, "commandRegexSources", note),
  ]);
  const isFromTrigger = commandPatterns.length === 0;
  const targets = {
    toolNames,
    commandPatterns: isFromTrigger ? patternOfTrigger(entry, toolNames, note) : commandPatterns,
    pathPatterns: both(readPatterns, "pathPatterns"),
    contentPatterns: unique([
      ...both(readPatterns, "contentPatterns"),
      ...readExpressions(entry, "contentRegexSources", note),
    ]),
  };
  notePathExpressions(entry, slug, note);
  if (isBlank(entry["triggers"]) || nested === entry["triggers"])
    noteUnread(nested, triggerFields, note);
  else note(`Its triggers ${quoted(entry["triggers"])} cannot be read.`);

  const isAtCalls = Object.values(targets).some((list) => list.length > 0);
  // Later versions give each lesson a type; these two are shown when a session starts.
  const isStanding = entry["type"] === "directive" || entry["type"] === "protocol";
  const isAtStart = isStanding || [nested, entry].some((from) => from["sessionStart"] === true);
  const injectOn = injectionPointsOf(both(readTexts, "injectOn"), { isAtCalls, isAtStart }, note);
  return withoutEmpty({ injectOn, ...targets });
}

const triggerFields: ReadonlySet<string> = new Set(
  "toolNames commandPatterns pathPatterns contentPatterns sessionStart injectOn".split(" "),
);

function injectionPointsOf(
  given: readonly string[],
  { isAtCalls, isAtStart }: { readonly isAtCalls: boolean; readonly isAtStart: boolean },
  note: Note,
): readonly InjectionPoint[] {
  const points = new Set(given);
  if (isAtStart) points.add("SessionStart");
  if (isAtStart && isAtCalls && given.length === 0) points.add("PreToolUse");
  const unknown = given.filter((name) => !injectionPoints.some((point) => point === name));
  if (unknown.length > 0) note(`It cannot be shown at ${unknown.map(quoted).join(", ")}.`);
  return injectionPoints.filter((point) => points.has(point));
}

/** A candidate's trigger is what was run. For a tool that runs no commands it is a path or a remark. */
function patternOfTrigger(
  entry: LooseObject,
  toolNames: readonly string[],
  note: Note,
): readonly string[] {
  const trigger = asText(entry["trigger"]);
  if (trigger === undefined) return [];
  const isCommand =
    toolNames.length === 0 || toolNames.some((name) => shells.has(name.toLowerCase()));
  const pattern = isCommand ? commandPattern(trigger) : undefined;
  if (pattern !== undefined) return [pattern];
  note(`No command pattern could be made from its trigger ${quoted(trigger)}.`);
  return [];
}

const shells = new Set(["bash", "shell", "run_shell_command", "exec_command", "local_shell"]);

/** `{ source, flags }`, as the manifest compiles a pattern. Ours are text and ignore case anyway. */
function readExpressions(entry: LooseObject, name: string, note: Note): readonly string[] {
  if (isBlank(entry[name])) return [];
  const parts = asList(entry[name]) ?? [entry[name]];
  return parts.flatMap((value) => {
    const { source, flags } = asObject(value) ?? { source: value, flags: "" };
    if (typeof flags === "string" && /[^gi]/u.test(flags)) {
      note(`Its pattern ${quoted(source)} had the flags ${quoted(flags)}; they are dropped.`);
    }
    if (typeof source === "string" && source !== "") return [source];
    note(`Part of its ${name} is not a regular expression; it is left out.`);
    return [];
  });
}

function notePathExpressions(entry: LooseObject, slug: string, note: Note): void {
  if (isBlank(entry["pathRegexSources"])) return;
  const sources = readExpressions(entry, "pathRegexSources", note).map((source) => `\`${source}\``);
  note(
    `Its paths are regular expressions and cannot become globs again: ${sources.join(", ")}. Set globs with \`lessons edit ${slug} pathPatterns\`.`,
  );
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
