import { redactAddresses } from "./secrets/address.ts";
import { assignmentRule } from "./secrets/assignment.ts";
import { headerRules } from "./secrets/header.ts";
import { homeRules } from "./secrets/home.ts";
import { keyBlockRules } from "./secrets/key-block.ts";
import { optionRules } from "./secrets/option.ts";
import { markerRule, markerStart } from "./secrets/rule.ts";
import { tokenRules } from "./secrets/provider-rules.ts";
import { makeScan } from "./secrets/scan.ts";
import { urlRule } from "./secrets/url.ts";

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
