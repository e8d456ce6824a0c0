import type { Chance } from "./budget.ts";

/** A pattern as nobody would write it: grown from a grammar, or a usual one that was cut, doubled and put together anew. */
export function anyPattern(chance: Chance): string {
  const text = chance.once(3)
    ? bent(chance, chance.of(usual))
    : `${chance.once(2) ? "^" : ""}${grown(chance, 3)}`;
  return `${chance.once(8) ? "(?-i)" : ""}${text}`.slice(0, 1000);
}

export function anyGlob(chance: Chance): string {
  if (chance.once(3)) return bent(chance, chance.of(usualGlobs)).slice(0, 500);
  const parts = Array.from({ length: 1 + chance.below(8) }, () => chance.of(globParts));
  return parts.join(chance.once(3) ? "/" : "").slice(0, 500);
}

/** A text that repeats something, of the characters that the pattern is about and some that it is not. */
export function anyText(
  chance: Chance,
  source: string,
): { prefix: string; pump: string; suffix: string } {
  const own = source.replaceAll(/[\\^$.*+?()[\]{}|]/g, "") || "a";
  const piece = (longest: number) =>
    Array.from({ length: 1 + chance.below(longest) }, () =>
      chance.once(3) ? chance.of(letters) : (own[chance.below(own.length)] ?? "a"),
    ).join("");
  return {
    prefix: chance.once(2) ? "" : piece(6),
    pump: piece(chance.of([1, 1, 2, 4])),
    suffix: chance.once(3) ? "" : chance.once(2) ? "\u0001!" : piece(3),
  };
}

const letters = ["a", "b", "ab", "q", "7", " ", "-", "x", "é", "\n", ".", "/", "!"] as const;
const characters = [
  "a",
  "b",
  "ab",
  "git",
  "-",
  "\\d",
  "\\w",
  "\\s",
  "\\S",
  ".",
  "[ab]",
  "[^a]",
  "[a-m]",
  "[g-z]",
  "\\.",
  "é",
  "\\b",
  "7",
  "--force",
] as const;
const repeats = [
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "{2}",
  "{0,3}",
  "{1,30}",
  "{2,}",
  "{0,200}",
  "??",
] as const;
const opens = ["(?:", "(?:", "(", "(", "(?=", "(?!", "(?<=", "(?<!"] as const;
/** What cannot be repeated. */
const isEdge = /^(?:\\b|\(\?<)/;

function grown(chance: Chance, depth: number): string {
  const length = 1 + chance.below(4);
  return Array.from({ length }, () => {
    const one =
      depth === 0 || chance.once(2)
        ? chance.of(characters)
        : `${chance.of(opens)}${ways(chance, depth - 1)})`;
    if (chance.once(12)) return `${one}\\1`;
    return chance.once(2) && !isEdge.test(one) ? `${one}${chance.of(repeats)}` : one;
  }).join("");
}

function ways(chance: Chance, depth: number): string {
  const count = chance.once(3) ? 1 + chance.below(chance.once(10) ? 40 : 4) : 1;
  return Array.from({ length: count }, () => grown(chance, depth)).join("|");
}

const usual = [
  "^git\\s+stash\\b(?!.*\\s(?:-u|--include-untracked)(?!\\S))",
  "^gh(?:\\s+-\\S+)*\\s+pr\\b",
  "^curl\\s.*\\|\\s*(?:ba)?sh\\b",
  "^(?:npm|pnpm|yarn)\\s+(?:run\\s+)?test\\b(?!.*\\s--\\s)",
  "\\bfunction\\s+\\w+\\s*\\(",
  "^docker(?:\\s+-[A-Z]+)*\\s+run\\b(?!.*\\s--rm(?!\\S))",
  "\\s*,\\s*",
  "^(\\w+\\s?)+$",
  "(?:https?:\\/\\/)?[\\w.-]+\\.[a-z]{2,6}",
  "^\\S+@\\S+\\.\\S+$",
] as const;
const usualGlobs = [
  "**/*.test.ts",
  "src/**/index.{ts,tsx}",
  ".github/workflows/*.yml",
  "**/{a,b}/**/*.py",
  "!(dist)/**",
  "[a-z]*.md",
] as const;
const globParts = [
  "*",
  "**",
  "?",
  "a",
  "b",
  "{a,b}",
  "{a?,?a}",
  "{,a}",
  "!(a)",
  "@(a|b)",
  "?(a)",
  "[ab]",
  "[a]+",
  "((a)+)+",
  "*.ts",
  "{1..9}",
  "(a|b)",
  "\\",
  "}",
  "[!a]",
] as const;

/** Cut, doubled, with a piece in another place, or with a character that was not there. */
function bent(chance: Chance, text: string): string {
  let bending = text;
  for (let times = 1 + chance.below(5); times > 0; times -= 1) {
    const [from, to] = [chance.below(bending.length + 1), chance.below(bending.length + 1)];
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const piece = bending.slice(first, last);
    switch (chance.below(5)) {
      case 0:
        bending = bending.slice(0, first) + bending.slice(last);
        break;
      case 1:
        bending = bending.slice(0, last) + piece + bending.slice(last);
        break;
      case 2:
        bending = bending.slice(0, first) + chance.of(repeats) + bending.slice(first);
        break;
      case 3:
        bending = `${bending.slice(0, first)}(${piece})${chance.of(repeats)}${bending.slice(last)}`;
        break;
      default:
        bending = bending.slice(0, first) + chance.of(characters) + bending.slice(first);
    }
    bending = bending.slice(0, 1000);
  }
  return bending;
}
