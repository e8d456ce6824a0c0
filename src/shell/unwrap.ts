import { baseName } from "./word.ts";

/** Where the program that a command really runs is, behind `sudo`, `env` and the like. */
interface Unwrapped {
  /** The index of its word. */
  readonly start: number;
  /** The names of the programs before it. */
  readonly wrappers: readonly string[];
  /** The variables that they set for it, as they were given: `NAME=value`. */
  readonly assigned: readonly string[];
  /** What the program runs when it is a shell with a string, or `eval`. */
  readonly innerLine: InnerLine | undefined;
}

/** A line inside a line, and the words that it was given as. */
export interface InnerLine {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const mostWrappers = 8;

/**
 * Takes unquoted words. A wrapper that runs nothing (`env`, `command -v git`) is itself the
 * program. An option that we do not know counts as one without a value: at worst its value stands
 * before the command, and nothing is lost.
 */
export function unwrap(words: readonly string[]): Unwrapped {
  const first = baseName(words[0] ?? "");
  // Nearly all commands are nothing but themselves.
  if (!wrapperPrograms.has(first) && !runsLine(first)) return itself;
  const wrappers: string[] = [];
  const assigned: string[] = [];
  let start = 0;
  while (wrappers.length < mostWrappers) {
    const name = baseName(words[start] ?? "");
    const wrapper = wrapperPrograms.get(name);
    if (wrapper === undefined) break;
    const settings: string[] = [];
    const next = commandBehind(wrapper, words, start, settings);
    if (next === undefined) break;
    wrappers.push(name);
    assigned.push(...settings);
    start = next;
  }
  return { start, wrappers, assigned, innerLine: innerLineAt(words, start) };
}

const itself: Unwrapped = { start: 0, wrappers: [], assigned: [], innerLine: undefined };

/** The index at which the wrapped command starts. The variables set before it go into `settings`. */
function commandBehind(
  wrapper: Wrapper,
  words: readonly string[],
  start: number,
  settings: string[],
): number | undefined {
  let operands = wrapper.operands ?? 0;
  let areOptionsOver = false;
  for (let at = start + 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!areOptionsOver && word.startsWith("-")) {
      if (isIdle(wrapper, word)) return undefined;
      if (takesNextWord(wrapper, word)) at += 1;
      areOptionsOver = word === "--";
      continue;
    }
    if (wrapper.assigns && /^[A-Za-z_]\w*=/.test(word)) {
      settings.push(word);
    } else if (operands > 0) {
      operands -= 1;
    } else {
      return at;
    }
  }
  return undefined;
}

function isIdle({ idleLetters = "" }: Wrapper, option: string): boolean {
  return option.length === 2 && idleLetters.includes(option.charAt(1));
}

/** In a cluster such as `-Eu` the first letter that takes a value takes the rest, if there is any. */
function takesNextWord({ letters = "", names = "" }: Wrapper, option: string): boolean {
  if (option.startsWith("--")) return names.split(" ").includes(option);
  for (let index = 1; index < option.length; index += 1) {
    if (letters.includes(option.charAt(index))) return index === option.length - 1;
  }
  return false;
}

function innerLineAt(words: readonly string[], start: number): InnerLine | undefined {
  const name = baseName(words[start] ?? "");
  if (name === "eval") {
    const from = start + 1;
    return { text: words.slice(from).join(" "), from, to: words.length };
  }
  return shells.has(name) ? shellString(words, start) : undefined;
}

function runsLine(program: string): boolean {
  return program === "eval" || shells.has(program);
}

/** With a `c` among its options, a shell runs the first word that is not one. */
function shellString(words: readonly string[], start: number): InnerLine | undefined {
  let runsString = false;
  for (let at = start + 1; at < words.length; at += 1) {
    const text = words[at] ?? "";
    if (text.startsWith("--")) {
      if (text === "--rcfile" || text === "--init-file") at += 1;
    } else if (text.startsWith("-") || text.startsWith("+")) {
      if (text.includes("c")) runsString = true;
      // `-o pipefail`, also at the end of a cluster: `-euo pipefail`.
      if (text.includes("o") || text.includes("O")) at += 1;
    } else {
      return runsString ? { text, from: at, to: at + 1 } : undefined;
    }
  }
  return undefined;
}

/** How a program that runs another one finds where that one starts among its words. */
interface Wrapper {
  /** Letters of the short options that take a value: the rest of the word, or the next word. */
  readonly letters?: string;
  /** Long options that take the next word as their value, with blanks between them. */
  readonly names?: string;
  /** Letters of the options with which it runs nothing. */
  readonly idleLetters?: string;
  /** How many words stand between its options and the command. */
  readonly operands?: number;
  /** Whether `NAME=value` before the command sets a variable. */
  readonly assigns?: true;
}

const timeout: Wrapper = { letters: "ks", names: "--kill-after --signal", operands: 1 };

/** `npx`, `ssh`, `find -exec` and the like are not here: what they run is their own affair. */
export const wrapperPrograms: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["builtin", {}],
  ["caffeinate", { letters: "tw" }],
  ["command", { idleLetters: "vV" }],
  ["doas", { letters: "aCu" }],
  ["env", { letters: "aCPu", names: "--argv0 --chdir --unset", assigns: true }],
  ["exec", { letters: "a" }],
  ["gtimeout", timeout],
  ["ionice", { letters: "cnpPu", names: "--class --classdata" }],
  ["nice", { letters: "n", names: "--adjustment" }],
  ["nohup", {}],
  ["setsid", {}],
  ["stdbuf", { letters: "eio", names: "--error --input --output" }],
  [
    "sudo",
    {
      letters: "CDghpRrTtUu",
      names:
        "--chdir --chroot --close-from --command-timeout --group --host --other-user --prompt" +
        " --role --type --user",
      idleLetters: "el",
      assigns: true,
    },
  ],
  ["time", { letters: "fo", names: "--format --output" }],
  ["timeout", timeout],
  [
    "xargs",
    {
      letters: "adEIJLnPRSs",
      names:
        "--arg-file --delimiter --max-args --max-chars --max-lines --max-procs --process-slot-var",
    },
  ],
]);

/**
 * Programs that run what follows under its own name and only show less of what it says. They have commands of their own,
 * too, and messages, so they stay the program; but a lesson about what they run holds behind them.
 */
export const passers: ReadonlySet<string> = new Set(["rtk"]);

/** Programs that run a line when there is a `c` among their options. */
export const shells: ReadonlySet<string> = new Set(["ash", "bash", "dash", "ksh", "sh", "zsh"]);
