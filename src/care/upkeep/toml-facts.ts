/** The texts of a TOML file, as far as they are on one line or in a list of texts. */
export interface TomlFacts {
  /** `key = "text"`, or the version of `key = { version = "text" }`. */
  readonly textOf: (section: string, key: string) => string | undefined;
  /** The texts of a list; of all lists of the section without a key. */
  readonly listOf: (section: string, key?: string) => readonly string[];
}

/**
 * Reads what manifests say about versions, and no more of TOML than that takes: what it does not understand it passes over. A
 * whole parser would be a dependency for three fields.
 */
export function tomlFacts(text: string): TomlFacts {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  let section = "";
  const lines = text.split(/\r?\n/).map(withoutComment).values();
  for (const line of lines) {
    const heading = /^\[\s*([^[\]]+?)\s*\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.replaceAll(/["']/g, "");
    const [, quoted, bare, value] = /^(?:["']([^"']+)["']|([\w.-]+))\s*=\s*(.*)$/.exec(line) ?? [];
    const key = quoted ?? bare;
    if (key === undefined || value === undefined) continue;
    if (value.startsWith("[")) {
      lists.set(`${section}\0${key}`, textsIn(restOfList(value, lines)));
      continue;
    }
    const said = stringIn(value) ?? stringIn(/\bversion\s*=\s*(.*)$/.exec(value)?.[1] ?? "");
    if (said !== undefined) texts.set(`${section}\0${key}`, said);
  }
  return {
    // `[dependencies.serde]` is `serde = { … }` under `[dependencies]`.
    textOf: (wanted, key) =>
      texts.get(`${wanted}\0${key}`) ?? texts.get(`${wanted}.${key}\0version`),
    listOf: (wanted, key) =>
      [...lists].flatMap(([name, list]) =>
        (key === undefined ? name.startsWith(`${wanted}\0`) : name === `${wanted}\0${key}`)
          ? list
          : [],
      ),
  };
}

/** Only where no quote is open: `#` is a part of many texts. */
function withoutComment(line: string): string {
  return (/^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(line)?.[0] ?? "").trim();
}

/** A list may go over many lines; one that nobody closes ends with the file. */
function restOfList(first: string, lines: Iterator<string>): string {
  let list = first;
  while (!/\](?=[^"']*$)/.test(withoutTexts(list))) {
    const next = lines.next();
    if (next.done === true) break;
    list += `\n${next.value}`;
  }
  return list;
}

function withoutTexts(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g, "");
}

function textsIn(list: string): readonly string[] {
  return Array.from(
    list.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g),
    ([, double, single]) => double ?? single ?? "",
  );
}

function stringIn(value: string): string | undefined {
  const [, double, single] = /^(?:"([^"\\]*)"|'([^']*)')/.exec(value) ?? [];
  return double ?? single;
}
