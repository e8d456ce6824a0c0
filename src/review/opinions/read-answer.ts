import { isRecord } from "../../platform/json/fields.ts";
import { objectsInText } from "../../platform/json/parse.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { type Opinion, openAnswerSchema, opinionSchema } from "./answer-schema.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { bodyFields } from "../../lesson/record/body.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";

/** What a model said, as far as it can be used. */
export interface ReviewAnswer {
  readonly opinions: readonly Opinion[];
  /** Items that are none, each with what is wrong. */
  readonly refused: readonly RefusedItem[];
  readonly model?: string | undefined;
  readonly promptVersion?: number | undefined;
}

export interface RefusedItem {
  /** The id as it was written, or the place in the list. */
  readonly name: string;
  readonly problems: readonly string[];
}

/** Reads an answer item by item: one that is wrong does not take the others along. */
export function readAnswer(
  said: string,
): { readonly answer: ReviewAnswer } | { readonly problem: string } {
  const found = findAnswer(said);
  if ("problem" in found) return found;
  const open = openAnswerSchema.safeParse(found.answer);
  if (!open.success) return { problem: describeIssues(open.error).slice(0, 5).join("; ") };

  const opinions: Opinion[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, item] of open.data.items.entries()) {
    const checked = opinionSchema.safeParse(item);
    if (checked.success) opinions.push(checked.data);
    else refused.push({ name: nameOf(item, index), problems: describeIssues(checked.error) });
  }
  const { model, promptVersion } = open.data;
  return { answer: { opinions, refused, model, promptVersion } };
}

function nameOf(item: unknown, index: number): string {
  const id = isRecord(item) ? item["id"] : undefined;
  const name = typeof id === "string" ? plainLine(id.slice(0, 100)) : "";
  return name === "" ? `item ${index + 1}` : name;
}

/**
 * Finds the one answer in a text: a JSON object with `items`, bare, fenced or between prose; or the form
 * in lines. Not checked yet. Two different answers are none: nobody could say which one is meant.
 */
function findAnswer(said: string): { readonly answer: unknown } | { readonly problem: string } {
  if (said.length > longestAnswer) {
    return { problem: `it is longer than ${longestAnswer} characters` };
  }
  const answers = new Map<string, unknown>();
  for (const value of objectsInText(said, 4 * longestAnswer)) {
    if (isRecord(value) && Array.isArray(value["items"])) answers.set(JSON.stringify(value), value);
  }
  if (answers.size > 1) return { problem: "it has two different answers" };
  for (const answer of answers.values()) return { answer };
  if (isLineAnswer(said)) return { answer: readLineAnswer(said) };
  return { problem: "it has no answer: expected a JSON object with items, or lines" };
}

/** A hundred times what the instructions ask for. */
const longestAnswer = 4_000_000;

/**
 * An answer in lines, for surfaces that let no JSON pass: a line with verdict and id begins a candidate,
 * `field: value` lines follow, and a line that begins with two spaces goes on from the one before. Lists
 * are fields that come several times; one without a value is the empty list.
 */
function readLineAnswer(text: string): unknown {
  const answer = noFields();
  const items: Fields[] = [];
  let fields = answer;
  for (const line of joinedLines(text)) {
    const beginning = readBeginning(line);
    if (beginning !== undefined) {
      fields = beginning;
      items.push(fields);
      continue;
    }
    const [, name = "", value = ""] = fieldLine.exec(line) ?? [];
    // What is no field is kept as one, so that the schema names it.
    if (name === "") add(fields, line.slice(0, 60), line);
    else if (fields === answer) add(answer, name, numbers.has(name) ? Number(value) : value);
    else addToItem(fields, name, value);
  }
  return { ...answer, items };
}

/** Whether some line begins a candidate. */
function isLineAnswer(text: string): boolean {
  return joinedLines(text).some((line) => readBeginning(line) !== undefined);
}

type Fields = Record<string, unknown>;

function readBeginning(line: string): Fields | undefined {
  const [verdict = "", id = "", more, ...others] = line.split(/\s+/);
  const detail = details.get(verdict);
  if (detail === undefined || !/^[0-9A-Za-z-]{1,100}$/.test(id) || others.length > 0)
    return undefined;
  return Object.assign(noFields(), { verdict, id }, more === undefined ? {} : { [detail]: more });
}

/** Behind the id there may be one more word, by verdict. */
const details = new Map([
  ["keep", "unexpected"],
  ["expand_existing", "expands"],
  ["archive", "because"],
  ["abstain", "unexpected"],
]);

const fieldLine = /^([A-Za-z]{1,40}):[ \t]?(.*)$/s;
const numbers: ReadonlySet<string> = new Set([
  "priority",
  "confidence",
  "promptVersion",
  "version",
]);
const triggerNames: ReadonlySet<string> = new Set(triggerFields);
const listNames: ReadonlySet<string> = new Set([
  "tags",
  ...triggerFields,
  ...Object.values(bodyFields).flatMap((fields) =>
    fields.filter(({ is }) => is === "list").map(({ name }) => name),
  ),
]);
const ownNames: ReadonlySet<string> = new Set(["reason", "because", "expands", "id", "verdict"]);
const changeNames: ReadonlySet<string> = new Set(["summary", "tags", "priority", "confidence"]);

function addToItem(item: Fields, name: string, typed: string): void {
  const value = valueOf(name, typed.trim());
  if (name === "needsHumanFix") return add(item, name, typed.trim() === "true" || typed);
  if (ownNames.has(name)) return add(item, name, value);
  const changes = branchOf(item, "changes");
  if (changeNames.has(name)) return add(changes, name, value);
  add(branchOf(changes, triggerNames.has(name) ? "triggers" : "body"), name, value);
}

function valueOf(name: string, typed: string): unknown {
  if (listNames.has(name)) return typed === "" ? [] : [typed];
  return numbers.has(name) ? Number(typed === "" ? Number.NaN : typed) : typed;
}

/** Lists grow. Of a text that is given twice neither is taken, because nobody knows which one is meant. */
function add(fields: Fields, name: string, value: unknown): void {
  const before = fields[name];
  if (Array.isArray(before) && Array.isArray(value)) fields[name] = [...before, ...value];
  else fields[name] = before === undefined ? value : null;
}

function branchOf(fields: Fields, name: "changes" | "triggers" | "body"): Fields {
  return (fields[name] ??= noFields()) as Fields;
}

/** Without a prototype: a field may have a name such as `__proto__`. */
function noFields(): Fields {
  return Object.create(null);
}

/** Lines that say something, with those that go on from them. Fences around the whole say nothing. */
function joinedLines(text: string): readonly string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("```")) continue;
    const last = lines.at(-1);
    if (line.startsWith("  ") && last !== undefined) last.push(line.trim());
    else lines.push([line.trim()]);
  }
  return lines.map((parts) => parts.join("\n"));
}
