import { headOf, type Edit } from "./edit.ts";
import { shown } from "./shown.ts";
import type { Token } from "./tokens.ts";
import { tellingWords } from "./words.ts";
import type { SimpleCommand } from "../command.ts";

/** A word that means the same in both commands, with other quotes. Only its open side is shown. */
export function quotingEdit(
  [one, other]: readonly [Token, Token],
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): Edit {
  const head = shown(headOf(command));
  const words = {
    mistakeWords: tellingWords([one], after),
    fixWords: tellingWords([other], before),
  };
  const advice = `${quotingAdvice(one.text, other.text)} for ${head}.`;
  return { is: "quoting-changed", advice, ...words };
}

function quotingAdvice(one: string, other: string): string {
  const isQuotedNow = other.includes('""') && !one.includes('""');
  if (isQuotedNow && /[*?[]/.test(one)) return `Quote the pattern ${shown(one)}`;
  if (isQuotedNow) return `Quote ${shown(one)}`;
  if (one.includes('""') && !other.includes('""')) return `Do not quote ${shown(other)}`;
  return `Quote ${shown(other)} differently`;
}
