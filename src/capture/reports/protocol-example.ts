import { plainLine } from "../../redact/plain-text.ts";

/**
 * The lesson that the protocol shows as its example (PRD-001 §11). Agents repeat it when they explain
 * the protocol, so this very text is never a lesson; whoever writes the protocol takes it from here.
 */
export const protocolExample = {
  tool: "Bash",
  trigger: "pytest -v tests/",
  mistake: "pytest hangs in non-interactive environments due to TTY rich output detection",
  fix: "Use `python -m pytest --no-header -rN -p no:faulthandler` or prepend TERM=dumb",
  tags: "lang:python, tool:pytest, severity:hang",
} as const;

/** Spaces and capitals aside: it may have been quoted or wrapped. Another fix for the same mistake is news. */
export function isProtocolExample(mistake: string, fix: string): boolean {
  return same(mistake, protocolExample.mistake) && same(fix, protocolExample.fix);
}

function same(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(text: string): string {
  return plainLine(text).replaceAll("`", "").toLowerCase();
}
