import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { Fact } from "../../capture/facts/fact.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { otherMachines } from "../../shell/elsewhere.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";

/**
 * The command of a call that is known to have run on this machine and to have gone well; undefined where the ledger cannot tell.
 * A line ends as its last command did. Where that one may have been skipped, ran inside another, or ran on
 * another machine, nothing is known; nor where we had a hand in it.
 */
export function provenCommand(call: LedgerCall): SimpleCommand | undefined {
  const { outcome, treatment, tool, head, command } = call;
  if (outcome !== "ok" || treatment !== undefined || command === null || head === tool)
    return undefined;
  if (command.length >= longestWhole || /\$\(|`|[<>]\(/u.test(command)) return undefined;
  const { isParsed, commands } = parseCommandLine(command);
  const names = commands.flatMap(({ program, wrappers }) => [program, ...wrappers]);
  if (!isParsed || names.some((name) => otherMachines.has(name) || choosing.has(name)))
    return undefined;
  return commands.at(-1);
}

/** Longer lines are cut in the ledger, so that their last command is not the last. */
const longestWhole = 4000;

/** Whether the rest of the line ran may depend on them. */
const choosing: ReadonlySet<string> = new Set(
  "test [ [[ which type hash command false trap".split(" "),
);

/**
 * Whether a command that went well shows that a fact no longer holds: it did what the fact says fails. Where this says no, the
 * trigger of the lesson may still say yes.
 */
export function disproves(
  command: SimpleCommand,
  fact: Fact,
  failedHeads: ReadonlySet<string> = new Set(),
): boolean {
  const { program, words } = command;
  if (isAboutHeads(fact)) return failedHeads.has(commandHead(shapeOf(command)));
  const [name, ...rest] = fact.subject.split(" ");
  if (program !== name) return false;
  switch (proofs[fact.class]) {
    case "program":
      return rest.length === 0 && !isQuestion(words);
    case "option":
      return (
        isOption(rest.at(-1)) && rest.every((word) => hasWord(words, word)) && !isQuestion(words)
      );
    case "command": {
      const named = words.slice(1).filter((word) => !word.startsWith("-"));
      const isNamed = rest.length > 0 && rest.every((word, index) => named[index] === word);
      return isNamed && !isQuestion(words);
    }
    default:
      return false;
  }
}

/** Whether the commands that failed say what a call is about, because the subject is nothing that is typed. */
export function isAboutHeads({ class: name }: Fact): boolean {
  return proofs[name] === "head";
}

/** Whether one call can disprove facts of this class at all. */
export function isDisprovable({ class: name }: Fact): boolean {
  return Object.hasOwn(proofs, name);
}

/**
 * How a call can disprove a fact of a class: the program ran, it took the option, it knew the command, the same command went
 * well, or a call at which the lesson's trigger fires did. What is not here depends on a state that comes and goes (a port, a lock, a working tree, the
 * time that something took), or on what no call shows.
 */
const proofs: Readonly<Record<string, "program" | "option" | "command" | "head" | "trigger">> = {
  "not-installed": "program",
  "no-option": "option",
  "no-command": "command",
  "no-task": "command",
  unreachable: "head",
  "bad-argument": "trigger",
  "removed-interface": "trigger",
  "usage-shown": "trigger",
  "needs-terminal": "trigger",
  "missing-module": "trigger",
  "wrong-version": "trigger",
  "wrong-architecture": "trigger",
  "toolchain-not-set-up": "trigger",
  message: "trigger",
};

/** Where another program runs in the place of the one that was typed, no single option is wrong. */
function isOption(word: string | undefined): boolean {
  return word?.startsWith("-") === true;
}

function hasWord(words: readonly string[], wanted: string): boolean {
  return words.some((word) => word === wanted || word.startsWith(`${wanted}=`));
}

/** To ask a program for help is not to use it: many answer well whatever stands before it. */
function isQuestion(words: readonly string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h" || word === "help");
}
