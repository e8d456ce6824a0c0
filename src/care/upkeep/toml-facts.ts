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
    const heading = /^\[([^[\]]+)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim().replaceAll(/["']/g, "");
    const [, quoted, bare, value] = /^(?:["']([^"']+)["']|([\w.-]+))\s*=\s*(.*)$/.exec(line) ?? [];
    const key = quoted ?? bare;
    if (key === undefined || value === undefined) continue;
    if (value.startsWith("[")) {
      lists.set(`${section}\0${key}`, listFrom(value, lines));
      continue;
    }
    const said = stringIn(value) ?? stringIn(/\bversion\s*=\s*([^]*)$/.exec(value)?.[1] ?? "");
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

/** The texts of a list. It may go over many lines; one that nobody closes ends with the file. */
function listFrom(first: string, lines: Iterator<string>): readonly string[] {
  const list: string[] = [];
  for (let line: string | undefined = first; line !== undefined;) {
    const { texts, isClosed } = listLine(line);
    list.push(...texts);
    if (isClosed) break;
    const next = lines.next();
    line = next.done === true ? undefined : next.value;
  }
  return list;
}

/** Read from one place on, up to a quote that nobody closes. */
function listLine(line: string): { readonly texts: readonly string[]; readonly isClosed: boolean } {
  const part = /([^"']+)|"((?:[^"\\]|\\[^])*)"|'([^']*)'/y;
  const texts: string[] = [];
  let isClosed = false;
  for (let found = part.exec(line); found !== null; found = part.exec(line)) {
    const [, between, double, single] = found;
    // Brackets in texts mean nothing, and what stands behind the last one does.
    if (between === undefined) texts.push(double ?? single ?? "");
    isClosed = between?.includes("]") ?? false;
  }
  return { texts, isClosed };
}

function stringIn(value: string): string | undefined {
  const [, double, single] = /^(?:"([^"\\]*)"|'([^']*)')/.exec(value) ?? [];
  return double ?? single;
}
