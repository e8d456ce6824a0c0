import { escapeHidden } from "./plain-text.ts";

/**
 * JSON in which everything can be seen. JSON itself escapes only the oldest control characters; terminals obey
 * younger ones, too. Parsed, it is the same value.
 */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeHidden(JSON.stringify(value, null, indent));
}
