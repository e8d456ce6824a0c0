import type { AST } from "@eslint-community/regexpp";
import { blank, classAtom, nameEdge } from "./atom.ts";
import { atomIn, isBlank, type Field } from "./field.ts";
import { takesAnything, takesExactly, type Taken } from "./taken.ts";

/** What a pattern is read for. */
export interface Reading {
  readonly field: Field;
  readonly ignoresCase: boolean;
}

/** What one character, or one of several, takes of the text. */
export function takenByOne(
  element: AST.Character | AST.CharacterSet | AST.CharacterClass,
  reading: Reading,
): Taken {
  switch (element.type) {
    case "Character":
      return takenByCharacter(String.fromCodePoint(element.value), reading);
    case "CharacterSet":
      return takenByCharacterSet(element, reading);
    case "CharacterClass":
      return takenByClass(element, reading);
  }
}

function takenByCharacter(character: string, reading: Reading): Taken {
  // In a path it separates names, whichever way it was typed.
  if (reading.field === "path" && character === "/") return takesExactly([[nameEdge]]);
  const atom = atomIn(reading.field, character, reading);
  return atom === undefined ? takesAnything : takesExactly([[atom]]);
}

function takenByCharacterSet(set: AST.CharacterSet, { field }: Reading): Taken {
  if (set.kind === "space" && !set.negate) return takenByBlank(field);
  if (set.kind === "digit" && !set.negate) return takesExactly([[classAtom(digits)]]);
  return takesAnything;
}

const digits = "0123456789".split("");

/** A path has no borders at blanks. */
function takenByBlank(field: Field): Taken {
  return field === "path" ? takesAnything : takesExactly([[blank]]);
}

const largestClass = 12;

function takenByClass(set: AST.CharacterClass, { field }: Reading): Taken {
  if (set.negate) return takesAnything;
  const characters: string[] = [];
  for (const element of set.elements) {
    if (element.type === "Character") {
      characters.push(String.fromCodePoint(element.value));
    } else if (element.type === "CharacterClassRange") {
      if (element.max.value - element.min.value > largestClass) return takesAnything;
      for (let code = element.min.value; code <= element.max.value; code += 1) {
        characters.push(String.fromCodePoint(code));
      }
    } else if (element.type === "CharacterSet" && element.kind === "digit" && !element.negate) {
      characters.push(...digits);
    } else if (element.type === "CharacterSet" && element.kind === "space" && !element.negate) {
      characters.push(" ");
    } else {
      return takesAnything;
    }
  }
  if (characters.length === 0) return takesAnything;
  if (characters.every(isBlank)) return takenByBlank(field);
  const isPlain = characters.every((character) => /^\w$/.test(character));
  return isPlain && characters.length <= largestClass
    ? takesExactly([[classAtom([...new Set(characters)])]])
    : takesAnything;
}
