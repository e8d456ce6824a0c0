import type { SimpleCommand } from "../command.ts";
import { shapeOf } from "../shape.ts";
import { baseName } from "../word.ts";
import { areRelated, everyday, runnerWords, runners } from "./call.ts";
import { type Token, commonPairs, tokensOf } from "./tokens.ts";

/** Which command of the call that worked stands for which command of the one that failed. */
interface Pairing {
  /** As they were, in both. */
  readonly kept: readonly Pair[];
  readonly changed: readonly Pair[];
  readonly dropped: readonly SimpleCommand[];
  readonly added: readonly SimpleCommand[];
}

export interface Pair {
  readonly failed: SimpleCommand;
  readonly worked: SimpleCommand;
  readonly relation: Relation;
}

export function pairCommands(
  failed: readonly SimpleCommand[],
  worked: readonly SimpleCommand[],
): Pairing {
  const common = commonPairs(failed, worked, isUnchanged);
  const kept = common.flatMap(([row, column]) =>
    pairOf(failed[row], worked[column], { is: "same" }),
  );
  const rest = failed.filter((_, index) => !common.some(([row]) => row === index));
  const others = worked.filter((_, index) => !common.some(([, column]) => column === index));
  const changed = closestPairs(rest, others);
  return {
    kept,
    changed,
    dropped: rest.filter((command) => !changed.some((pair) => pair.failed === command)),
    added: others.filter((command) => !changed.some((pair) => pair.worked === command)),
  };
}

/** From the closest relation to the loosest, and within one in the order of the lines. */
const closeness = ["same", "alike", "wrapped", "unwrapped", "replaced"] as const;

function closestPairs(
  failed: readonly SimpleCommand[],
  worked: readonly SimpleCommand[],
): readonly Pair[] {
  const related = failed.flatMap((command) =>
    worked.flatMap((other) => pairOf(command, other, relationOf(command, other))),
  );
  const pairs: Pair[] = [];
  for (const is of closeness) {
    for (const pair of related) {
      const isTaken = pairs.some(
        ({ failed: one, worked: other }) => one === pair.failed || other === pair.worked,
      );
      if (pair.relation.is === is && !isTaken) pairs.push(pair);
    }
  }
  return pairs.toSorted((one, other) => failed.indexOf(one.failed) - failed.indexOf(other.failed));
}

function pairOf(
  failed: SimpleCommand | undefined,
  worked: SimpleCommand | undefined,
  relation: Relation | undefined,
): readonly Pair[] {
  if (failed === undefined || worked === undefined || relation === undefined) return [];
  return [{ failed, worked, relation }];
}

function isUnchanged(one: SimpleCommand, other: SimpleCommand): boolean {
  return (
    one.text === other.text &&
    areEqual(one.words, other.words) &&
    areEqual(one.wrappers, other.wrappers) &&
    areEqual(one.assignments, other.assignments)
  );
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** In what way two simple commands are the same kind of call, the closest first. */
export type Relation =
  | { readonly is: "same" | "alike" | "replaced" }
  /** One runs the other: `npx` and `vitest`. The prefix is what stands before the inner program. */
  | { readonly is: "wrapped" | "unwrapped"; readonly prefix: readonly Token[] };

export function relationOf(one: SimpleCommand, other: SimpleCommand): Relation | undefined {
  if (one.program === "" || other.program === "") return undefined;
  const [tokens, others] = [tokensOf(one), tokensOf(other)];
  if (one.program === other.program) {
    const relation = relationOfSubcommands(shapeOf(one).subcommand, shapeOf(other).subcommand);
    if (relation !== undefined) return { is: relation };
  }
  const added = prefixBefore(tokens, others);
  if (added !== undefined) return { is: "wrapped", prefix: added };
  const dropped = prefixBefore(others, tokens);
  if (dropped !== undefined) return { is: "unwrapped", prefix: dropped };
  return isReplaced(one, tokens, other, others) ? { is: "replaced" } : undefined;
}

function relationOfSubcommands(one = "", other = ""): "same" | "alike" | undefined {
  if (one === other) return "same";
  if (one === "" || other === "") return undefined;
  const [words, others] = [one.split(" "), other.split(" ")];
  const [name = "", otherName = ""] = [words.at(-1), others.at(-1)];
  if (words.length !== others.length) return name === otherName ? "alike" : undefined;
  if (words.slice(0, -1).join(" ") !== others.slice(0, -1).join(" ")) return undefined;
  const [short, long] = name.length < otherName.length ? [name, otherName] : [otherName, name];
  const isVariant = long.startsWith(short) && /^[:_-]/.test(long.slice(short.length));
  return isVariant || isSlip(short, long) ? "alike" : undefined;
}

/** Whether one letter was missed, doubled or mistaken, or two changed places. */
function isSlip(short: string, long: string): boolean {
  if (short.length < 4 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const areSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return areSwapped && short.slice(start + 2) === long.slice(start + 2);
}

/** What `wrapping` has before the program of `inner`, when that makes it a runner of `inner`. */
function prefixBefore(
  inner: readonly Token[],
  wrapping: readonly Token[],
): readonly Token[] | undefined {
  const [program] = inner;
  const runner = wrapping[0]?.text ?? "";
  if (program === undefined || everyday.has(runner)) return undefined;
  const at = wrapping.findIndex(
    ({ text }, index) => index > 0 && baseName(text) === baseName(program.text),
  );
  if (at < 1) return undefined;
  const prefix = wrapping.slice(0, at);
  const isRunner =
    runnerWords.has(prefix.at(-1)?.text ?? "") || (at === 1 && runners.has(baseName(runner)));
  // Of a runner that we do not know, only the unchanged rest shows that it runs the rest.
  const isRestUnchanged =
    at === 1 && inner.length > 1 && haveSameValues(inner.slice(1), wrapping.slice(2));
  return isRunner || isRestUnchanged ? prefix : undefined;
}

function isReplaced(
  one: SimpleCommand,
  tokens: readonly Token[],
  other: SimpleCommand,
  others: readonly Token[],
): boolean {
  if (one.program === other.program) return false;
  const [given, otherGiven] = [tokens.slice(1), others.slice(1)];
  if (areRelated(one.program, other.program)) {
    if (haveSameValues(given, otherGiven)) return true;
    return (
      given.some(isOperand) && haveSameValues(given.filter(isOperand), otherGiven.filter(isOperand))
    );
  }
  if (everyday.has(one.program) || everyday.has(other.program)) return false;
  return given.some(isOperand) && haveSameValues(given, otherGiven);
}

function isOperand({ text }: Token): boolean {
  return !text.startsWith("-");
}

function haveSameValues(one: readonly Token[], other: readonly Token[]): boolean {
  return one.length === other.length && one.every(({ value }, at) => value === other[at]?.value);
}
