import { isAlias, isScalar, LineCounter, parseDocument, visit, type Document } from "yaml";

/** A text as YAML, or why it is none and on which of its lines (0-based). Never throws. */
export function readYaml(
  source: string,
): { readonly value: unknown } | { readonly problem: string; readonly line: number } {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => Math.max(0, lineCounter.linePos(offset).line - 1);
  try {
    const document = parseDocument(source, { ...options, lineCounter });
    const [error] = document.errors;
    if (error !== undefined) return { problem: brief(error.message), line: lineAt(error.pos[0]) };
    const trap = findTrap(document);
    if (trap !== undefined) return { problem: trap.problem, line: lineAt(trap.offset) };
    return { value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    // An alias without an anchor, and nesting that is too deep to walk.
    return { problem: brief(error instanceof Error ? error.message : String(error)), line: 0 };
  }
}

/**
 * `failsafe` leaves every scalar the text that it is: `1.10` stays `1.10` and `no` stays `no`. Tags build
 * nothing. Keys are compared by ourselves: the parser compares each with each, seconds for a hostile block.
 */
const options = {
  schema: "failsafe",
  version: "1.2",
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
} as const;

const mostAliases = 100;

/** What the parser lets through: a key that stands twice, and aliases that multiply. */
function findTrap(document: Document): { problem: string; offset: number } | undefined {
  let trap: { problem: string; offset: number } | undefined;
  let aliases = 0;
  visit(document, {
    Alias: (_, alias) => {
      aliases += 1;
      if (aliases <= mostAliases) return undefined;
      trap = { problem: `More than ${mostAliases} aliases`, offset: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
    Map: (_, map) => {
      const names = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key) || isAlias(key)) continue;
        if (names.has(key.value)) {
          trap = { problem: "Map keys must be unique", offset: key.range?.[0] ?? 0 };
          return visit.BREAK;
        }
        names.add(key.value);
      }
      return undefined;
    },
  });
  return trap;
}

function brief(message: string): string {
  return message.length <= 200 ? message : `${message.slice(0, 199)}…`;
}

/** How YAML is written: each text on a line of its own, whatever is in it. Other forms lose spaces at the ends of lines. */
export const onOneLine = {
  lineWidth: 0,
  blockQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
} as const;
