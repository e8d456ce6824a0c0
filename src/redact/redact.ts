import { redactAddresses, homeRules } from "./secrets/people.ts";
import { assignmentRule } from "./secrets/assignment.ts";
import { headerRules, optionRules, urlRule } from "./secrets/logins.ts";
import { keyBlockRules } from "./secrets/key-block.ts";
import { markerRule, markerStart, makeScan } from "./secrets/scan.ts";
import { tokenRules } from "./secrets/tokens.ts";

/** Who the machine belongs to; values come in, core looks nothing up. */
export interface Owner {
  readonly home: string;
  readonly userName: string;
}

/**
 * Text without secrets, e-mail addresses and names. Redacting twice is redacting once. It must see a
 * text before anything cuts it: a token that lost its end is still known by its start where the text
 * ends or has the mark of a cut, but one that lost its start looks like any other word.
 */
export type Redact = (text: string) => string;

/** Compiles once, is called for every text that is kept. */
export function makeRedact(owner: Owner): Redact {
  const scan = makeScan([
    markerRule,
    ...keyBlockRules,
    ...headerRules,
    urlRule,
    ...tokenRules,
    assignmentRule,
    ...optionRules,
    ...homeRules(owner),
  ]);
  const redactOnce: Redact = (text) => redactAddresses(scan(text), owner.userName);
  return (text) => {
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
}

const mostRounds = 5;

/** Who a home belongs to. Where the environment does not say it, the home is mostly named after its owner. */
export function ownerOf(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Owner {
  const named = environment["USER"] || environment["USERNAME"];
  return { home, userName: named || home.split(/[\\/]/).pop() || "" };
}
