import { type Setting, settingOf } from "./word.ts";

/**
 * The commands of a shell line that is nothing but words, quoted text, variables, substitutions,
 * redirections and the operators between commands. Nearly all lines are, and reading them this way
 * takes a small part of the time that a syntax tree takes: a first scan of real logs takes 6 to 10 % more
 * of the processor without it, 2 % where few commands are in them. Undefined for every other line, which is
 * left to the parser; where this reads a line, the parser reads the same.
 */
export function readPlainLine(line: string): readonly PlainCommand[] | undefined {
  return line.length > longestLine ? undefined : new PlainReader(line, 0, 0).read();
}

export interface PlainCommand {
  readonly values: readonly string[];
  /** The words as patterns see them: quoted text is `""`, a substitution is `$()`. */
  readonly texts: readonly string[];
  /** The variables that are set before it. */
  readonly assignments: readonly Setting[];
  /** Whether the next command reads what it prints. */
  readonly isPiped: boolean;
  /** What runs in its substitutions. */
  readonly inner: readonly PlainCommand[];
  /** Where its output goes: files, and the numbers of descriptors. */
  readonly outputs: readonly string[];
}

/** A longer line carries more than words, or brackets that the parser finds too deep. */
const longestLine = 4000;
const mostBrackets = 200;
const deepestNesting = 8;

class PlainReader {
  readonly #line: string;
  readonly #depth: number;
  readonly #commands: PlainCommand[] = [];
  #at: number;
  #values: string[] = [];
  #texts: string[] = [];
  #assignments: Setting[] = [];
  #inner: PlainCommand[] = [];
  #outputs: string[] = [];
  /** The last operator needs a command behind it. */
  #isAwaiting = false;
  /** The here-documents whose bodies come behind the next line break. */
  #documents: HereDocument[] = [];
  #brackets = 0;
  /** Of the word that was read last. */
  #value = "";
  #text = "";

  constructor(line: string, at: number, depth: number) {
    this.#line = line;
    this.#at = at;
    this.#depth = depth;
  }

  /** Up to the end of the line, or of the substitution. */
  read(): readonly PlainCommand[] | undefined {
    if (this.#depth > deepestNesting) return undefined;
    let kind = this.#kind();
    while (this.#at < this.#line.length && kind !== closing) {
      if (kind === blank) this.#at += 1;
      else if (kind === escape && this.#line[this.#at + 1] === "\n") this.#at += 2;
      else if (kind === operator ? !this.#readOperator() : !this.#readArgument(kind))
        return undefined;
      kind = this.#kind();
    }
    const isClosed = this.#at < this.#line.length;
    if (isClosed !== this.#depth > 0 || this.#documents.length > 0) return undefined;
    if (!this.#isEmpty()) this.#endCommand({ isPiped: false });
    else if (this.#isAwaiting) return undefined;
    const isPlain = this.#commands.length > 0 && this.#brackets <= mostBrackets;
    return isPlain ? this.#commands : undefined;
  }

  #kind(): number {
    return kindOf(this.#line.charCodeAt(this.#at));
  }

  #isEmpty(): boolean {
    return this.#values.length === 0 && this.#assignments.length === 0;
  }

  #endCommand({ isPiped }: { readonly isPiped: boolean }): void {
    this.#commands.push({
      values: this.#values,
      texts: this.#texts,
      assignments: this.#assignments,
      isPiped,
      inner: this.#inner,
      outputs: this.#outputs,
    });
    this.#values = [];
    this.#texts = [];
    this.#assignments = [];
    this.#inner = [];
    this.#outputs = [];
    this.#isAwaiting = false;
  }

  /** `|`, `||`, `&&`, `;`, `&` or the end of a row; `&>` is a redirection. */
  #readOperator(): boolean {
    const sign = this.#line.charAt(this.#at);
    const next = this.#line.charAt(this.#at + 1);
    this.#at += 1;
    if (sign === "\n" && !this.#skipDocuments()) return false;
    if (this.#isEmpty()) return sign === "\n";
    if (sign === "&" && next === ">") return this.#readRedirectionOfBoth();
    const isDoubled = next === sign && sign !== "\n";
    if (sign === ";" ? isDoubled || next === "&" : sign === "|" && next === "&") return false;
    if (isDoubled) this.#at += 1;
    this.#endCommand({ isPiped: sign === "|" && !isDoubled });
    this.#isAwaiting = sign === "|" || isDoubled;
    return true;
  }

  #readArgument(kind: number): boolean {
    if (kind === redirection) return this.#values.length > 0 && this.#readRedirection();
    const start = this.#at;
    if (!this.#readWord()) return false;
    if (this.#kind() === redirection) {
      if (this.#values.length === 0 || this.#line[start] === "{") return false;
      // The `2` of `2>&1`.
      if (/^\d+$/.test(this.#line.slice(start, this.#at))) return true;
    }
    if (this.#values.length === 0) {
      const name = assignedName.exec(this.#line.slice(start, this.#at))?.[1];
      if (name !== undefined) {
        this.#assignments.push(settingOf(name, this.#value, this.#text));
        return true;
      }
      if (mayAssign.test(this.#value) || special.has(this.#value)) return false;
    }
    this.#values.push(this.#value);
    this.#texts.push(this.#text);
    return true;
  }

  /** `&>` and `&>>`, from the `>` on. A number before it would be a word here. */
  #readRedirectionOfBoth(): boolean {
    const after = this.#line.charAt(this.#at + 1);
    if (after === "&" || after === "|" || this.#values.length === 0) return false;
    return kindOf(this.#line.charCodeAt(this.#at - 2)) === blank && this.#readRedirection();
  }

  /** From the `<` or `>` on. */
  #readRedirection(): boolean {
    const sign = this.#line.charAt(this.#at);
    const next = this.#line.charAt(this.#at + 1);
    if (sign === "<" && next === "<") return this.#readDocumentStart();
    const isWide = next !== "" && "<>&|".includes(next);
    if (isWide && !wideRedirections.has(sign + next)) return false;
    this.#at += isWide ? 2 : 1;
    while (this.#at < this.#line.length && this.#kind() === blank) this.#at += 1;
    const start = this.#at;
    if (!this.#readWord() || this.#at === start || this.#kind() === redirection) return false;
    if (sign === ">") this.#outputs.push(this.#value);
    return true;
  }

  #readDocumentStart(): boolean {
    documentStart.lastIndex = this.#at;
    const [whole, dash, mark = "", end = ""] = documentStart.exec(this.#line) ?? [];
    if (whole === undefined) return false;
    this.#documents.push({ end, isIndented: dash !== "", isQuoted: mark !== "" });
    this.#at += whole.length;
    return true;
  }

  /** From the beginning of the first body to behind the end of the last. */
  #skipDocuments(): boolean {
    for (const { end, isIndented, isQuoted } of this.#documents) {
      const from = this.#at;
      for (;;) {
        if (this.#at >= this.#line.length) return false;
        const start = this.#at;
        const newline = this.#line.indexOf("\n", start);
        const stop = newline < 0 ? this.#line.length : newline;
        const row = this.#line.slice(start, stop);
        this.#at = stop + 1;
        if ((isIndented ? row.replace(/^\t+/, "") : row) !== end) continue;
        // The body runs what it substitutes.
        if (!isQuoted && /[$`\\]/.test(this.#line.slice(from, start))) return false;
        break;
      }
    }
    this.#documents = [];
    return true;
  }

  /** False when there is something in it that is not plain. */
  #readWord(): boolean {
    const start = this.#at;
    let from = start;
    let value = "";
    let text = "";
    let isPattern = false;
    let isComposed = false;
    for (; this.#at < this.#line.length; this.#at += 1) {
      const kind = this.#kind();
      if (kind === word || (kind === comment && this.#at > start)) continue;
      if (kind === pattern) {
        isPattern = true;
        this.#brackets += 1;
        continue;
      }
      if (kind === blank || kind === operator || kind === redirection || kind === closing) break;
      if (kind === foreign || kind === comment) return false;
      isComposed = true;
      if (kind === variable && isNameStart(this.#line.charCodeAt(this.#at + 1))) continue;
      const before = this.#line.slice(from, this.#at);
      const isRead =
        kind === quote
          ? this.#readQuoted()
          : kind === escape
            ? this.#readEscape()
            : this.#readSubstitution();
      if (!isRead) return false;
      value += before + this.#value;
      text += before + this.#text;
      from = this.#at + 1;
    }
    const rest = this.#line.slice(from, this.#at);
    this.#value = value + rest;
    this.#text = text + rest;
    return !(isPattern && isComposed);
  }

  /** Stops at the escaped character. */
  #readEscape(): boolean {
    this.#at += 1;
    this.#value = this.#line.charAt(this.#at);
    this.#text = `\\${this.#value}`;
    return this.#value !== "" && this.#value !== "\n";
  }

  /** From the `$` to the closing bracket. */
  #readSubstitution(): boolean {
    if (this.#line[this.#at + 1] !== "(" || this.#line[this.#at + 2] === "(") return false;
    const nested = new PlainReader(this.#line, this.#at + 2, this.#depth + 1);
    const commands = nested.read();
    if (commands === undefined) return false;
    this.#inner.push(...commands);
    this.#value = this.#line.slice(this.#at, nested.#at + 1);
    this.#text = "$()";
    this.#at = nested.#at;
    return this.#documents.length === 0;
  }

  /** Stops at the closing quote. */
  #readQuoted(): boolean {
    const from = this.#at + 1;
    if (this.#line[this.#at] === "'") {
      this.#at = this.#line.indexOf("'", from);
      this.#value = this.#line.slice(from, this.#at);
      this.#text = '""';
      return this.#at > 0 && this.#documents.length === 0;
    }
    let isEscaping = false;
    let isSubstituting = false;
    for (this.#at = from; ; this.#at += 1) {
      const sign = this.#line.charAt(this.#at);
      if (sign === '"') break;
      if (sign === "" || sign === "`") return false;
      if (sign === "$" && !isNameStart(this.#line.charCodeAt(this.#at + 1))) {
        if (!this.#readSubstitution()) return false;
        isSubstituting = true;
      }
      if (sign !== "\\") continue;
      isEscaping = true;
      this.#at += 1;
      if (this.#line[this.#at] === "\n") return false;
    }
    const quoted = this.#line.slice(from, this.#at);
    this.#value = isEscaping ? quoted.replace(/\\(["$\\`])/g, "$1") : quoted;
    this.#text = /^\$\w+$/.test(quoted) ? quoted : '""';
    return !(isEscaping && isSubstituting) && this.#documents.length === 0;
  }
}

interface HereDocument {
  readonly end: string;
  /** The end may have tabs before it. */
  readonly isIndented: boolean;
  readonly isQuoted: boolean;
}

/** `<<EOF`, `<<-'EOF'`; what is not a plain name is for the parser. */
const documentStart = /<<(-?)[ \t]*(["']?)([A-Za-z_]\w*)\2(?=[\s;|&>)]|$)/y;
const wideRedirections: ReadonlySet<string> = new Set([">>", ">&", ">|", "<&"]);
const assignedName = /^([A-Za-z_]\w*)=/;
/** `A+=1`, and `A[`: what follows may be an index, with blanks in it. */
const mayAssign = /=|\w\[/;

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

/** First words with a grammar of their own. */
const special: ReadonlySet<string> = new Set(
  (
    "if then else elif fi for in do done while until case esac select function time coproc { } ! [[ ]] " +
    "export declare local readonly typeset eval let"
  ).split(" "),
);

/** What a character of a shell line is by itself. */
function kindOf(code: number): number {
  // Those beyond ASCII belong to words; behind the end of the line there is nothing but a blank.
  if (code >= kinds.length) return word;
  return Number.isNaN(code) ? blank : (kinds[code] ?? foreign);
}

const foreign = 0;
const word = 1;
const blank = 2;
const operator = 3;
const redirection = 4;
const quote = 5;
const variable = 6;
const comment = 7;
/** May mean other words than are written, so that quotes beside it are not simply dropped. */
const pattern = 8;
const escape = 9;
/** Of a substitution. */
const closing = 10;

const kinds = kindsOf([
  [word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%^"],
  [blank, " \t"],
  [operator, "|&;\n"],
  [redirection, "<>"],
  [quote, "'\""],
  [variable, "$"],
  [comment, "#"],
  [pattern, "*?[]{}~!"],
  [escape, "\\"],
  [closing, ")"],
]);

function kindsOf(table: readonly (readonly [kind: number, characters: string])[]): Uint8Array {
  const codes = new Uint8Array(128);
  for (const [kind, characters] of table) {
    for (const character of characters) codes[character.charCodeAt(0)] = kind;
  }
  return codes;
}
