import { Fault } from "../../platform/fault.ts";
import { patternProblem } from "../../match/pattern/breadth.ts";
import { escaped, readPattern } from "../../match/pattern/pattern.ts";
import { judgePatternSpeed } from "../../match/pattern/speed.ts";

/** What is to be forgotten: a text, however it is capitalised, or all that a pattern matches. */
export interface Sought {
  /** Global, so that all of it is found. */
  readonly expression: RegExp;
  /** As it stands inside of JSON, where that is another one. */
  readonly inJson: RegExp;
}

export function soughtText(text: string): Sought {
  if (text.trim().length < shortest)
    throw new Fault("bad-input", `"${text}" is too short to erase`, {
      hint: `use at least ${shortest} characters; a shorter text would hit unrelated words`,
    });
  const quoted = JSON.stringify(text).slice(1, -1);
  return { expression: literal(text), inJson: literal(quoted) };
}

const shortest = 4;

function literal(text: string): RegExp {
  return new RegExp(escaped(text), "giu");
}

/** All that a pattern matches. One that is slow or matches nearly everything is refused, like that of a lesson. */
export function soughtPattern(text: string): Sought {
  const pattern = readPattern(text);
  const problem =
    patternProblem(text) ??
    (["super-linear", "undecided"].includes(judgePatternSpeed(pattern).speed)
      ? "takes too long"
      : undefined);
  if (problem !== undefined)
    throw new Fault("bad-input", `the pattern ${text} ${problem}`, {
      hint: "use a narrower pattern",
    });
  const expression = new RegExp(pattern.source, `g${pattern.flags}`);
  return { expression, inJson: expression };
}

/** The texts that are there, each once. */
export function foundIn(text: string, { expression }: Sought): readonly string[] {
  return [...new Set(text.match(expression) ?? [])].filter((found) => found !== "");
}

export function isIn(text: string, sought: Sought): boolean {
  return text.search(sought.expression) >= 0;
}
