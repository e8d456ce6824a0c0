/** Something that is not as it should be, and what to do about it. */
export interface Finding {
  /** Which check found it: a stable name. */
  readonly check: string;
  readonly severity: Severity;
  readonly text: string;
  /** The next step. */
  readonly hint: string;
  /** All lessons that it is about; the text names the first of them. */
  readonly slugs?: readonly string[];
  readonly fix?: Fix;
}

/** `broken`: something does not work. `warning`: it works, but not as it should. `note`: good to know. */
export const severities = ["broken", "warning", "note"] as const;
export type Severity = (typeof severities)[number];

/**
 * Puts it right and says what was done. Only for what cannot lose anything: all that it takes away can be
 * made again, and nothing outside of our home is touched.
 */
type Fix = () => string;

/** What a check came to. Where there is nothing to find, `fine` says what it saw, in a few words. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly fine?: string;
}

export const areas = ["home", "store", "hook", "delivery", "compiled", "logs", "lessons"] as const;
export type Area = (typeof areas)[number];
