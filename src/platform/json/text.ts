import { createScanner, getNodeValue, parseTree, type Node, type ParseError } from "jsonc-parser";

// Changes to a JSON text that somebody else wrote: what is not changed keeps every byte, comments,
// odd spaces and trailing commas included.

/** An object, a list, a property or a plain value, with its place in the text. */
export type JsonNode = Node;

/** The tree of a text, or the offset of what is wrong with it. Blank text has no tree. */
export function parseJsonText(
  text: string,
): { readonly root: JsonNode | undefined } | { readonly brokenAt: number } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  return first === undefined ? { root } : { brokenAt: first.offset };
}

/** The property of that name that holds: of two, the last one, as JSON.parse has it. */
export function propertyOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return propertiesOf(node).findLast((property) => property.children?.[0]?.value === name);
}

export function propertiesOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === "object" ? (node.children ?? []) : [];
}

export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

export function valueOf(property: JsonNode | undefined): JsonNode | undefined {
  return property?.children?.[1];
}

/** What the node says, as JSON.parse would have it. */
export function plainValue(node: JsonNode): unknown {
  // Through text, because the objects of the library have no prototype and so equal no others.
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}

/**
 * The text with one more property at the end of an object or, without a name, one more item at the end
 * of a list. It stands right behind the last one, laid out like what is there, and nothing is taken away.
 */
export function appendTo(
  text: string,
  container: JsonNode,
  value: unknown,
  options: { readonly name?: string } = {},
): string {
  const last = container.children?.at(-1);
  const place = last === undefined ? container.offset + 1 : endOf(last);
  const [before, after] = [text.slice(0, place), text.slice(place)];
  const comma = last === undefined ? "" : ",";
  const name = options.name === undefined ? "" : `${JSON.stringify(options.name)}:`;
  if (!isSpread(text, container)) return before + comma + name + JSON.stringify(value) + after;

  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const step = indentStep(text, container);
  const outer = lineIndent(text, container.offset);
  const line = lineEnd + (last === undefined ? outer + step : lineIndent(text, last.offset));
  const written = JSON.stringify(value, null, step).replaceAll("\n", line);
  const closing = last === undefined && !startsWithBreak(after) ? lineEnd + outer : "";
  return before + comma + line + (name && `${name} `) + written + closing + after;
}

/** Whether a new entry gets lines of its own: like what is in the container already, and else like the file. */
function isSpread(text: string, container: JsonNode): boolean {
  if (container.children?.length)
    return /[\r\n]/.test(text.slice(container.offset, endOf(container)));
  return container.parent === undefined || /[\r\n]/.test(text.trim());
}

/** How far the first thing in the outermost object is in. */
function indentStep(text: string, node: JsonNode): string {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const [first] = root.children ?? [];
  return (first && lineIndent(text, first.offset)) || "  ";
}

/** The space at the start of the line that a place is in. */
function lineIndent(text: string, place: number): string {
  const start = Math.max(text.lastIndexOf("\n", place - 1), text.lastIndexOf("\r", place - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, place))?.[0] ?? "";
}

/** The text without one property or item, and without the comma and the space that it no longer needs. */
export function cutOut(text: string, node: JsonNode): string {
  const siblings = node.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(node) - 1];
  const before = previous && commaAfter(text, endOf(previous));
  const head = text.slice(0, node.offset);
  const tail = text.slice(endOf(node));
  // The way it was appended: what it stands behind gets its own ending back.
  if (before !== undefined && withoutEndingSpace(head).length === before + 1)
    return text.slice(0, before) + tail;

  const after = commaAfter(text, endOf(node));
  const from = after === undefined ? withoutCharacter(head, before) : head;
  const rest = withoutCharacter(tail, after && after - endOf(node));
  // A line break may end a comment, and stays as long as something else follows on the line.
  return startsWithBreak(rest)
    ? withoutEndingSpace(from) + rest
    : from + rest.replace(/^[ \t]+/, "");
}

function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

/** Where the next comma is, when nothing but space and comments comes before it. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === "," ? found : undefined;
}

function withoutCharacter(text: string, place: number | undefined): string {
  return place === undefined ? text : text.slice(0, place) + text.slice(place + 1);
}

function startsWithBreak(text: string): boolean {
  return /^[ \t]*[\r\n]/.test(text);
}

/** Not `trimEnd`, which takes more than JSON calls space; and no regular expression, which would try at every space. */
function withoutEndingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
