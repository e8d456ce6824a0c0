import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** What a pattern is made of; undefined for what is no expression. The last one is kept: several look at a pattern, one after the other. */
export function parsePattern(source: string, flags = ""): AST.Pattern | undefined {
  if (latest?.source !== source || latest.flags !== flags)
    latest = { source, flags, pattern: parse(source, flags) };
  return latest.pattern;
}

let latest:
  | {
      readonly source: string;
      readonly flags: string;
      readonly pattern: AST.Pattern | undefined;
    }
  | undefined;

function parse(source: string, flags: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(source, 0, source.length, {
      unicode: flags.includes("u"),
      unicodeSets: flags.includes("v"),
    });
  } catch {
    return undefined;
  }
}

/** Parts of a pattern that take exactly one character. */
export type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

export function isOneCharacter(element: AST.Element): element is OneCharacter {
  return element.type.startsWith("Character");
}

/** `^` */
export function isStart(element: AST.Element | undefined): boolean {
  return element?.type === "Assertion" && element.kind === "start";
}

/** ASCII, what is read best first, and what stands for the rest: a space, letters, those that fold to ASCII, a line end. */
export const sampleCharacters: readonly string[] = [
  ...new Set([
    ...Array.from("abcdefghijklmnopqrstuvwxyz0123456789 -_./=:,;ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
    ...Array.from("\u00A0éßſ\u212A\u2028漢あ\uFFFF"),
  ]),
];

/** Whether a character is one of those that this part of a pattern stands for. */
export function characterTest({ raw }: AST.Element, flags: string): (character: string) => boolean {
  // In `\c1` the backslash stands for itself; alone it would take away what follows here.
  const own = raw === "\\" ? "\\\\" : raw;
  const expression = new RegExp(`^(?:${own})$`, flags.replaceAll(/[^isuv]/g, ""));
  return (character) => expression.test(character);
}
