import { mostCounted } from "../record/history.ts";
import { isRecord } from "../../platform/json/fields.ts";
import { plainText } from "../../redact/plain-text.ts";

/**
 * JSON that somebody else wrote. Each function here says what a value is, or undefined when it is
 * something else; none of them throws.
 */
export type LooseObject = Readonly<Record<string, unknown>>;

/** Where a reader leaves its remarks, a sentence each. */
export type Note = (remark: string) => void;

export function asObject(value: unknown): LooseObject | undefined {
  return isRecord(value) ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Without what nobody can see. A text with nothing left says nothing, so it counts as none. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = plainText(value);
  return text === "" ? undefined : text;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** How often something happened: a whole number from zero on, and no more than a record may say. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value)
    ? Math.min(Math.max(0, Number(value)), mostCounted)
    : undefined;
}

/** The first of these fields that holds text. */
export function firstText(object: LooseObject, ...names: readonly string[]): string | undefined {
  return names.map((name) => asText(object[name])).find((text) => text !== undefined);
}

/** A list of texts, each once. One text stands for a list of one; what is no text is left out with a remark. */
export function readTexts(object: LooseObject, name: string, note: Note): readonly string[] {
  return readList(object, name, asText, note);
}

/** The same for patterns: they are code, so not a character of them is changed. */
export function readPatterns(object: LooseObject, name: string, note: Note): readonly string[] {
  return readList(object, name, asPattern, note);
}

/** Says which fields hold something that nobody reads, so that nothing gets lost in silence. */
export function noteUnread(object: LooseObject, known: ReadonlySet<string>, note: Note): void {
  const unread = Object.keys(object).filter((name) => !known.has(name) && !isBlank(object[name]));
  if (unread.length > 0) note(`Not imported: ${unread.map(quoted).join(", ")}.`);
}

/** Says nothing: missing, null, false, zero, or empty. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

/** A foreign value inside a sentence of ours: one line, short, and without control characters. */
export function quoted(value: unknown): string {
  if (value === undefined || value === null) return "(none)";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  // Lists and objects are only named: JSON.stringify overflows the stack where JSON.parse did not.
  if (typeof value !== "string") return "(a structure)";
  const points = Array.from(value);
  return JSON.stringify(points.length <= 60 ? value : `${points.slice(0, 59).join("")}…`);
}

/** Without the fields that are undefined: a record has a field or has none. */
export function present<T extends object>(fields: T): T {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as T;
}

/** The lists that hold something. */
export function withoutEmpty<T extends Readonly<Record<string, readonly unknown[]>>>(
  lists: T,
): Partial<T>;
export function withoutEmpty(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function asPattern(value: unknown): string | undefined {
  return typeof value === "string" && !isBlank(value) ? value : undefined;
}

function readList(
  object: LooseObject,
  name: string,
  read: (value: unknown) => string | undefined,
  note: Note,
): readonly string[] {
  const value = object[name];
  if (isBlank(value)) return [];
  const parts = asList(value) ?? [value];
  const texts = parts.map(read).filter((text) => text !== undefined);
  if (texts.length < parts.length) note(`Part of its ${name} is not text and was left out.`);
  return [...new Set(texts)];
}
