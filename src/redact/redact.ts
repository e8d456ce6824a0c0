import { redactAddresses, homeRules } from "./secrets/people.ts";
import { assignmentRule } from "./secrets/assignment.ts";
import { besideRules } from "./secrets/beside.ts";
import { commandRules } from "./secrets/commands.ts";
import { headerRules, urlRule } from "./secrets/logins.ts";
import { hostRules } from "./secrets/hosts.ts";
import { keyBlockRules } from "./secrets/key-block.ts";
import { encodedRules } from "./secrets/encoded.ts";
import { signInRule, spelledOutRules } from "./secrets/spelled-out.ts";
import type { Owner } from "./owner.ts";
import { markerRule, markerStart, makeScan, type Rule } from "./secrets/scan.ts";
import { tokenRules } from "./secrets/tokens.ts";
import { visible, withoutSpelledEscapes } from "./visible.ts";

/**
 * Text without what nobody sees, and then without secrets, e-mail addresses and names. Redacting twice is redacting once. It must see a
 * text before anything cuts it: a token that lost its end is still known by its start where the text
 * ends or has the mark of a cut, but one that lost its start looks like any other word.
 */
export type Redact = (text: string) => string;

/** The same with every text in a value. Names of fields are ours and stay. */
export function redactTexts<Value>(value: Value, redact: Redact): Value {
  return redactedTexts(value, redact) as Value;
}

function redactedTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactedTexts(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redactedTexts(item, redact)]),
  );
}

/** Compiles once, is called for every text that is kept. */
export function makeRedact(owner: Owner): Redact {
  const rules: readonly Rule[] = [
    ...keyBlockRules,
    ...headerRules,
    urlRule,
    ...tokenRules,
    assignmentRule,
    ...commandRules,
    ...spelledOutRules,
    signInRule,
    ...besideRules,
  ];
  const inside = makeScan(rules);
  const scan = makeScan([
    markerRule,
    ...hostRules(owner.hosts ?? []),
    ...encodedRules(inside),
    ...rules,
    ...homeRules(owner),
  ]);
  const redactOnce: Redact = (text) => redactAddresses(scan(text), owner.userName);
  const redactSeen: Redact = (text) => {
    let redacted = redactOnce(text);
    if (redacted === text) return text;
    // A marker is a border: what was glued to the secret may only now be seen for what it is.
    for (let round = 1; round < mostRounds && redacted.includes(markerStart); round += 1) {
      const again = redactOnce(redacted);
      if (again === redacted) break;
      redacted = again;
    }
    return redacted;
  };
  // `\e[33mghp_\e[39m…` in a program's text is shown as a token, too. A text that is harmless either way stays.
  const redactShown: Redact = (text) => {
    const shown = withoutSpelledEscapes(text);
    if (shown === text) return redactSeen(text);
    const redacted = redactSeen(shown);
    if (markersIn(redacted) > markersIn(shown)) return redacted;
    const asWritten = redactSeen(text);
    return asWritten === text ? text : redactShown(asWritten);
  };
  return (text) => redactShown(visible(text));
}

function markersIn(text: string): number {
  return text.split(markerStart).length;
}

const mostRounds = 5;
