import { ruleLine } from "../../capture/derive/saying-body.ts";
import { startOfNewestCalls } from "../../capture/ledger/calls.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import { commandTexts } from "../../match/moment.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { commandPattern } from "../../shell/call-pattern.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { rulePartsOf, type RuleParts } from "./rule-parts.ts";

/** A lesson from one sentence: what it says, at which calls, and how that was chosen. */
export interface ProposedLesson {
  /** For the schema, like what a person gave with flags. */
  readonly draft: object;
  /** Undefined: no call is named or known, and it is shown at the start of sessions. */
  readonly call: ProposedCall | undefined;
}

interface ProposedCall {
  readonly example: string;
  /** Where the example comes from. */
  readonly from: "you" | "the rule" | "your calls";
  readonly pattern: string;
  /** The call with the fix, at which the pattern is silent. */
  readonly silentAt: string | undefined;
}

/**
 * Proposes text and trigger. The call is the one that the person gives, else the one that the rule names: as it stands there
 * when its program is known here, else as the ledger has it most often ("lint" is `npm run lint`). A pattern that fires
 * at the fix itself is none.
 */
export function proposeLesson(
  database: Database,
  sentence: string,
  { example }: { readonly example?: string | undefined } = {},
): ProposedLesson {
  const parts = rulePartsOf(sentence);
  const call =
    example === undefined ? callNamedIn(database, parts) : callFrom(parts, example, "you");
  const triggers =
    call === undefined
      ? { injectOn: ["SessionStart"] }
      : { toolNames: ["Bash"], commandPatterns: [call.pattern] };
  return { call, draft: { summary: ruleLine(parts.rule), ...bodyOf(parts, call), triggers } };
}

function bodyOf({ rule, relation }: RuleParts, call: ProposedCall | undefined): object {
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

function callNamedIn(database: Database, parts: RuleParts): ProposedCall | undefined {
  if (parts.about === undefined) return undefined;
  const [program = ""] = parts.about.split(" ");
  const seen = callsWith(database, parts.about);
  // The ledger knows how it is called here; a program that nobody has called may be a word.
  const [known] = seen;
  const isProgram = seen.some((line) => line.split(" ")[0] === program);
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

/** Simple commands with these words next to each other, the most frequent first, among the newest calls. */
function callsWith(database: Database, words: string): readonly string[] {
  const rows = queryAll<{ command: string }>(
    database,
    `SELECT command FROM calls WHERE command IS NOT NULL AND instr(command, ?) > 0 AND coalesce(at, '') >= ?
     ORDER BY number DESC LIMIT ${mostLines}`,
    words,
    startOfNewestCalls(database, newest) ?? "",
  );
  const wanted = ` ${words} `;
  const counts = new Map<string, number>();
  for (const { command } of rows) {
    for (const { text } of parseCommandLine(command).commands) {
      if (!` ${text} `.includes(wanted)) continue;
      // Up to the named words: what follows is about one call.
      const head = text.slice(0, ` ${text} `.indexOf(wanted) + words.length);
      counts.set(head, (counts.get(head) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([line]) => line);
}

const newest = 20_000;
const mostLines = 2000;

/** The call with a pattern for it; undefined when no pattern is made of it, or only one that fires at the fix. */
function callFrom(
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
