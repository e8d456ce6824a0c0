/**
 * YAML that could not be read, with the slips mended that agents make: tabs before a line, and texts that need
 * quotes and have none (`*.ts`, `Deploy: seed first`). Lines stay lines. What is not surely a slip is left
 * as it is, so the result may be as unreadable as before.
 */
export function mendYaml(source: string): string {
  const mended: string[] = [];
  /** How far the line is indented whose text is the block below it. */
  let blockIndent: number | undefined;
  for (const given of source.split("\n")) {
    const isInBlock = blockIndent !== undefined;
    // Inside a block of text a tab behind spaces is part of the text.
    const line = given.replace(isInBlock ? /^\t+/u : /^[ \t]+/u, tabsAsSpaces);
    const indent = line.length - line.trimStart().length;
    if (blockIndent !== undefined && (line.trim() === "" || indent > blockIndent)) {
      mended.push(line);
      continue;
    }
    const [, start = "", value = ""] = field.exec(line) ?? [];
    blockIndent = blockMark.test(value) ? indent : undefined;
    const text = start.trim() === "" ? value : mendValue(value);
    // A text or a list of several lines: what belongs to it cannot be told by the line.
    if (text === undefined) return source;
    mended.push(value === "" ? line : start + text);
  }
  return mended.join("\n");
}

function tabsAsSpaces(blanks: string): string {
  return blanks.replaceAll("\t", "  ");
}

/** Indentation, marks of a list and perhaps a name; then the value. */
const field = /^( *(?:- +){0,3}(?:\w[\w .-]{0,39}:[ \t]+)?)(\S.*)$/u;
const blockMark = /^[|>][-+\d]{0,2}(?:\s+#.*)?$/u;

/** Undefined when it does not end on its line. */
function mendValue(value: string): string | undefined {
  if (blockMark.test(value) || inQuotes.test(value) || nameInQuotes.test(value)) return value;
  if (openQuotes.test(value)) return undefined;
  const { text, comment } = withoutComment(value);
  if (text.startsWith("[") || text.startsWith("{")) {
    const end = endOfBrackets(text);
    if (end === undefined) return undefined;
    if (end === text.length) return mendList(text) + comment;
    return inSingleQuotes(text) + comment;
  }
  return (needsQuotes(text) ? inSingleQuotes(text) : text) + comment;
}

const inQuotes = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?:\s+#.*)?$/u;
const nameInQuotes = /^(?:"[^"]*"|'[^']*'):(?:\s|$)/u;
const openQuotes = /^(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/u;

function withoutComment(value: string): { readonly text: string; readonly comment: string } {
  const at = value.indexOf(" #");
  const text = (at < 0 ? value : value.slice(0, at)).trimEnd();
  return { text, comment: value.slice(text.length) };
}

/** A lone `*name` or `&name` is YAML's own: an alias, an anchor. */
function needsQuotes(text: string): boolean {
  if (/^[*&][\w-]+$/u.test(text)) return false;
  return /^[*&%@`|>"']/u.test(text) || /:(?:\s|$)/u.test(text);
}

/** `[*.ts, src/*.{ts,tsx}]`, item by item. Lists of anything else than texts are left alone. */
function mendList(list: string): string {
  if (!list.startsWith("[") || list.slice(1).includes("[")) return list;
  const items = splitAtCommas(list.slice(1, -1)).map((item) => {
    const text = item.trim();
    if (inQuotes.test(text) || text === "" || text.startsWith("{")) return text;
    return needsQuotes(text) || text.includes("{") ? inSingleQuotes(text) : text;
  });
  return `[${items.join(", ")}]`;
}

/** Commas between braces are part of a glob, those between quotes of a text. */
function splitAtCommas(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  let isEmpty = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const isFirst = isEmpty;
    isEmpty &&= sign === " ";
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (isFirst && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (sign === "," && depth <= 0) {
      items.push(text.slice(start, at));
      start = at + 1;
      isEmpty = true;
    }
  }
  return [...items, text.slice(start)];
}

/** Where the brackets that a text begins with are closed. */
function endOfBrackets(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "[" || sign === "{") depth += 1;
    if (sign === "]" || sign === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
