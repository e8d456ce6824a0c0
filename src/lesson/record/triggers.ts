import { type Conditions, conditionTable, declaredConditions } from "./conditions.ts";

/** How a condition is called where people read and write it. */
interface TriggerField {
  /** On a card. */
  readonly label: string;
  readonly about: string;
  /** Of `lessons add`; those without one are given in JSON. */
  readonly flag?: { readonly name: string; readonly takes: string; readonly about: string };
}

const fields = {
  injectOn: {
    label: "shown at",
    about:
      "`PreToolUse` (the default), `PostToolUseFailure` (with the error, in one line), `SessionStart`, `SubagentStart`",
  },
  toolNames: {
    label: "tools",
    about: "exact names",
    flag: { name: "tool", takes: "name", about: "only for this tool" },
  },
  commandPatterns: {
    label: "commands",
    about:
      "regular expressions for each simple command of a shell line, without `cd x &&`, variable prefixes, `sudo`, `env`, `timeout`, `xargs`, `sh -c`; quoted text and options before the subcommand do not count; a `.` in a lookahead also sees variables, wrappers and pipes",
    flag: { name: "command", takes: "regex", about: "only for commands that match" },
  },
  pathPatterns: {
    label: "paths",
    about:
      "globs for the path as given and relative to the project; files that a shell line writes count too (`>`, `tee`, `sed -i`, `mv`, `cp`)",
    flag: { name: "path", takes: "glob", about: "only for files that match" },
  },
  contentPatterns: {
    label: "content",
    about: "regular expressions for the written text; with path patterns, both must match",
    flag: { name: "content", takes: "regex", about: "only when a call writes matching text" },
  },
  actionKeywords: { label: "actions", about: "words in the last five messages or in the command" },
  contextKeywords: { label: "context", about: "the same, for the subject of the work" },
  workflowNames: {
    label: "workflows",
    about:
      "the command, skill or subagent that runs; imported and reported lessons also fire without it, but score higher with it",
  },
} as const satisfies Readonly<Record<string, TriggerField>>;

export type TriggerName = keyof typeof fields;

/** What must be true of a tool call for a lesson to be delivered there. Empty lists say nothing. */
export type Triggers = TriggerLists & {
  /** What must hold around the call. Absent where nothing is asked for. */
  readonly conditions?: Conditions | undefined;
};

type TriggerLists = {
  readonly [Name in TriggerName]: readonly (Name extends "injectOn" ? InjectionPoint : string)[];
};

/** All that is declared, by the names that people type. */
export function declaredIn(triggers: Triggers): readonly Declared[] {
  return [
    ...triggerFields.map((name) => ({ name, label: fields[name].label, values: triggers[name] })),
    ...declaredConditions(triggers.conditions).map(([name, values]) => ({
      name,
      label: conditionTable[name].label,
      values,
    })),
  ].filter(({ values }) => values.length > 0);
}

interface Declared {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

export const injectionPoints = [
  "PreToolUse",
  "PostToolUseFailure",
  "SessionStart",
  "SubagentStart",
] as const;
export type InjectionPoint = (typeof injectionPoints)[number];

/** Whether it comes with tool calls at all: when they are made, or when they have failed. */
export function isForCalls({ injectOn }: Pick<Triggers, "injectOn">): boolean {
  return injectOn.includes("PreToolUse") || injectOn.includes("PostToolUseFailure");
}

/**
 * Whether `workflowNames` only add to the relevance. Other systems and agents name what was running when they learned something,
 * which is no reason to keep it from everything else: only a person may say that.
 */
export function isWorkflowBonus({ source }: { readonly source: string }): boolean {
  return source !== "manual";
}

export const triggerTable: Readonly<Record<TriggerName, TriggerField>> = fields;
export const triggerFields = Object.keys(fields) as readonly TriggerName[];

/** Patterns are code, not prose: they are kept to the letter, and a comma is part of one. */
export function isPatternField(name: TriggerName): boolean {
  return name.endsWith("Patterns");
}

/** Those that say at which calls a lesson is delivered: by what is done, or by what is talked about. */
export const specificFields = triggerFields.filter(
  (name) => isPatternField(name) || name.endsWith("Keywords"),
);

// Every field is a list, and the table has them all.
export const noTriggers = {
  ...Object.fromEntries(triggerFields.map((name) => [name, []])),
  injectOn: ["PreToolUse"],
} as unknown as Triggers;
