import { escaped } from "../pattern/pattern.ts";
import { asTyped, type Field, weightOf } from "./atom.ts";
import { isNamedIn, type ToolBucket } from "../tool-bucket.ts";
import type { Expression } from "./grep-lines.ts";
import { leastWeight, requiredIn } from "./required.ts";
import { requiredInOrder } from "./required-order.ts";
import { actsBefore } from "../conditions.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { asksAboutCall } from "../../lesson/record/conditions.ts";
import type { ReadyLesson, ReadyTriggers } from "../ready-lesson.ts";
import { hasTarget, hasWord } from "../relevance.ts";

/** What a lesson asks of the payloads of one tool bucket. No expressions: it never fires there. */
export interface Demand {
  readonly expressions: readonly Expression[];
  /** The same, asking for more, for payloads that have one of the others: it takes longer to look for. */
  readonly sharper: readonly Expression[];
  /** It asks for nothing but the tool, so every call of that tool starts Node. */
  readonly isBlunt: boolean;
}

/** The part of a lesson that decides at which calls it can fire. */
export type FiringConditions = Omit<ReadyTriggers, "workflowNames"> &
  Partial<Pick<ReadyLesson, "delivery" | "hint" | "notes" | "messagePatterns">>;

/**
 * What must be in the payload of a call for this lesson to fire at it: one of the expressions. It
 * may ask for too little, never for too much: what it misses is never delivered, and nobody sees.
 *
 * It counts on the payload as an agent writes it: one JSON object by `JSON.stringify`, with the
 * command, paths and content as the matcher gets them, and the working directory as `cwd`.
 */
export function demandOf(lesson: FiringConditions, bucket: ToolBucket): Demand {
  const { injectOn, delivery = "advise" } = lesson;
  const isBefore = injectOn.some((at) => at === "PreToolUse" || actsBefore({ delivery }, at));
  return isBefore ? demandOfCall(lesson, bucket) : never;
}

/**
 * The same for what an agent writes about a call that has failed: its input stands there as it was, and what the call
 * printed behind it.
 */
export function demandOfFailure(lesson: FiringConditions, bucket: ToolBucket): Demand {
  const isHeard = lesson.hint !== undefined || lesson.notes !== undefined;
  if (!lesson.injectOn.includes("PostToolUseFailure") || !isHeard) return never;
  return demandOfCall(lesson, bucket);
}

function demandOfCall(lesson: FiringConditions, bucket: ToolBucket): Demand {
  const names = lesson.toolNames.filter((name) => isNamedIn(bucket, name));
  const isOpen = lesson.toolNames.length === 0;
  if (names.length === 0 && (!isOpen || isReadOnly(bucket))) return never;

  const { messagePatterns = [] } = lesson;
  if (hasTarget(lesson) || messagePatterns.length > 0) return demandOfTarget(lesson, bucket, names);
  // Keywords are said in the conversation, which is not in the payload; what is at a path is not there either.
  const isOpenTo =
    asksAboutCall(lesson.conditions) ||
    hasWord([...lesson.actionKeywords, ...lesson.contextKeywords]);
  return isOpenTo ? bluntly(anyCallOf(names, bucket)) : never;
}

const never: Demand = { expressions: [], sharper: [], isBlunt: false };

function bluntly(expressions: readonly Expression[]): Demand {
  return { expressions, sharper: expressions, isBlunt: true };
}

function isReadOnly(bucket: ToolBucket): boolean {
  return bucket === "read" || bucket === "search";
}

function demandOfTarget(
  lesson: FiringConditions,
  bucket: ToolBucket,
  names: readonly string[],
): Demand {
  const expressions: Expression[] = [];
  const sharper: Expression[] = [];
  for (const way of waysIn(lesson, bucket)) {
    const asked = way.flatMap((part) => expressionsOf(part, bucket) ?? []);
    const [best] = asked.toSorted((one, other) => other.weight - one.weight);
    if (best === undefined) return bluntly(anyCallOf(names, bucket));
    expressions.push(...best.expressions);
    sharper.push(...best.sharper);
  }
  // Where the call shows the mistake, that must be there, too.
  const messagePatterns = hasTarget(lesson) ? [] : (lesson.messagePatterns ?? []);
  for (const pattern of messagePatterns) {
    const required = requiredIn(withoutPlace(pattern), "content");
    if (required === undefined) return bluntly(anyCallOf(names, bucket));
    expressions.push(...required.map((atoms) => ({ atoms, isShell: false })));
  }
  // Colours may stand between any two characters of a message.
  if (messagePatterns.length > 0) expressions.push({ atoms: [inColour], isShell: false });
  const isSharper =
    messagePatterns.length === 0 && sharper.some(({ later, behind }) => later ?? behind);
  return { expressions, sharper: isSharper ? sharper : expressions, isBlunt: false };
}

/** Patterns over one field, of which one must match. */
export interface Part {
  readonly field: Field;
  readonly patterns: readonly Pattern[];
}

/**
 * The ways in which a lesson can be about a call of this bucket: one of them is enough, and all of its parts must match. None where
 * keywords decide.
 */
export function waysIn(lesson: FiringConditions, bucket: ToolBucket): readonly (readonly Part[])[] {
  const isNamed = lesson.toolNames.some((name) => isNamedIn(bucket, name));
  const known = fieldsOf(bucket, { isNamed });
  const part = (field: Field): Part => ({ field, patterns: lesson[`${field}Patterns`] });
  const written = [part("path"), part("content")].filter(({ patterns }) => patterns.length > 0);
  return [[part("command")], written].filter(
    (way) =>
      way.length > 0 &&
      way.every(({ field, patterns }) => patterns.length > 0 && known.includes(field)),
  );
}

/** What one of the patterns asks for; undefined where one of them asks for nothing. The weight says how much the least of it tells. */
function expressionsOf({ field, patterns }: Part, bucket: ToolBucket) {
  const expressions: Expression[] = [];
  const sharper: Expression[] = [];
  const isTyped = field === "path" && bucket === "bash";
  for (const pattern of patterns) {
    const required = requiredIn(pattern, field);
    if (required === undefined) return undefined;
    const runs = isTyped ? required.map(asTyped) : required;
    if (runs.some((atoms) => weightOf(atoms) < leastWeight)) return undefined;
    const isShell = field === "command" || isTyped;
    const plain = runs.map((atoms) => ({ atoms, isShell }));
    expressions.push(...plain);
    const ordered = field === "command" ? requiredInOrder(pattern) : undefined;
    sharper.push(...(ordered?.map((each) => ({ ...each, isShell })) ?? plain));
  }
  const weight = Math.min(...expressions.map(({ atoms }) => weightOf(atoms)));
  return { expressions, sharper, weight };
}

const inColour = String.raw`\\u001[bB]\[`;

/** A line of the message begins and ends anywhere in what was printed. */
function withoutPlace({ source, flags }: Pattern): Pattern {
  return { source: source.replace(/^\^/u, "").replace(/(?<!\\)\$$/u, ""), flags };
}

/** What calls of a bucket have. A tool that a lesson names itself may have anything. */
function fieldsOf(
  bucket: ToolBucket,
  { isNamed }: { readonly isNamed: boolean },
): readonly Field[] {
  // A shell line names the files that it writes, and nobody knows what it writes into them.
  if (bucket === "bash") return ["command", "path"];
  if (isReadOnly(bucket)) return ["path"];
  if (bucket === "mcp" || bucket === "other") {
    return isNamed ? ["command", "path", "content"] : ["path", "content"];
  }
  return ["path", "content"];
}

/** Every call of these tools, or of the bucket. */
function anyCallOf(names: readonly string[], bucket: ToolBucket): readonly Expression[] {
  const isOneTool = bucket === "read";
  if (names.length === 0 || isOneTool) return [anyPayload];
  return names
    .flatMap((name) => (subagentTools.includes(name) ? subagentTools : [name]))
    .map(callOf);
}

const anyPayload: Expression = { atoms: [], isShell: false };
/** The same tool under its old and its new name. */
const subagentTools = ["Task", "Agent"];

function callOf(name: string): Expression {
  const isOpen = name.endsWith("*");
  const text = isOpen ? name.slice(0, -1) : `${name}"`;
  // A name that JSON would write in another way is cut there.
  const [plain = ""] = /^[ -!#-[\]-~]*"?/.exec(text) ?? [];
  return { atoms: [`"tool_name": *"${escaped(plain)}`], isShell: false };
}
