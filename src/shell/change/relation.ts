import { areRelated, everyday, runners, runnerWords } from "./programs.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { shapeOf } from "../shape.ts";
import type { SimpleCommand } from "../command.ts";
import { baseName } from "../word.ts";

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
  const isUnchanged = at === 1 && inner.length > 1 && areEqual(inner.slice(1), wrapping.slice(2));
  return isRunner || isUnchanged ? prefix : undefined;
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
    if (areEqual(given, otherGiven)) return true;
    return given.some(isOperand) && areEqual(given.filter(isOperand), otherGiven.filter(isOperand));
  }
  if (everyday.has(one.program) || everyday.has(other.program)) return false;
  return given.some(isOperand) && areEqual(given, otherGiven);
}

function isOperand({ text }: Token): boolean {
  return !text.startsWith("-");
}

function areEqual(one: readonly Token[], other: readonly Token[]): boolean {
  return one.length === other.length && one.every(({ value }, at) => value === other[at]?.value);
}
