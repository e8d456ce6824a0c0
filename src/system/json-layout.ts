import type { Node } from "jsonc-parser";

/** How a new entry is to look: on the line of its container, or on lines of its own. */
type Layout =
  | "one-line"
  | {
      readonly lineEnd: string;
      readonly unit: string;
      readonly indent: string;
      readonly outerIndent: string;
    };

/** Like what is in the container already, and else like the file. `inside` is the text between its brackets. */
export function layoutOf(text: string, container: Node, inside: string): Layout {
  const isRoot = container.parent === undefined;
  const isEmpty = (container.children ?? []).length === 0;
  const isSpread = hasLineBreak(inside) || (isEmpty && (isRoot || hasLineBreak(text.trim())));
  if (!isSpread) return "one-line";
  const unit = indentUnit(text, container);
  const outerIndent = lineIndent(text, container.offset);
  const first = container.children?.[0];
  const isFirstOnLine = first !== undefined && spaceBefore(text, first.offset) !== undefined;
  return {
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    unit,
    outerIndent,
    indent: (isFirstOnLine && spaceBefore(text, first.offset)) || outerIndent + unit,
  };
}

/** One step of indentation: how far the first thing in the outermost object is in. */
function indentUnit(text: string, node: Node): string {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const [first] = root.children ?? [];
  return (first && spaceBefore(text, first.offset)) || "  ";
}

/** The space between the start of the line and a place; undefined when there is anything else. */
function spaceBefore(text: string, offset: number): string | undefined {
  const line = lineIndent(text, offset);
  return line.length === offset - lineStart(text, offset) ? line : undefined;
}

function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** The JSON of an entry, without what stands before its first line. */
export function writeEntry(value: unknown, layout: Layout, name: string | undefined): string {
  const isOneLine = layout === "one-line";
  const label = name === undefined ? "" : `${JSON.stringify(name)}:${isOneLine ? "" : " "}`;
  if (isOneLine) return label + JSON.stringify(value);
  const { unit, lineEnd, indent } = layout;
  return label + JSON.stringify(value, null, unit).replaceAll("\n", lineEnd + indent);
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}
