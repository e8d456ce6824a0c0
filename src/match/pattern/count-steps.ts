import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** What it took to search a text for a pattern. */
export interface Search {
  /** "given up": the allowance was used up before there was an answer. */
  readonly outcome: "found" | "not found" | "given up";
  readonly steps: number;
}

/**
 * A matcher that goes back and tries again as the real engine does, and counts what it does. The count
 * depends on the pattern and the text alone: no clock, no machine. Slower than the engine by far, so it
 * is for texts of a few thousand characters.
 */
export function stepCounter(pattern: {
  readonly source: string;
  readonly flags: string;
}): (text: string, allowance: number) => Search {
  const { source, flags } = pattern;
  const isUnicode = /[uv]/.test(flags);
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const program = compile(parsed, flags);
  // Like the engine, which does not look for a beginning further on.
  const isAnchored =
    !flags.includes("m") && parsed.alternatives.every(({ elements }) => isStart(elements[0]));
  return (text, allowance) => {
    const run: Run = {
      text: isUnicode ? Array.from(text) : text.split(""),
      program,
      at: 0,
      next: 0,
      registers: [],
      undo: [],
      steps: 0,
      allowance,
    };
    const lastStart = isAnchored || flags.includes("y") ? 0 : run.text.length;
    for (let start = 0; start <= lastStart; start++) {
      run.at = start;
      run.registers.fill(unset);
      run.undo.length = 0;
      if (isMatch(run, 0)) return { outcome: "found", steps: run.steps };
      if (run.steps > allowance) return { outcome: "given up", steps: run.steps };
    }
    return { outcome: "not found", steps: run.steps };
  };
}

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === "Assertion" && element.kind === "start";
}

interface Run {
  readonly text: readonly string[];
  readonly program: readonly Instruction[];
  at: number;
  next: number;
  /** Where groups began and ended, and how often loops went round. */
  readonly registers: number[];
  /** Pairs of numbers: another way on and the place to take it from, or a register and what it was. */
  readonly undo: number[];
  steps: number;
  readonly allowance: number;
}

const unset = -1;

/** Takes one step. False: this way leads nowhere. */
type Instruction = (run: Run) => boolean;

/** Runs until the program ends there, or all ways from there have led nowhere. */
function isMatch(run: Run, from: number): boolean {
  const floor = run.undo.length;
  run.next = from;
  for (;;) {
    const instruction = run.program[run.next];
    if (instruction === undefined) return true;
    run.steps++;
    if (run.steps > run.allowance) return false;
    run.next++;
    if (!instruction(run) && !goBack(run, floor)) return false;
  }
}

/** Where the program of a look around ends: beyond every program. */
const ended = Number.MAX_SAFE_INTEGER;

function goBack(run: Run, floor: number): boolean {
  const { undo, registers } = run;
  while (undo.length > floor) {
    const value = undo.pop() ?? unset;
    const target = undo.pop() ?? 0;
    if (target >= 0) {
      run.next = target;
      run.at = value;
      return true;
    }
    registers[-1 - target] = value;
  }
  return false;
}

function setRegister({ undo, registers }: Run, register: number, value: number): void {
  undo.push(-1 - register, registers[register] ?? unset);
  registers[register] = value;
}

interface Compilation {
  readonly program: Instruction[];
  readonly groups: Map<AST.CapturingGroup, number>;
  registers: number;
}

/** What holds at a place of the pattern: flags can change in a group, and a look behind reads backwards. */
interface Place {
  readonly flags: string;
  readonly isBackwards: boolean;
}

function compile(pattern: AST.Pattern, flags: string): readonly Instruction[] {
  const compilation: Compilation = { program: [], groups: new Map(), registers: 0 };
  for (const group of groupsIn(pattern)) {
    compilation.groups.set(group, compilation.registers);
    compilation.registers += 2;
  }
  compileWays(pattern.alternatives, compilation, { flags, isBackwards: false });
  return compilation.program;
}

function compileWays(
  ways: readonly AST.Alternative[],
  compilation: Compilation,
  place: Place,
): void {
  const { program } = compilation;
  const exits: number[] = [];
  ways.forEach(({ elements }, index) => {
    const isLast = index === ways.length - 1;
    const fork = isLast ? undefined : reserve(program);
    const inOrder = place.isBackwards ? elements.toReversed() : elements;
    for (const element of inOrder) compileElement(element, compilation, place);
    if (fork === undefined) return;
    exits.push(reserve(program));
    program[fork] = tryFirst(fork + 1, program.length);
  });
  for (const exit of exits) program[exit] = goTo(program.length);
}

function compileElement(element: AST.Element, compilation: Compilation, place: Place): void {
  const { program, groups } = compilation;
  switch (element.type) {
    case "Group":
      return compileWays(element.alternatives, compilation, {
        ...place,
        flags: flagsWithin(element, place.flags),
      });
    case "CapturingGroup": {
      const start = groups.get(element) ?? 0;
      const [first, last] = place.isBackwards ? [start + 1, start] : [start, start + 1];
      program.push(keepPlace(first));
      compileWays(element.alternatives, compilation, place);
      program.push(keepPlace(last));
      return;
    }
    case "Quantifier":
      return compileLoop(element, compilation, place);
    case "Assertion":
      if (element.kind === "lookahead" || element.kind === "lookbehind")
        return compileLook(element, compilation, place);
      program.push(edge(element, place.flags));
      return;
    case "Backreference":
      program.push(sameAgain([element.resolved].flat(), groups, place));
      return;
    default:
      program.push(oneCharacter(element, place));
  }
}

function compileLoop(quantifier: AST.Quantifier, compilation: Compilation, place: Place): void {
  const { program, groups } = compilation;
  const { element, min, max, greedy } = quantifier;
  const isCharacter = element.type.startsWith("Character");
  if (isCharacter && min <= 1 && max === Infinity) {
    if (min === 1) compileElement(element, compilation, place);
    const fork = reserve(program);
    compileElement(element, compilation, place);
    program.push(goTo(fork));
    program[fork] = greedy
      ? tryFirst(fork + 1, program.length)
      : tryFirst(program.length, fork + 1);
    return;
  }
  const rounds = compilation.registers++;
  const roundStart = compilation.registers++;
  const inside = groupsIn(element).map((group) => groups.get(group) ?? 0);
  program.push((run) => {
    setRegister(run, rounds, 0);
    return true;
  });
  const head = reserve(program);
  program.push((run) => {
    setRegister(run, rounds, (run.registers[rounds] ?? 0) + 1);
    setRegister(run, roundStart, run.at);
    run.steps += inside.length;
    for (const start of inside) {
      setRegister(run, start, unset);
      setRegister(run, start + 1, unset);
    }
    return true;
  });
  compileElement(element, compilation, place);
  program.push((run) => {
    // A round that takes nothing beyond those that must be would go on for ever.
    const isIdle = run.at === run.registers[roundStart] && (run.registers[rounds] ?? 0) > min;
    run.next = head;
    return !isIdle;
  });
  const exit = program.length;
  const [oneMore, enough] = [tryFirst(head + 1, exit), tryFirst(exit, head + 1)];
  program[head] = (run) => {
    const done = run.registers[rounds] ?? 0;
    if (done < min) return true;
    if (done < max) return greedy ? oneMore(run) : enough(run);
    run.next = exit;
    return true;
  };
}

function compileLook(
  element: AST.LookaroundAssertion,
  compilation: Compilation,
  place: Place,
): void {
  const { program } = compilation;
  const look = reserve(program);
  const isBackwards = element.kind === "lookbehind";
  compileWays(element.alternatives, compilation, { ...place, isBackwards });
  program.push(goTo(ended));
  const after = program.length;
  program[look] = (run) => {
    const { at } = run;
    const floor = run.undo.length;
    const isThere = isMatch(run, look + 1);
    if (run.steps > run.allowance) return false;
    if (isThere && element.negate) while (goBack(run, floor));
    if (isThere && !element.negate) forgetWays(run.undo, floor);
    run.at = at;
    run.next = after;
    return isThere !== element.negate;
  };
}

/** Nothing goes back into a look around that was passed; what its groups took is forgotten with it. */
function forgetWays(undo: number[], floor: number): void {
  let kept = floor;
  for (let index = floor; index < undo.length; index += 2) {
    const [target = 0, value = unset] = [undo[index], undo[index + 1]];
    if (target >= 0) continue;
    undo[kept++] = target;
    undo[kept++] = value;
  }
  undo.length = kept;
}

function reserve(program: Instruction[]): number {
  return program.push(() => false) - 1;
}

function tryFirst(first: number, otherwise: number): Instruction {
  return (run) => {
    run.undo.push(otherwise, run.at);
    run.next = first;
    return true;
  };
}

function goTo(next: number): Instruction {
  return (run) => {
    run.next = next;
    return true;
  };
}

function keepPlace(register: number): Instruction {
  return (run) => {
    setRegister(run, register, run.at);
    return true;
  };
}

/** The engine itself says which characters these are; it is asked once for each. */
function oneCharacter(element: AST.Element, { flags, isBackwards }: Place): Instruction {
  const test = characterTest(element, flags);
  const known: (boolean | undefined)[] = Array.from({ length: 128 });
  return (run) => {
    const character = run.text[isBackwards ? run.at - 1 : run.at];
    if (character === undefined) return false;
    run.at += isBackwards ? -1 : 1;
    const code = character.charCodeAt(0);
    if (code >= known.length) return test(character);
    return (known[code] ??= test(character));
  };
}

/** Whether a character is one of those that this part of a pattern stands for. */
export function characterTest({ raw }: AST.Element, flags: string): (character: string) => boolean {
  const expression = new RegExp(`^(?:${raw})$`, flags.replaceAll(/[^isuv]/g, ""));
  return (character) => expression.test(character);
}

function edge(element: AST.EdgeAssertion | AST.WordBoundaryAssertion, flags: string): Instruction {
  const word = new RegExp("\\w", flags.replaceAll(/[^iuv]/g, ""));
  const isEndOfLine = (character: string | undefined) =>
    character === undefined || (flags.includes("m") && /[\n\r\u2028\u2029]/.test(character));
  switch (element.kind) {
    case "start":
      return ({ text, at }) => isEndOfLine(text[at - 1]);
    case "end":
      return ({ text, at }) => isEndOfLine(text[at]);
    case "word":
      return ({ text, at }) =>
        (word.test(text[at - 1] ?? "") === word.test(text[at] ?? "")) === element.negate;
  }
}

function sameAgain(
  referred: readonly AST.CapturingGroup[],
  groups: ReadonlyMap<AST.CapturingGroup, number>,
  { flags, isBackwards }: Place,
): Instruction {
  const starts = referred.map((group) => groups.get(group) ?? 0);
  const folded = (characters: readonly string[]) =>
    flags.includes("i") ? characters.map((each) => each.toUpperCase()) : characters;
  return (run) => {
    for (const start of starts) {
      const [from, to] = [run.registers[start], run.registers[start + 1]];
      if (from === undefined || to === undefined || from === unset || to === unset) continue;
      const [first, last] = isBackwards
        ? [run.at - (to - from), run.at]
        : [run.at, run.at + (to - from)];
      if (first < 0) return false;
      const expected = folded(run.text.slice(from, to)).join("");
      run.steps += to - from;
      run.at = isBackwards ? first : last;
      return folded(run.text.slice(first, last)).join("") === expected;
    }
    return true;
  };
}

function flagsWithin({ modifiers }: AST.Group, flags: string): string {
  if (modifiers === null) return flags;
  const { add, remove } = modifiers;
  let changed = flags;
  for (const [letter, name] of modifierNames) {
    if (add[name]) changed = `${changed}${changed.includes(letter) ? "" : letter}`;
    if (remove?.[name] === true) changed = changed.replaceAll(letter, "");
  }
  return changed;
}

const modifierNames = [
  ["i", "ignoreCase"],
  ["m", "multiline"],
  ["s", "dotAll"],
] as const;

/** The groups that keep what they took, in the order of their numbers. */
function groupsIn(node: AST.Pattern | AST.Element | AST.Alternative): AST.CapturingGroup[] {
  switch (node.type) {
    case "Quantifier":
      return groupsIn(node.element);
    case "Alternative":
      return node.elements.flatMap(groupsIn);
    case "CapturingGroup":
      return [node, ...node.alternatives.flatMap(groupsIn)];
    case "Pattern":
    case "Group":
      return node.alternatives.flatMap(groupsIn);
    case "Assertion":
      return "alternatives" in node ? node.alternatives.flatMap(groupsIn) : [];
    default:
      return [];
  }
}
