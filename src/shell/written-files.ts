import { forEachChild, type Redirection, type SyntaxNode } from "unbash";
import { type PlainCommand, readPlainLine } from "./plain-line.ts";
import { parseScript } from "./script.ts";
import { unwrap } from "./unwrap.ts";
import { type Argument, baseName, valueOf } from "./word.ts";

/**
 * The files that a shell line writes, as they are typed and without their quotes: where output goes (`>`, `tee`), what is changed
 * in place (`sed -i`), and where something is put (`mv`, `cp`). Never throws; a line that cannot be parsed writes nothing that we know of.
 */
export function writtenFiles(line: string): readonly string[] {
  if (!mayWrite(line)) return [];
  const found = new Set<string>();
  try {
    collectLine(line, found, 0);
  } catch (error) {
    // The parser recurses, and a line can be nested deeper than the stack. All else is a bug.
    if (!(error instanceof RangeError)) throw error;
  }
  return [...found];
}

/** Parsing takes time, and most lines write nothing. Quotes and escapes may stand inside of a name. */
export function mayWrite(line: string): boolean {
  return /[>'"\\$]/.test(line) || anyWriter.test(line);
}

const mostFiles = 100;
const deepestNesting = 8;

function collectLine(line: string, found: Set<string>, depth: number): void {
  if (depth > deepestNesting) return;
  const plain = readPlainLine(line);
  if (plain !== undefined) {
    collectPlain(plain, found, depth);
    return;
  }
  const script = parseScript(line);
  if (script !== undefined) collect(script, found, depth);
}

/** Nearly all lines are read without the parser. */
function collectPlain(commands: readonly PlainCommand[], found: Set<string>, depth: number): void {
  for (const { values, outputs, inner } of commands) {
    for (const file of outputs) addTarget(file, found);
    collectProgram(values, found, depth);
    collectPlain(inner, found, depth);
  }
}

function collect(node: SyntaxNode, found: Set<string>, depth: number): void {
  if (node.type === "Command") {
    addTargets(node.redirects, found);
    const typed: readonly Argument[] = node.name ? [node.name, ...node.args] : [];
    collectProgram(typed.map(valueOf), found, depth);
  } else if (node.type === "Redirected") addTargets(node.redirects, found);
  const isInner = node.type === "CommandExpansion" || node.type === "ProcessSubstitution";
  if (isInner && depth >= deepestNesting) return;
  forEachChild(node, (child) => collect(child, found, isInner ? depth + 1 : depth));
}

function collectProgram(values: readonly string[], found: Set<string>, depth: number): void {
  const { start, innerLine } = unwrap(values);
  if (innerLine !== undefined) {
    collectLine(innerLine.text, found, depth + 1);
    return;
  }
  const [program = "", ...words] = values.slice(start);
  for (const file of writers.get(baseName(program))?.(words) ?? []) add(file, found);
}

function addTargets(redirects: readonly Redirection[], found: Set<string>): void {
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || !redirect.operator.includes(">")) continue;
    if (redirect.target !== undefined) addTarget(valueOf(redirect.target), found);
  }
}

/** `2>&1` and `>&-` are about descriptors, and nobody calls a file by a number. */
function addTarget(target: string, found: Set<string>): void {
  if (!/^(?:\d+|-)$/.test(target)) add(target, found);
}

/** A device is no file that anybody keeps. */
function add(file: string, found: Set<string>): void {
  const isFile = file !== "" && file !== "-" && !file.startsWith("/dev/");
  if (isFile && found.size < mostFiles) found.add(file);
}

/** Which of the words behind a program name files that it writes. */
type Writer = (words: readonly string[]) => readonly string[];

const inPlace: Writer = (words) => {
  const { options, operands } = sorted(words, {
    letters: "efl",
    names: ["--expression", "--file"],
  });
  if (!options.some((option) => /^(?:-[a-z]*i|--in-place)/i.test(option))) return [];
  const hasScript = options.some((option) =>
    /^(?:-[a-z]*[ef]|--(?:expression|file)\b)/i.test(option),
  );
  // The one of macOS takes the ending of the copy as a word, and mostly an empty one.
  const files = operands.filter((word) => word !== "");
  return hasScript ? files : files.slice(1);
};

const toLast: Writer = (words) => {
  const { options, operands } = sorted(words, {
    letters: "tSgmo",
    names: ["--target-directory", "--suffix", "--group", "--mode", "--owner"],
  });
  const given = targetDirectory(words);
  const sources = given === undefined ? operands.slice(0, -1) : operands;
  const target = given ?? operands.at(-1);
  if (target === undefined || sources.length === 0) return [];
  const isFolder = given !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
  const isFile = options.some((option) => /^(?:-[a-z]*T|--no-target-directory$)/.test(option));
  if (!isFolder || isFile) return [target];
  return sources.map(
    (source) => `${target.replace(/\/$/, "")}/${baseName(source.replace(/\/$/, ""))}`,
  );
};

function targetDirectory(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "-t" || word === "--target-directory");
  const joined = words.find((word) => word.startsWith("--target-directory="));
  return at >= 0 ? words[at + 1] : joined?.slice(joined.indexOf("=") + 1);
}

const toAll: Writer = (words) => sorted(words, { letters: "", names: [] }).operands;

const writers: ReadonlyMap<string, Writer> = new Map([
  ["sed", inPlace],
  ["gsed", inPlace],
  ["perl", inPlace],
  ["tee", toAll],
  ["cp", toLast],
  ["mv", toLast],
  ["install", toLast],
]);

const anyWriter = new RegExp(`(?<!\\w)(?:${[...writers.keys()].join("|")})(?!\\w)`);

/** Options and what is none. `letters` and `names` take the next word as their value, which is neither. */
function sorted(
  words: readonly string[],
  { letters, names }: { readonly letters: string; readonly names: readonly string[] },
): { readonly options: readonly string[]; readonly operands: readonly string[] } {
  const options: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    options.push(word);
    const takesNext = word.startsWith("--")
      ? names.includes(word)
      : letters.includes(word.charAt(word.length - 1)) && !/^-i./.test(word);
    if (takesNext) at += 1;
  }
  return { options, operands };
}
