import { commandTexts } from "./command-texts.ts";
import { pathForms } from "./paths.ts";
import type { PlannedCall } from "./planned-call.ts";
import type { Scope } from "../lesson/record/scope.ts";

/** What is known at the moment of the call. */
export interface Moment {
  readonly call: PlannedCall;
  /** `project:<id>` of where the agent works. Absent when unknown: then global lessons only. */
  readonly project?: Scope | undefined;
  /** Root folder of the project, for paths relative to it. */
  readonly projectRoot?: string | undefined;
  /** Of the call: relative paths are resolved against it. */
  readonly workingDirectory?: string | undefined;
  /** `lang:` tags of the project's stack. */
  readonly stack: readonly string[];
  /** The last messages of the conversation, oldest first. At most the last five are looked at. */
  readonly recentMessages: readonly string[];
  /** The running command or skill, the subagent's type, `LESSONS_WORKFLOW`. */
  readonly workflows: readonly string[];
}

/** A moment as lessons look at it: each part is made when the first lesson asks, and only once. */
export interface Sight {
  readonly moment: Moment;
  readonly commands: () => readonly string[];
  readonly paths: () => readonly string[];
  readonly content: () => readonly string[];
  readonly messages: () => readonly string[];
  readonly workflows: () => ReadonlySet<string>;
}

export function sightOf(moment: Moment): Sight {
  const known = sights.get(moment);
  if (known !== undefined) return known;
  const { call, recentMessages, workflows } = moment;
  const sight: Sight = {
    moment,
    commands: once(() => (call.command === undefined ? [] : commandTexts(call.command))),
    paths: once(() => [...new Set(call.paths.flatMap((path) => pathForms(path, moment)))]),
    content: once(() => (call.content ? [call.content.slice(0, mostContent)] : [])),
    messages: once(() => recentMessages.slice(-mostMessages).map(foldedText)),
    workflows: once(() => new Set(workflows.map(foldedName))),
  };
  sights.set(moment, sight);
  return sight;
}

const sights = new WeakMap<Moment, Sight>();
/** ADR-003 of Triads: what was said longer ago is about something else. */
const mostMessages = 5;
/** In UTF-16 units. Patterns are linear, and a hook still has no time for a file of megabytes. */
const mostContent = 262_144;

/** Case and line breaks do not make another word of it. */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, " ");
}

/** `/Release` is the command `release`. */
export function foldedName(name: string): string {
  return name.trim().replace(/^\//u, "").toLowerCase();
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
