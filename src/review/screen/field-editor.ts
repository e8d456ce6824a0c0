import { charactersOf, visibleText, widthOf, wrapText } from "./cells.ts";
import type { Key } from "./keys.ts";

/** A text that is being typed, and where. */
export interface Editor {
  readonly text: string;
  /** In UTF-16 units, never inside a character. */
  readonly cursor: number;
  readonly isMultiline: boolean;
}

/** More than that nobody types; it bounds what a paste can do. */
const longestTyped = 20_000;

export function editorOf(text: string, { isMultiline }: { readonly isMultiline: boolean }): Editor {
  const shown = clean(text, isMultiline);
  return { text: shown, cursor: shown.length, isMultiline };
}

/** The editor after a key, or undefined when the key means nothing inside the text. */
export function typeKey(editor: Editor, key: Key, columns: number): Editor | undefined {
  const { text, cursor, isMultiline } = editor;
  const name = key.key === "control" ? `control-${key.letter}` : key.key;
  const [move, erasure] = [moves[name], erasures[name]];
  if (move !== undefined) return { ...editor, cursor: move(text, cursor) };
  if (erasure !== undefined) return erase(editor, erasure(text, cursor));
  switch (key.key) {
    case "text":
    case "paste":
      return insert(editor, clean(key.text, isMultiline));
    case "newLine":
      return isMultiline ? insert(editor, "\n") : undefined;
    case "up":
      return moveRow(editor, -1, columns);
    case "down":
      return moveRow(editor, 1, columns);
    default:
      return undefined;
  }
}

/** Which row of the wrapped text the cursor is in, and at which column. */
export function cursorPlace(
  { text, cursor }: Editor,
  columns: number,
): { readonly row: number; readonly column: number } {
  const rows = wrapText(text, columns);
  const row = Math.max(
    rows.findLastIndex(({ start }) => start <= cursor),
    0,
  );
  const column = widthOf(text.slice(rows[row]?.start ?? 0, cursor));
  return { row, column: Math.min(column, columns) };
}

type CursorMove = (text: string, cursor: number) => number;

/** Where keys put the cursor; with Ctrl as in a shell. */
const moves: Readonly<Record<string, CursorMove>> = {
  left: stepBack,
  right: stepOn,
  wordLeft: wordStart,
  wordRight: wordEnd,
  home: lineStart,
  end: lineEnd,
  "control-a": lineStart,
  "control-e": lineEnd,
};

/** Up to where keys erase. */
const erasures: Readonly<Record<string, CursorMove>> = {
  backspace: stepBack,
  delete: stepOn,
  deleteWord: wordStart,
  "control-k": lineEnd,
  "control-u": lineStart,
  "control-w": wordStart,
};

/** Undefined at the first and the last row: the key then leaves the field. */
function moveRow(editor: Editor, by: -1 | 1, columns: number): Editor | undefined {
  const rows = wrapText(editor.text, columns);
  const place = cursorPlace(editor, columns);
  const target = rows[place.row + by];
  if (target === undefined) return undefined;
  const isLast = rows[place.row + by + 1]?.start !== target.end;
  let cursor = target.start;
  let column = 0;
  for (const character of charactersOf(editor.text.slice(target.start, target.end))) {
    const next = cursor + character.length;
    column += widthOf(character);
    // The end of a row that goes on in the next is the start of that one.
    if (column > place.column || (next === target.end && !isLast)) break;
    cursor = next;
  }
  return { ...editor, cursor };
}

function insert(editor: Editor, typed: string): Editor {
  const { text, cursor } = editor;
  const room = Math.max(longestTyped - text.length, 0);
  const added = typed.slice(0, room).toWellFormed();
  return moved(editor, text.slice(0, cursor) + added + text.slice(cursor), cursor + added.length);
}

function erase(editor: Editor, upTo: number): Editor {
  const { text, cursor } = editor;
  const [from, to] = upTo < cursor ? [upTo, cursor] : [cursor, upTo];
  return moved(editor, text.slice(0, from) + text.slice(to), from);
}

/** Joining two pieces may make one character of two halves: the cursor goes behind it. */
function moved(editor: Editor, text: string, cursor: number): Editor {
  return { ...editor, text, cursor: characterAround(text, cursor).end };
}

/** Where the character begins and ends that a position is in; both are the position when it is between two. */
function characterAround(
  text: string,
  at: number,
): { readonly start: number; readonly end: number } {
  let start = lineStart(text, at);
  if (start === at) return { start, end: at };
  for (const character of charactersOf(text.slice(start, lineEnd(text, at)))) {
    const end = start + character.length;
    if (end > at) return { start, end: start === at ? at : end };
    start = end;
    if (end === at) break;
  }
  return { start, end: start };
}

function stepBack(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (start === cursor) return Math.max(cursor - 1, 0);
  return cursor - (charactersOf(text.slice(start, cursor)).at(-1)?.length ?? 0);
}

function stepOn(text: string, cursor: number): number {
  const end = lineEnd(text, cursor);
  if (end === cursor) return Math.min(cursor + 1, text.length);
  return cursor + (charactersOf(text.slice(cursor, end))[0]?.length ?? 0);
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

function wordStart(text: string, cursor: number): number {
  let at = cursor;
  while (at > 0 && isSpace(text[at - 1])) at -= 1;
  while (at > 0 && !isSpace(text[at - 1])) at -= 1;
  return characterAround(text, at).start;
}

function wordEnd(text: string, cursor: number): number {
  let at = cursor;
  while (at < text.length && isSpace(text[at])) at += 1;
  while (at < text.length && !isSpace(text[at])) at += 1;
  return characterAround(text, at).end;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n";
}

/** What is typed is stored later: it has nothing that its reader would not see. */
function clean(text: string, isMultiline: boolean): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n").map(visibleText);
  return lines
    .join(isMultiline ? "\n" : " ")
    .slice(0, longestTyped)
    .toWellFormed();
}
