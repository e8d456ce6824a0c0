import { visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { characterTest, isOneCharacter, isStart, parsePattern } from "./syntax.ts";

/** What it took to search a text for a pattern. */
interface Search {
  /** "given up": the allowance was used up before there was an answer. */
  readonly outcome: "found" | "not found" | "given up";
  readonly steps: number;
}

/**
 * A matcher that goes back and tries again as the real engine does, and counts what it does. The count
 * depends on the pattern and the text alone: no clock, no machine. Slower than the engine by far, so it
 * is for texts of a few thousand characters.
 */
export function stepCounter({
  source,
  flags,
}: Pick<RegExp, "source" | "flags">): (text: string, allowance: number) => Search {
  const alternatives = parsePattern(source, flags)?.alternatives ?? [];
  const program = compile(alternatives, flags);
  // Like the engine, which does not look for a beginning further on.
  const isAnchored =
    !flags.includes("m") && alternatives.every(({ elements }) => isStart(elements[0]));
  return (text, allowance) => {
    const characters = /[uv]/.test(flags) ? Array.from(text) : text;
    const run: Run = { text: characters, program, allowance, steps: 0 };
    const lastStart = isAnchored || flags.includes("y") ? 0 : characters.length;
    for (let at = 0; at <= lastStart; at++) {
      const found = follow(run, { next: 0, at, registers: [] });
      if (found !== undefined) return { outcome: "found", steps: run.steps };
      if (run.steps > allowance) return { outcome: "given up", steps: run.steps };
    }
    return { outcome: "not found", steps: run.steps };
  };
}

interface Run {
  /** By its characters: those of a plain string are its units. */
  readonly text: string | readonly string[];
  readonly program: readonly Instruction[];
  readonly allowance: number;
  steps: number;
}

/** A way through the program: how far it has come in it and in the text. */
interface Way {
  next: number;
  at: number;
  /** Where groups began and ended, and how often loops went round. Shared by ways, so never changed in place. */
  registers: readonly (number | undefined)[];
}

/** Takes one step, and keeps other ways on for later. False: this way leads nowhere. */
type Instruction = (way: Way, run: Run, others: Way[]) => boolean;

/** Runs until the program ends on some way, or all ways from there have led nowhere. */
function follow(run: Run, from: Way): Way | undefined {
  const others: Way[] = [];
  let way: Way | undefined = from;
  while (way !== undefined) {
    const instruction: Instruction | undefined = run.program[way.next];
    if (instruction === undefined) return way;
    run.steps++;
    if (run.steps > run.allowance) return undefined;
    way.next++;
    if (!instruction(way, run, others)) way = others.pop();
  }
  return undefined;
}

/** Where the program of a look around ends: beyond every program. */
const ended = Number.MAX_SAFE_INTEGER;

interface Compilation {
  readonly program: Instruction[];
  /** The registers of each group that is referred to: where it begins, and the next one for where it ends. */
  readonly groups: ReadonlyMap<AST.CapturingGroup, number>;
  registers: number;
}

/** What changes inside of a group or a look behind, which reads backwards. */
interface Mode {
  readonly flags: string;
  readonly isBackwards: boolean;
}

function compile(alternatives: readonly AST.Alternative[], flags: string): readonly Instruction[] {
  const groups = alternatives.flatMap(referredIn);
  const compilation: Compilation = {
    program: [],
    groups: new Map(groups.map((group, index) => [group, 2 * index])),
    registers: 2 * groups.length,
  };
  compileWays(alternatives, compilation, { flags, isBackwards: false });
  return compilation.program;
}

function compileWays(ways: readonly AST.Alternative[], compilation: Compilation, mode: Mode): void {
  const { program } = compilation;
  const exits: number[] = [];
  ways.forEach(({ elements }, index) => {
    const isLast = index === ways.length - 1;
    const fork = isLast ? undefined : reserve(program);
    const inOrder = mode.isBackwards ? elements.toReversed() : elements;
    for (const element of inOrder) compileElement(element, compilation, mode);
    if (fork === undefined) return;
    exits.push(reserve(program));
    program[fork] = tryFirst(fork + 1, program.length);
  });
  for (const exit of exits) program[exit] = goTo(program.length);
}

function compileElement(element: AST.Element, compilation: Compilation, mode: Mode): void {
  const { program, groups } = compilation;
  switch (element.type) {
    case "Group":
      return compileWays(element.alternatives, compilation, {
        ...mode,
        flags: flagsWithin(element, mode.flags),
      });
    case "CapturingGroup": {
      const start = groups.get(element);
      const [first, last] = mode.isBackwards ? [1, 0] : [0, 1];
      program.push(start === undefined ? passOn : setRegister(start + first, ({ at }) => at));
      compileWays(element.alternatives, compilation, mode);
      program.push(start === undefined ? passOn : setRegister(start + last, ({ at }) => at));
      return;
    }
    case "Quantifier":
      return compileLoop(element, compilation, mode);
    case "Assertion":
      if (element.kind === "lookahead" || element.kind === "lookbehind")
        return compileLook(element, compilation, mode);
      program.push(edge(element, mode.flags));
      return;
    case "Backreference":
      program.push(sameAgain([element.resolved].flat(), groups, mode));
      return;
    default:
      program.push(oneCharacter(element, mode));
  }
}

function compileLoop(quantifier: AST.Quantifier, compilation: Compilation, mode: Mode): void {
  const { program, groups } = compilation;
  const { element, min, max, greedy } = quantifier;
  if (isOneCharacter(element) && min <= 1 && max === Infinity) {
    if (min === 1) compileElement(element, compilation, mode);
    const fork = reserve(program);
    compileElement(element, compilation, mode);
    program.push(goTo(fork));
    const [oneMore, enough] = [fork + 1, program.length];
    program[fork] = greedy ? tryFirst(oneMore, enough) : tryFirst(enough, oneMore);
    return;
  }
  if (isOneCharacter(element)) return compileCharacters(quantifier, compilation, mode);
  const rounds = compilation.registers++;
  const roundStart = compilation.registers++;
  const all = groupsIn(element);
  const inside = all.flatMap((group) => groups.get(group) ?? []);
  program.push(setRegister(rounds, () => 0));
  const head = reserve(program);
  program.push((way, run) => {
    const registers = way.registers.slice();
    registers[rounds] = (registers[rounds] ?? 0) + 1;
    registers[roundStart] = way.at;
    for (const start of inside) registers[start] = registers[start + 1] = undefined;
    way.registers = registers;
    run.steps += all.length;
    return true;
  });
  compileElement(element, compilation, mode);
  program.push((way) => {
    way.next = head;
    // A round that takes nothing beyond those that must be would go on for ever.
    return way.at !== way.registers[roundStart] || (way.registers[rounds] ?? 0) <= min;
  });
  program[head] = nextRound(quantifier, {
    head,
    exit: program.length,
    roundsOf: (way) => way.registers[rounds] ?? 0,
  });
}

/** The same steps as for any loop. How often it went round is seen from where it is: nothing is written down at each round. */
function compileCharacters(quantifier: AST.Quantifier, compilation: Compilation, mode: Mode): void {
  const { program } = compilation;
  const from = compilation.registers++;
  program.push(setRegister(from, ({ at }) => at));
  const head = reserve(program);
  program.push(passOn);
  compileElement(quantifier.element, compilation, mode);
  program.push(goTo(head));
  program[head] = nextRound(quantifier, {
    head,
    exit: program.length,
    roundsOf: (way) => Math.abs(way.at - (way.registers[from] ?? 0)),
  });
}

interface Loop {
  readonly head: number;
  readonly exit: number;
  readonly roundsOf: (way: Way) => number;
}

function nextRound(
  { min, max, greedy }: AST.Quantifier,
  { head, exit, roundsOf }: Loop,
): Instruction {
  const more = greedy ? tryFirst(head + 1, exit) : tryFirst(exit, head + 1);
  return (way, run, others) => {
    const done = roundsOf(way);
    if (done < min) return true;
    if (done < max) return more(way, run, others);
    way.next = exit;
    return true;
  };
}

/** Nothing goes back into a look around that was passed; what its groups took is kept. */
function compileLook(
  { kind, negate, alternatives }: AST.LookaroundAssertion,
  compilation: Compilation,
  mode: Mode,
): void {
  const { program } = compilation;
  const look = reserve(program);
  compileWays(alternatives, compilation, { ...mode, isBackwards: kind === "lookbehind" });
  program.push(goTo(ended));
  const after = program.length;
  program[look] = (way, run) => {
    const inside = follow(run, { next: way.next, at: way.at, registers: way.registers });
    if (run.steps > run.allowance) return false;
    way.next = after;
    if (inside !== undefined && !negate) way.registers = inside.registers;
    return (inside === undefined) === negate;
  };
}

function reserve(program: Instruction[]): number {
  return program.push(() => false) - 1;
}

function tryFirst(first: number, otherwise: number): Instruction {
  return (way, _, others) => {
    // Written out: this is most of what a search does, and a spread takes several times as long.
    others.push({ next: otherwise, at: way.at, registers: way.registers });
    way.next = first;
    return true;
  };
}

/** The engine notes where a group begins and ends; whoever is not referred to is a step and no more. */
const passOn: Instruction = () => true;

function goTo(next: number): Instruction {
  return (way) => {
    way.next = next;
    return true;
  };
}

function setRegister(register: number, valueAt: (way: Way) => number): Instruction {
  return (way) => {
    const registers = way.registers.slice();
    registers[register] = valueAt(way);
    way.registers = registers;
    return true;
  };
}

/** The engine itself says which characters these are; it is asked once for each. */
function oneCharacter(element: AST.Element, { flags, isBackwards }: Mode): Instruction {
  const test = characterTest(element, flags);
  const known: (boolean | undefined)[] = Array.from({ length: 128 });
  return (way, { text }) => {
    const character = text[isBackwards ? way.at - 1 : way.at];
    if (character === undefined) return false;
    way.at += isBackwards ? -1 : 1;
    const code = character.charCodeAt(0);
    if (code >= known.length) return test(character);
    return (known[code] ??= test(character));
  };
}

function edge(element: AST.EdgeAssertion | AST.WordBoundaryAssertion, flags: string): Instruction {
  const isWord = wordTest(flags);
  const isEndOfLine = (character: string | undefined) =>
    character === undefined || (flags.includes("m") && /[\n\r\u2028\u2029]/.test(character));
  switch (element.kind) {
    case "start":
      return ({ at }, { text }) => isEndOfLine(text[at - 1]);
    case "end":
      return ({ at }, { text }) => isEndOfLine(text[at]);
    case "word":
      return ({ at }, { text }) => (isWord(text[at - 1]) === isWord(text[at])) === element.negate;
  }
}

function wordTest(flags: string): (character: string | undefined) => boolean {
  const word = new RegExp("\\w", flags.replaceAll(/[^iuv]/g, ""));
  const known: (boolean | undefined)[] = Array.from({ length: 128 });
  return (character) => {
    if (character === undefined) return false;
    const code = character.charCodeAt(0);
    return code >= known.length ? word.test(character) : (known[code] ??= word.test(character));
  };
}

function sameAgain(
  referred: readonly AST.CapturingGroup[],
  groups: ReadonlyMap<AST.CapturingGroup, number>,
  { flags, isBackwards }: Mode,
): Instruction {
  const starts = referred.map((group) => groups.get(group) ?? 0);
  const folded = (characters: string | readonly string[]) => {
    const each = Array.from(characters);
    return (flags.includes("i") ? each.map((one) => one.toUpperCase()) : each).join("");
  };
  return (way, run) => {
    for (const start of starts) {
      const [from, to] = [way.registers[start], way.registers[start + 1]];
      if (from === undefined || to === undefined) continue;
      const first = isBackwards ? way.at - (to - from) : way.at;
      const last = first + (to - from);
      if (first < 0) return false;
      run.steps += to - from;
      way.at = isBackwards ? first : last;
      return folded(run.text.slice(first, last)) === folded(run.text.slice(from, to));
    }
    return true;
  };
}

/** `(?i-s:…)` */
function flagsWithin({ modifiers }: AST.Group, flags: string): string {
  const removed = modifiers?.remove?.raw ?? "";
  const kept = Array.from(flags).filter((letter) => !removed.includes(letter));
  return [...new Set([...kept, ...Array.from(modifiers?.add.raw ?? "")])].join("");
}

/** Of these the ones that a part of the pattern asks for again. */
function referredIn(node: AST.Alternative): readonly AST.CapturingGroup[] {
  const referred = new Set<AST.CapturingGroup>();
  visitRegExpAST(node, {
    onBackreferenceEnter: ({ resolved }) => {
      for (const group of [resolved].flat()) referred.add(group);
    },
  });
  return [...referred];
}

/** The groups that keep what they took, in the order of their numbers. */
function groupsIn(node: AST.Alternative | AST.Element): readonly AST.CapturingGroup[] {
  const groups: AST.CapturingGroup[] = [];
  visitRegExpAST(node, { onCapturingGroupEnter: (group) => void groups.push(group) });
  return groups;
}
