import { RegExpParser, type AST } from "@eslint-community/regexpp";

/**
 * A pattern as several without alternatives, which together match the same: `^(npm|yarn) test` is
 * `^npm test` and `^yarn test`. Just the pattern itself where there would be too many, or where an
 * alternative cannot be taken out of its place.
 */
export function patternChoices(pattern: string): readonly string[] {
  if (backReference.test(pattern)) return [pattern];
  const mark = pattern.startsWith(caseMark) ? caseMark : "";
  let choices: readonly string[] = [pattern.slice(mark.length)];
  for (let round = 0; round < mostRounds; round += 1) {
    const next = choices.flatMap((source) => expanded(source));
    if (next.length > mostChoices) return [pattern];
    if (next.length === choices.length) break;
    choices = next;
  }
  return choices.map((source) => mark + source);
}

const caseMark = "(?-i)";
/** It counts groups, and there would be fewer. */
const backReference = /\\[1-9k]/;
const mostChoices = 6;
const mostRounds = 6;

function expanded(source: string): readonly string[] {
  const parsed = parse(source);
  if (parsed === undefined) return [source];
  const [only, ...others] = parsed.alternatives;
  if (only === undefined || others.length > 0) return parsed.alternatives.map(({ raw }) => raw);
  const group = firstGroup(only.elements);
  if (group === undefined) return [source];
  const [before, after] = [source.slice(0, group.start), source.slice(group.end)];
  return group.alternatives.map(({ raw }) => `${before}${raw}${after}`);
}

function parse(source: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(source);
  } catch {
    return undefined;
  }
}

/**
 * The first group with alternatives that stands in line, or in what must follow: `(?=.*(-a|-b))`. What
 * is repeated may be another alternative each time, and what must not follow stays a list.
 */
function firstGroup(elements: readonly AST.Element[]): AST.Group | AST.CapturingGroup | undefined {
  for (const element of elements) {
    if (element.type === "Group" || element.type === "CapturingGroup") {
      if (element.type === "Group" && element.modifiers !== null) continue;
      if (element.alternatives.length > 1) return element;
      const inner = firstGroup(element.alternatives[0]?.elements ?? []);
      if (inner !== undefined) return inner;
    }
    const isDemand =
      element.type === "Assertion" && element.kind === "lookahead" && !element.negate;
    if (isDemand && element.alternatives.length === 1) {
      const inner = firstGroup(element.alternatives[0]?.elements ?? []);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
