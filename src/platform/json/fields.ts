/** A JSON object whose fields nobody has looked at yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field as an object; undefined when it is not there or something else. */
export function recordAt(record: JsonRecord | undefined, name: string): JsonRecord | undefined {
  const value = record?.[name];
  return isRecord(value) ? value : undefined;
}

/** The field as text; undefined when it is not there or something else. Empty text is text. */
export function textAt(record: JsonRecord | undefined, name: string): string | undefined {
  const value = record?.[name];
  return typeof value === "string" ? value : undefined;
}

export function numberAt(record: JsonRecord | undefined, name: string): number | undefined {
  const value = record?.[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The objects in a list; an empty list when the field is not one. */
export function recordsAt(record: JsonRecord | undefined, name: string): readonly JsonRecord[] {
  const value = record?.[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
