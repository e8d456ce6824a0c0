import { createScanner, getNodeValue, parseTree, type Node, type ParseError } from "jsonc-parser";
import { hasLineBreak, layoutOf, writeEntry } from "./json-layout.ts";

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
 * of a list. Nothing is taken away, and it is laid out like what is there.
 */
export function appendTo(
  text: string,
  container: JsonNode,
  value: unknown,
  options: { readonly name?: string } = {},
): string {
  const close = container.offset + container.length - 1;
  const inside = text.slice(container.offset + 1, close);
  // After comments as well: one behind the last value stays with that value.
  const tail = container.offset + 1 + withoutEndingSpace(inside).length;
  const children = container.children ?? [];
  const last = children.at(-1);
  const layout = layoutOf(text, container, inside);
  const written = writeEntry(value, layout, options.name);
  const entry = layout === "one-line" ? written : layout.lineEnd + layout.indent + written;
  if (last !== undefined) {
    const valueEnd = last.offset + last.length;
    const hasEndingComma = commaAfter(text, valueEnd) !== undefined;
    return [
      text.slice(0, valueEnd),
      hasEndingComma ? "" : ",",
      text.slice(valueEnd, tail),
      entry,
      hasEndingComma ? "," : "",
      text.slice(tail),
    ].join("");
  }
  const isClosedOnSameLine = layout !== "one-line" && !hasLineBreak(text.slice(tail, close));
  const ending = isClosedOnSameLine ? layout.lineEnd + layout.outerIndent : "";
  return text.slice(0, tail) + entry + ending + text.slice(tail);
}

/** The text without one property or item, the space before it, and the comma that it no longer needs. */
export function cutOut(text: string, node: JsonNode): string {
  const end = node.offset + node.length;
  const before = withoutEndingSpace(text.slice(0, node.offset)).length;
  const comma = commaAfter(text, end) ?? commaBefore(text, node);
  const isEndOfLine = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(comma === end ? end + 1 : end));
  // A line break that ends a comment is needed as long as something else follows on the line.
  const isBreakNeeded = !isEndOfLine && isCommentEnd(text, node, before);
  const cuts = [
    [isBreakNeeded ? node.offset : before, end],
    ...(comma === undefined ? [] : [[comma, comma + 1]]),
  ] as const;
  return [...cuts]
    .toSorted(([one = 0], [other = 0]) => other - one)
    .reduce((rest, [from = 0, to = 0]) => rest.slice(0, from) + rest.slice(to), text);
}

/** Where the next comma is, when nothing but space and comments comes before it. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === "," ? found : undefined;
}

function commaBefore(text: string, node: JsonNode): number | undefined {
  const previous = previousOf(node);
  return previous && commaAfter(text, previous.offset + previous.length);
}

function previousOf(node: JsonNode): JsonNode | undefined {
  const siblings = node.parent?.children ?? [];
  return siblings[siblings.indexOf(node) - 1];
}

/** Whether what ends at a place before the node is a comment that only a line break can end. */
function isCommentEnd(text: string, node: JsonNode, place: number): boolean {
  const previous = previousOf(node);
  const scanner = createScanner(text, false);
  scanner.setPosition(
    previous ? previous.offset + previous.length : (node.parent?.offset ?? -1) + 1,
  );
  while (scanner.getPosition() < place) scanner.scan();
  return text.startsWith("//", scanner.getTokenOffset()) && scanner.getTokenOffset() < place;
}

/** Not `trimEnd`, which takes more than JSON calls space; and no regular expression, which would try at every space. */
function withoutEndingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
