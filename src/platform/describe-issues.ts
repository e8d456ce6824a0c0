import type * as z from "zod";
import { plainLine } from "../redact/plain-text.ts";

/** What is wrong with an outside value, one sentence per key: `priority must be between 1 and 10`. */
export function describeIssues(error: z.ZodError): readonly string[] {
  return error.issues.flatMap(describe);
}

function describe(issue: z.core.$ZodIssue): readonly string[] {
  const key = keyOf(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys
        .slice(0, 10)
        .map((name) => `${join(key, plainLine(name).slice(0, 60))} is not a known key`);
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return [`${key} is missing`];
      return [`${key} must be ${article(issue.expected)}`];
    case "invalid_value":
      return [`${key} must be one of ${issue.values.map(String).join(", ")}`];
    case "too_big":
      return [`${key} ${ownWords(issue) ?? `is too large: at most ${issue.maximum}`}`];
    case "too_small":
      return [`${key} ${ownWords(issue) ?? `is too small: at least ${issue.minimum}`}`];
    default:
      return [`${key} ${issue.message}`];
  }
}

/** zod's own messages start with a capital, ours go on from the key. */
function ownWords({ message }: z.core.$ZodIssue): string | undefined {
  return /^[a-z"]/.test(message) ? message : undefined;
}

function keyOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the value";
  return path.reduce<string>((key, part) => join(key, part), "");
}

function join(key: string, part: PropertyKey): string {
  if (typeof part === "number") return `${key}[${part}]`;
  return key === "" || key === "the value" ? String(part) : `${key}.${String(part)}`;
}

function article(expected: string): string {
  if (expected === "int") return "a whole number";
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
