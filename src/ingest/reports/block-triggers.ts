import { hasHiddenCharacters, plainLine } from "../../core/plain-text.ts";
import { longestLine } from "../../core/lesson.ts";
import { injectionPoints } from "../../core/triggers.ts";
import { asList, asObject, asText, withoutEmpty, type LooseObject } from "../imports/loose-json.ts";
import type { ReportedTriggers } from "./report.ts";
import { readToolNames } from "./reported-words.ts";

/**
 * When a block wants its lesson delivered: Triads' `trigger_conditions` or our own names, in a field of
 * their own or beside the others. Expressions are not taken from an agent; `triggerText` is what it ran.
 */
export function readBlockTriggers(fields: LooseObject): {
  readonly triggers: ReportedTriggers;
  readonly triggerText: string | undefined;
} {
  const given = [fields["triggerconditions"], fields["triggers"], fields["trigger"]];
  const all = Object.assign({}, fields, ...given.map(asObject).filter(Boolean)) as LooseObject;
  const texts = (...names: readonly string[]): readonly string[] => readLines(all, names);
  const points = texts("injecton");
  return {
    triggers: withoutEmpty({
      injectOn: injectionPoints.filter((point) => points.includes(point)),
      toolNames: readToolNames(texts("toolnames", "tools", "tool").join("\n")),
      pathPatterns: readGlobs(all, ["filepatterns", "pathpatterns"]),
      actionKeywords: texts("actionkeywords"),
      contextKeywords: texts("contextkeywords"),
      workflowNames: texts("triadnames", "workflownames"),
    }),
    triggerText: [...given, all["command"]].map(firstOf).find((text) => text !== undefined),
  };
}

function readLines(fields: LooseObject, names: readonly string[]): readonly string[] {
  return bounded(valuesOf(fields, names).map((value) => plainLine(asText(value) ?? "")));
}

/** Globs are code: not a character of them is changed, so one that hides something is left out. */
function readGlobs(fields: LooseObject, names: readonly string[]): readonly string[] {
  const globs = valuesOf(fields, names).filter((value) => typeof value === "string");
  return bounded(globs.filter((glob) => !hasHiddenCharacters(glob) && glob.trim() !== ""));
}

function valuesOf(fields: LooseObject, names: readonly string[]): readonly unknown[] {
  return names.flatMap((name) => asList(fields[name]) ?? [fields[name]]);
}

function bounded(texts: readonly string[]): readonly string[] {
  const fit = texts.filter((text) => text !== "" && text.length <= longestLine);
  return [...new Set(fit)].slice(0, mostEntries);
}

const mostEntries = 100;

function firstOf(value: unknown): string | undefined {
  return asText(asList(value)?.[0] ?? value);
}
