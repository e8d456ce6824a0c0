/**
 * A shell line without the texts that it carries: bodies of here-documents and long quoted texts are
 * replaced by `…`. They are contents of files, messages, programs; what the line runs is the same
 * without them.
 */
export function withoutContents(line: string): string {
  const bare = line.includes("<<") ? withoutHereDocuments(line) : line;
  return bare.length > longestQuoted ? withoutLongQuotes(bare) : bare;
}

const longestQuoted = 80;

function withoutHereDocuments(line: string): string {
  const kept: string[] = [];
  const awaited: string[] = [];
  let isCut = false;
  for (const row of line.split("\n")) {
    const [end] = awaited;
    if (end === undefined) {
      kept.push(row);
      for (const match of row.matchAll(hereDocument)) awaited.push(match[2] ?? "");
      isCut = false;
    } else if (row.trim() === end) {
      kept.push(row);
      awaited.shift();
      isCut = false;
    } else if (!isCut) {
      kept.push("…");
      isCut = true;
    }
  }
  return kept.join("\n");
}

/** `<<EOF`, `<<-'EOF'`, `<< "EOF"`, and not `<<<`. */
const hereDocument = /(?<!<)<<-?[ \t]{0,4}(["']?)([A-Za-z_]\w{0,60})\1/gu;

function withoutLongQuotes(line: string): string {
  let text = "";
  /** Up to here the line is in the text. */
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (character === "\\") at += 1;
    if (character !== '"' && character !== "'") continue;
    const end = endOfQuote(line, at, character);
    if (end - at - 1 > longestQuoted) {
      text += `${line.slice(from, at)}${character}…${character}`;
      from = end + 1;
    }
    at = end;
  }
  return from === 0 ? line : text + line.slice(from);
}

/** Where the quote closes; the end of the line when it does not. */
function endOfQuote(line: string, from: number, quote: string): number {
  for (let at = from + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === "\\") at += 1;
    else if (line[at] === quote) return at;
  }
  return line.length;
}
