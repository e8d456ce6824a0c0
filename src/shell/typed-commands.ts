import { forEachChild, type SyntaxNode } from "unbash";
import { parseScript } from "./script.ts";

/** A word of a command where it stands in the line. */
export interface TypedWord {
  /** To the letter, with its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of each command of a line, at the places where they were typed. Nothing is unwrapped, and what stands in
 * substitutions and strings is left out: whoever writes there would have to know how it is quoted.
 *
 * Undefined where a place may not be what it seems: a line with any error, with a here-document, or with a function,
 * which gives a command another meaning.
 */
export function typedCommands(line: string): readonly (readonly TypedWord[])[] | undefined {
  if (hereDocument.test(line)) return undefined;
  const script = parseScript(line);
  if (script === undefined || (script.errors?.length ?? 0) > 0) return undefined;
  const commands: (readonly TypedWord[])[] = [];
  return collect(script, commands) ? commands : undefined;
}

/** False where the line gives names a meaning of its own. */
function collect(node: SyntaxNode, commands: (readonly TypedWord[])[]): boolean {
  if (node.type === "Function" || node.type === "Coproc") return false;
  if (node.type === "Word" || node.type === "Assignment") return true;
  if (node.type === "Command") {
    const words = node.name === undefined ? [] : [node.name, ...node.args];
    if (node.name?.text === "alias") return false;
    commands.push(words.map(({ text, pos: start, end }) => ({ text, start, end })));
    return true;
  }
  let isClear = true;
  forEachChild(node, (child) => {
    isClear = isClear && collect(child, commands);
  });
  return isClear;
}

const hereDocument = /(?<!<)<<(?!<)/;
