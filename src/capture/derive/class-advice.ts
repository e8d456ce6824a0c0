import type { Tag } from "../../lesson/record/tag.ts";
import { harnessAdvice, usageAdvice } from "./usage-advice.ts";
import { machineAdvice, repositoryAdvice } from "./environment-advice.ts";
import { shellAdvice } from "./shell-advice.ts";

/** What is known about a class of failures without looking at a single one; it holds for every one of them. */
export interface ClassAdvice {
  /** Goes on from the name of the command or the tool. */
  readonly summary: Wordings;
  readonly mistake: Wordings;
  readonly remediation: Wordings;
  /** Which changes between the failing call and the working one can be the cure. */
  readonly cures?: readonly Cure[];
  /** The heads or programs that such a message comes from, where a line has several. */
  readonly blames?: readonly string[];
  /** What the summary starts with, where neither the command nor the tool says it. */
  readonly name?: string;
  /** Words of a call in which the mistake is not made. */
  readonly fixWords?: readonly string[];
  readonly tags?: readonly Tag[];
  /**
   * The program says nothing about it: the reason is where the shell stands, what else runs, what the sandbox permits, or a
   * single argument. Without words of the call that the message names, no call can be recognised by it.
   */
  readonly needsWords?: true;
}

/**
 * In the order of preference: the first is taken whose places can all be filled. `{it}` is the command,
 * `{subject}` what the message names (a flag, a program), `{message}` the message where it is short.
 */
export type Wordings = string | readonly string[];

/**
 * `named`: the sentence speaks of what the message names. `quoting`, `flag`, `variable`, `limit` (of time),
 * `runner` (through another program), `place` (in another directory): it is about these.
 */
export type Cure = "named" | "quoting" | "flag" | "variable" | "limit" | "runner" | "place";

/** By the names that `classifyFailure` gives; undefined for a class that says nothing by itself. */
export function classAdvice(failureClass: string): ClassAdvice | undefined {
  return Object.hasOwn(known, failureClass) ? known[failureClass] : undefined;
}

const known: Readonly<Record<string, ClassAdvice>> = {
  ...harnessAdvice,
  ...shellAdvice,
  ...usageAdvice,
  ...machineAdvice,
  ...repositoryAdvice,
};
