import { visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { characterTest, parsePattern, sampleCharacters, type OneCharacter } from "./syntax.ts";

/** A text made to be hard: what leads to a repetition, what it repeats, and what then makes it fail. */
export interface HardText {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** With how many came before it for the same repetition. */
interface TurnedText extends HardText {
  readonly turn: number;
}

/**
 * Texts on which a pattern would be slow, if it is slow on any, made from its own parts. The first few
 * for every repetition come before the rest for any, so that whoever stops early has seen them all.
 */
export function* hardTexts({
  source,
  flags,
}: Pick<RegExp, "source" | "flags">): Generator<TurnedText> {
  const pattern = parsePattern(source, flags);
  if (pattern === undefined) return;
  const { repetitions, looks, characters } = partsOf(pattern);
  const alphabet = kindsOfCharacters(characters, flags);
  const words = new Words(alphabet, flags);
  const stranger = words.outside(characters);
  const suffixes = unique([
    stranger,
    "",
    "\n",
    `\n${stranger}`,
    ...looks.flatMap((look) => words.of(look, 2)),
  ]).slice(0, mostSuffixes);

  const seen = new Set<string>();
  let waiting = [
    alphabet.flatMap((pump) => suffixes.map((suffix) => ({ prefix: "", pump, suffix }))).values(),
    ...repetitions.map((repetition) => textsFor(repetition, words, suffixes)),
  ];
  for (let turn = 0; waiting.length > 0; turn += 1) {
    const more: typeof waiting = [];
    for (const texts of waiting) {
      const { value: text, done } = texts.next();
      if (done === true) continue;
      more.push(texts);
      const key = JSON.stringify([text.prefix, text.pump, text.suffix]);
      if (text.pump !== "" && !seen.has(key)) yield { ...text, turn };
      seen.add(key);
    }
    waiting = more;
  }
}

const mostSuffixes = 7;
const mostVariants = 8;
const mostCharacters = 8;
const mostPaired = 4;
/** A part that has to be repeated often makes long words; beyond this they are cut. */
const longestWord = 300;

function* textsFor(
  repetition: AST.Quantifier,
  words: Words,
  anySuffixes: readonly string[],
): IteratorObject<HardText, undefined> {
  const { element } = repetition;
  const { before, after } = around(repetition);
  const leads = unique([...words.of(before, 3), ""]);
  const bodies = words.of([element], mostVariants);
  const characters = words.charactersIn(element);
  const nextWords = words.of(upToNextRepetition(after), 2);
  const pumps = unique([
    ...bodies,
    ...characters.slice(0, mostCharacters),
    // What leads there, again and again: every place where a search begins may read on from there.
    ...[" ", ""].flatMap((gap) =>
      leads.flatMap((lead) => bodies.slice(0, 2).map((body) => `${lead}${body}${gap}`)),
    ),
    ...leads.map((lead) => `${lead} `),
    ...words.preferring(leads.join("")).of([element], 2),
    ...nextWords,
    ...nextWords.flatMap((next) => bodies.slice(0, 2).map((body) => `${body}${next}`)),
    ...words.of(upToNextRepetition(before.toReversed()).toReversed(), 1),
    ...characters.slice(0, mostPaired).flatMap((one, _, all) => all.map((other) => one + other)),
  ]);
  // Twice, because the pattern may allow for one.
  const own = words.outside(partsOf(element).characters).repeat(2);
  const suffixes = unique([own, `\n${own}`, ...anySuffixes]);
  for (const pump of pumps)
    for (const prefix of leads) for (const suffix of suffixes) yield { prefix, pump, suffix };
}

interface Parts {
  /** Whatever may be repeated more than once. */
  readonly repetitions: AST.Quantifier[];
  /** What must stand further on, or must not, for anything else to be tried. */
  readonly looks: (readonly AST.Element[])[];
  readonly characters: OneCharacter[];
}

function partsOf(pattern: AST.Pattern | AST.Element): Parts {
  const parts: Parts = { repetitions: [], looks: [], characters: [] };
  const keepCharacter = (part: OneCharacter) => {
    const isWhole = part.parent.type === "Alternative" || part.parent.type === "Quantifier";
    if (isWhole) parts.characters.push(part);
  };
  visitRegExpAST(pattern, {
    onQuantifierEnter: (quantifier) => {
      if (quantifier.max > 1) parts.repetitions.push(quantifier);
    },
    onAssertionEnter: (assertion) => {
      if (assertion.kind !== "lookahead") return;
      for (const { elements } of assertion.alternatives) parts.looks.push(elements);
    },
    onCharacterEnter: keepCharacter,
    onCharacterSetEnter: keepCharacter,
    onCharacterClassEnter: keepCharacter,
  });
  return parts;
}

/** What stands before and after an element on the way through the whole pattern. */
function around(element: AST.Element): {
  readonly before: readonly AST.Element[];
  readonly after: readonly AST.Element[];
} {
  const before: AST.Element[] = [];
  const after: AST.Element[] = [];
  let current: AST.Node | null = element;
  while (current !== null) {
    const { parent }: { readonly parent: AST.Node | null } = current;
    if (parent?.type === "Alternative") {
      const index = parent.elements.findIndex((each) => each === current);
      before.unshift(...parent.elements.slice(0, index));
      after.push(...parent.elements.slice(index + 1));
    }
    current = parent;
  }
  return { before, after };
}

function upToNextRepetition(elements: readonly AST.Element[]): readonly AST.Element[] {
  const next = elements.findIndex((each) => each.type === "Quantifier" && each.max > 1);
  return next === -1 ? elements : elements.slice(0, next);
}

/** Words that parts of a pattern match, as far as one can say without trying. */
class Words {
  readonly #alphabet: readonly string[];
  readonly #flags: string;
  readonly #characters = new Map<string, readonly string[]>();
  #isReferring = false;

  constructor(alphabet: readonly string[], flags: string) {
    this.#alphabet = alphabet;
    this.#flags = flags;
  }

  /** The same, with these characters wherever they fit: what is repeated may hold what leads there. */
  preferring(characters: string): Words {
    return new Words(unique([...Array.from(characters), ...this.#alphabet]), this.#flags);
  }

  /** Each variant takes other alternatives, other characters, and what may be missing or not. */
  of(elements: readonly AST.Element[], variants: number): readonly string[] {
    return unique(
      Array.from({ length: variants }, (_, variant) => this.#sequence(elements, variant)),
    );
  }

  /** One of each kind of character that occurs in it, those that most of its parts take first. */
  charactersIn(element: AST.Element): readonly string[] {
    const taken = partsOf(element).characters.map((each) => this.#matching(each));
    const takers = (character: string) => taken.filter((some) => some.includes(character)).length;
    return unique(taken.flat()).toSorted((one, other) => takers(other) - takers(one));
  }

  /** A character that as few of these parts as possible take. */
  outside(elements: readonly AST.Element[]): string {
    let best = { character: "!", takers: Infinity };
    for (const character of this.#alphabet) {
      const takers = elements.filter((each) => this.#matching(each).includes(character)).length;
      if (takers < best.takers) best = { character, takers };
    }
    return best.character;
  }

  #sequence(elements: readonly AST.Element[], variant: number): string {
    let word = "";
    for (const element of elements) {
      word += this.#word(element, variant);
      if (word.length > longestWord) return word.slice(0, longestWord);
    }
    return word;
  }

  #word(element: AST.Element, variant: number): string {
    switch (element.type) {
      case "Group":
      case "CapturingGroup": {
        const way = element.alternatives[variant % element.alternatives.length];
        return this.#sequence(way?.elements ?? [], variant);
      }
      case "Quantifier": {
        const once = variant % 2 === 0 && element.max > 0 ? 1 : 0;
        const often = Math.min(Math.max(element.min, once), longestWord);
        return this.#word(element.element, variant).repeat(often).slice(0, longestWord);
      }
      case "Backreference": {
        const [group] = [element.resolved].flat();
        // A reference within what is referred to could go round for ever.
        if (group === undefined || this.#isReferring) return "";
        this.#isReferring = true;
        const word = this.#word(group, variant);
        this.#isReferring = false;
        return word;
      }
      case "Assertion":
        return "";
      default: {
        const found = this.#matching(element);
        return found[variant % Math.max(found.length, 1)] ?? "";
      }
    }
  }

  #matching(element: AST.Element): readonly string[] {
    const known = this.#characters.get(element.raw);
    if (known !== undefined) return known;
    const found = this.#alphabet.filter(characterTest(element, this.#flags));
    this.#characters.set(element.raw, found);
    return found;
  }
}

/** One character of each kind that the pattern tells apart: for its parts, any other of that kind would do. */
function kindsOfCharacters(elements: readonly AST.Element[], flags: string): readonly string[] {
  const tests = new Map(elements.map((element) => [element.raw, characterTest(element, flags)]));
  // Also those that are written in the pattern, and the ends of its ranges.
  const known = [...sampleCharacters];
  const onCharacterEnter = ({ value }: AST.Character) =>
    void known.push(String.fromCodePoint(value));
  for (const element of elements) visitRegExpAST(element, { onCharacterEnter });
  const kinds = new Map<string, string>();
  // Where `^` and `$` stand at every line, the end of a line is like no other character.
  const isLineEnd = (character: string) => flags.includes("m") && character === "\n";
  for (const character of known) {
    const answers = [isLineEnd, ...tests.values()].map((test) => Number(test(character)));
    const kind = answers.join("");
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
