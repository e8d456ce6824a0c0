import { escaped } from "../pattern/pattern.ts";
import type { Field } from "./atom.ts";
import { isNamedIn, type ToolBucket } from "../tool-bucket.ts";
import type { Expression } from "./grep-lines.ts";
import { requiredIn } from "./required.ts";
import { requiredInOrder } from "./required-order.ts";
import { actsBefore } from "../conditions.ts";
import type { Pattern } from "../pattern/pattern.ts";
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
  Partial<Pick<ReadyLesson, "delivery" | "hint" | "messagePatterns">>;

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
  if (!lesson.injectOn.includes("PostToolUseFailure") || lesson.hint === undefined) return never;
  return demandOfCall(lesson, bucket);
}

function demandOfCall(lesson: FiringConditions, bucket: ToolBucket): Demand {
  const names = lesson.toolNames.filter((name) => isNamedIn(bucket, name));
  const isOpen = lesson.toolNames.length === 0;
  if (names.length === 0 && (!isOpen || isReadOnly(bucket))) return never;

  const { messagePatterns = [] } = lesson;
  if (hasTarget(lesson) || messagePatterns.length > 0) return demandOfTarget(lesson, bucket, names);
  // Keywords are said in the conversation, which is not in the payload.
  const hasKeywords = hasWord([...lesson.actionKeywords, ...lesson.contextKeywords]);
  return hasKeywords ? bluntly(anyCallOf(names, bucket)) : never;
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
  for (const { field, pattern } of patternsIn(lesson, bucket)) {
    const required = requiredIn(pattern, field);
    if (required === undefined) return bluntly(anyCallOf(names, bucket));
    const isShell = field === "command";
    const plain = required.map((atoms) => ({ atoms, isShell }));
    expressions.push(...plain);
    const ordered = isShell ? requiredInOrder(pattern) : undefined;
    sharper.push(...(ordered?.map((each) => ({ ...each, isShell })) ?? plain));
  }
  const { messagePatterns = [] } = lesson;
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

/** The patterns of which one must match for the lesson to fire at a call of this bucket; none where keywords decide. */
export function patternsIn(
  lesson: FiringConditions,
  bucket: ToolBucket,
): readonly { readonly field: Field; readonly pattern: Pattern }[] {
  const isNamed = lesson.toolNames.some((name) => isNamedIn(bucket, name));
  return fieldsOf(bucket, { isNamed }).flatMap((field) =>
    lesson[`${field}Patterns`].map((pattern) => ({ field, pattern })),
  );
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
  if (bucket === "bash") return ["command"];
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
