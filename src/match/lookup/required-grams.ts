import { foldedText } from "../moment.ts";
import { remembered } from "../once.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { blank, nameEdge, placeMarks, type Atom, type Field } from "../prefilter/atom.ts";
import { everyRequired } from "../prefilter/required.ts";
import { eachGram, foldedUnits, gap, gramLengths } from "./grams.ts";

/** A gram that must be in a text, with how much it says. */
export interface Gram {
  readonly gram: number;
  readonly length: number;
}

/**
 * What must be in a text that the pattern matches, in several ways that all hold: each is a list of alternatives of which one is
 * there, and of an alternative each gram is. Whoever looks for one gram of each alternative misses no match. Nothing when
 * the pattern asks for no text.
 */
export type RequiredGrams = readonly (readonly (readonly Gram[])[])[];

export function requiredGrams(pattern: Pattern, field: Field): RequiredGrams {
  return readers[field](pattern);
}

/** Held by the pattern: the same lesson is asked for by several buckets. */
const readers: Readonly<Record<Field, (pattern: Pattern) => RequiredGrams>> = {
  command: remembered((pattern) => readGrams(pattern, "command")),
  path: remembered((pattern) => readGrams(pattern, "path")),
  content: remembered((pattern) => readGrams(pattern, "content")),
};

function readGrams(pattern: Pattern, field: Field): RequiredGrams {
  return everyRequired(pattern, field)
    .map((runs) => runs.map((run) => literalsOf(run).flatMap(gramsOf)))
    .filter((alternatives) => alternatives.every((grams) => grams.length > 0));
}

/** The same of what was said for one of these keywords to be in it, as the matcher folds both. */
export function keywordGrams(keywords: readonly string[]): RequiredGrams {
  const alternatives = keywords
    .map((keyword) => foldedText(keyword.trim()))
    .filter((keyword) => keyword !== "")
    .map(gramsOf);
  return alternatives.length > 0 && alternatives.every((grams) => grams.length > 0)
    ? [alternatives]
    : [];
}

/** Of the longest that it has room for: any shorter one in it is at least as frequent. */
function gramsOf(literal: string): readonly Gram[] {
  // Without the gaps around it, of which only those count that are known to be there.
  const units = foldedUnits(literal).subarray(1, literal.length + 1);
  const longest = gramLengths.findLast((length) => length <= units.length);
  // Gaps alone are in every text.
  if (longest === undefined || units.every((unit) => unit === gap)) return [];
  const grams: Gram[] = [];
  eachGram(units, longest, (gram, length) => {
    if (length === longest) grams.push({ gram, length });
  });
  return grams;
}

/** The texts that a run of atoms stands for, each in one piece, with a space for a gap that is known to be there. */
function literalsOf(run: readonly Atom[]): readonly string[] {
  const reader = new RunReader();
  for (const atom of run) reader.take(atom);
  return reader.end();
}

class RunReader {
  readonly #literals: string[] = [];
  #text = "";
  /** A word begins or ends here, which takes no room. */
  #isEdge = false;

  take(atom: Atom): void {
    switch (atom) {
      case placeMarks.edge:
        this.#isEdge = true;
        return;
      case placeMarks.start:
        this.#cut();
        this.#text = " ";
        return;
      case placeMarks.end:
        this.#isEdge = false;
        if (this.#text !== "") this.#text += " ";
        this.#cut();
        return;
      case blank:
        // One or more of them.
        this.#add(" ");
        this.#cut();
        this.#text = " ";
        return;
      case nameEdge:
        this.#add(" ");
        return;
      default:
        this.#takeCharacter(atom);
    }
  }

  #takeCharacter(atom: Atom): void {
    const isEscape = atom.startsWith("\\");
    if (atom.length === 1) this.#add(atom);
    // A quote and a backslash are escaped twice, for JSON and for grep.
    else if (isEscape && (atom.length === 2 || atom === '\\\\"' || atom === "\\\\\\\\"))
      this.#add(" ");
    else this.#cut();
  }

  #add(character: string): void {
    // Before a word that begins here there is a gap, whatever it is.
    if (this.#isEdge && this.#text === "" && /\w/.test(character)) this.#text = " ";
    this.#isEdge = false;
    this.#text += character;
  }

  #cut(): void {
    if (this.#isEdge && /\w$/.test(this.#text)) this.#text += " ";
    this.#isEdge = false;
    if (this.#text !== "") this.#literals.push(this.#text);
    this.#text = "";
  }

  end(): readonly string[] {
    this.#cut();
    return this.#literals;
  }
}
