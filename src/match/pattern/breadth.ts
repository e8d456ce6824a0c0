import { stepCounter } from "./count-steps.ts";
import { isPlainlyLinear } from "./linear.ts";
import { readPattern, syntaxProblem, type Pattern } from "./pattern.ts";

/** Why this text cannot be a pattern, or undefined. Whether it is fast on every text is another question. */
export function patternProblem(text: string): string | undefined {
  return syntaxProblem(text) ?? breadthProblem(text);
}

/** Why a pattern says too little, or takes so long that nobody can say. */
export function breadthProblem(text: string): string | undefined {
  const isFound = boundedTest(readPattern(text));
  const onNothing = isFound("");
  if (onNothing === true) return "matches the empty string, so it would fire on every call";
  const onTexts = unrelated.map((sample) => isFound(sample));
  if (onNothing === undefined || onTexts.includes(undefined))
    return "takes very long even on a text of twelve characters";
  return onTexts.every((isMatch) => isMatch === true)
    ? "matches any text, so it would fire on every call"
    : undefined;
}

/**
 * Whether a pattern is found in a text; undefined when that takes too long. Nobody may have asked before whether it takes
 * exponential time, so the real engine, which cannot be stopped, only gets what is plainly fast.
 */
export function boundedTest(pattern: Pattern): (text: string) => boolean | undefined {
  if (isPlainlyLinear(pattern)) {
    const expression = new RegExp(pattern.source, pattern.flags);
    return (text) => expression.test(text);
  }
  const count = stepCounter(pattern);
  return (text) => {
    const { outcome } = count(text, mostSteps);
    return outcome === "given up" ? undefined : outcome === "found";
  };
}

/** A few milliseconds, and hundreds of times what an ordinary pattern takes. */
const mostSteps = 50_000;

/** With nothing in common: only a pattern that says nothing matches them all. */
const unrelated = ["q", "7", "%", "é", "漢"].map((character) => character.repeat(12));
