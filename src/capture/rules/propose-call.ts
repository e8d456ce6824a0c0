import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import { commandPattern } from "../../shell/call-pattern.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { ruleLine } from "../derive/saying-body.ts";
import type { RuleParts } from "./rule-parts.ts";

/** A rule as the fields of a lesson. */
interface RuleDraft {
  readonly summary: string;
  readonly kind: RuleText["kind"];
  readonly body: RuleText["body"];
  readonly triggers:
    | { readonly injectOn: readonly ["SessionStart"] }
    | { readonly toolNames: readonly ["Bash"]; readonly commandPatterns: readonly [string] };
}

export type RuleText =
  | { readonly kind: "requirement"; readonly body: { readonly constraint: string } }
  | {
      readonly kind: "pitfall";
      readonly body: { readonly mistake: string; readonly remediation: string };
    };

export interface ProposedCall {
  readonly example: string;
  /** Where the example comes from. */
  readonly from: "you" | "the rule" | "your calls";
  readonly pattern: string;
  /** The call with the fix, at which the pattern is silent. */
  readonly silentAt: string | undefined;
}

/** Text and trigger, the same wherever the rule comes from: typed at a command line, or reported in a session. */
export function ruleDraft(parts: RuleParts, call: ProposedCall | undefined): RuleDraft {
  const triggers =
    call === undefined
      ? ({ injectOn: ["SessionStart"] } as const)
      : ({ toolNames: ["Bash"], commandPatterns: [call.pattern] } as const);
  return { summary: ruleLine(parts.rule), ...ruleText(parts, call), triggers };
}

export function ruleText({ rule, relation }: RuleParts, call: ProposedCall | undefined): RuleText {
  if (call === undefined) return { kind: "requirement", body: { constraint: rule } };
  const { example, silentAt } = call;
  const fix = silentAt === undefined ? undefined : `\`${silentAt}\``;
  const mistake =
    fix === undefined || relation === undefined
      ? `\`${example}\` ${relation === "first" ? "runs too early." : "goes against a rule."}`
      : relation === "first"
        ? `\`${example}\` runs without ${fix} first.`
        : `\`${example}\` runs where ${fix} should.`;
  return { kind: "pitfall", body: { mistake, remediation: rule } };
}

/**
 * The call that a rule names: as it stands there when its program is known here, else as it was called most often ("lint" is
 * `npm run lint`). `seen` gives the calls with these words, the most frequent first.
 */
export function callNamedIn(
  parts: RuleParts,
  seen: (words: string) => readonly string[],
): ProposedCall | undefined {
  if (parts.about === undefined) return undefined;
  const [program = ""] = parts.about.split(" ");
  const calls = seen(parts.about);
  // The calls show how it is called here; a program that nobody has called may be a word.
  const [known] = calls;
  const isProgram = calls.some((line) => line.split(" ")[0] === program);
  if (known !== undefined && !isProgram) return callFrom(parts, known, "your calls");
  const isTyped = isProgram || (/\s/u.test(parts.about) && knownPrograms.has(program));
  return isTyped ? callFrom(parts, parts.about, "the rule") : undefined;
}

/** Programs that a rule may name though nobody has called them here yet. */
const knownPrograms = new Set(
  "git npm npx yarn pnpm bun node deno python python3 pip uv pytest cargo go make docker kubectl terraform gh curl rm sed grep find".split(
    " ",
  ),
);

/** Simple commands with these words next to each other, the most frequent first. */
export function callsWith(words: string, lines: Iterable<string>): readonly string[] {
  const wanted = ` ${words} `;
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const { text } of parseCommandLine(line).commands) {
      if (!` ${text} `.includes(wanted)) continue;
      // Up to the named words: what follows is about one call.
      const head = text.slice(0, ` ${text} `.indexOf(wanted) + words.length);
      counts.set(head, (counts.get(head) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([line]) => line);
}

/** The call with a pattern for it; undefined when no pattern is made of it, or only one that fires at the fix. */
export function callFrom(
  { about, fix, relation }: RuleParts,
  example: string,
  from: ProposedCall["from"],
): ProposedCall | undefined {
  const silentAt = fix === undefined ? undefined : fixedCall({ about, fix, relation }, example);
  const has = new Set(example.split(" "));
  const fixWords =
    relation === "first" || silentAt === undefined
      ? []
      : silentAt.split(" ").filter((word) => !has.has(word) && !word.startsWith("<"));
  const named = (about ?? "").split(" ").filter((word) => word !== "" && has.has(word));
  const pattern =
    commandPattern(example, { fixWords, mistakeWords: named.slice(1) }) ??
    commandPattern(example, { fixWords, mistakeWords: [] }) ??
    commandPattern(example);
  if (pattern === undefined) return undefined;
  const firesAt = (line: string) =>
    findCommand(readPattern(pattern), commandTexts(line)) !== undefined;
  return silentAt !== undefined && firesAt(silentAt)
    ? undefined
    : { example, from, pattern, silentAt };
}

/** The example as it would be with the fix: `npm run lint` with `lint:fix` for `lint`. Undefined where that is no call. */
function fixedCall(
  { about, fix = "", relation }: Pick<RuleParts, "about" | "fix" | "relation">,
  example: string,
): string | undefined {
  const [program] = example.split(" ");
  const [head = "", ...rest] = fix.split(" ");
  if (fix.startsWith("-")) return `${example} ${fix}`;
  if (rest.length > 0) return head === program || knownPrograms.has(head) ? fix : undefined;
  // A word for a word.
  const takesItsPlace = about !== undefined && (relation === "instead" || fix.startsWith(about));
  return takesItsPlace && example.includes(about) ? example.replace(about, fix) : undefined;
}
