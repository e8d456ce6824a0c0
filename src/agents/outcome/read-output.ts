import { forRecentTexts } from "../../platform/recent-texts.ts";
import type { SimpleCommand } from "../../shell/command.ts";

/**
 * The lines of an output as a person reads them: without colours, carriage returns, trailing blanks
 * and the `[task] ` that task runners put before every line. Bounded in number and length: of a long
 * output the first lines and the last, because what went wrong stands there.
 */
export const outputLines: (output: string) => readonly string[] = forRecentTexts((output) => {
  const lines: string[] = [];
  let start = 0;
  while (start < output.length && lines.length < mostLines) {
    const newline = output.indexOf("\n", start);
    const end = newline === -1 ? output.length : newline;
    const line = plainLine(output.slice(start, Math.min(end, start + longestLine)));
    if (line !== "") lines.push(line);
    start = end + 1;
  }
  return lines.length <= firstLines + lastLines
    ? lines
    : [...lines.slice(0, firstLines), ...lines.slice(-lastLines)];
});

const firstLines = 60;
const lastLines = 30;

const mostLines = 600;
const longestLine = 600;

function plainLine(line: string): string {
  const isPlain = !line.includes("\u001B") && !line.includes("\r");
  const plain = isPlain ? line : line.replaceAll(escapes, "");
  return (plain.charCodeAt(0) === openBracket ? plain.replace(taskPrefix, "") : plain).trimEnd();
}

const escapes = /\u001B\[[\d;?]*[A-Za-z]|[\r\u001B]/g;
const openBracket = 0x5b;
const taskPrefix = /^\[[\w:.@/-]{1,40}\] {1,4}/;

/**
 * The line of an output that says what went wrong: the first that opens like a complaint, else the
 * exception at the end of a traceback, else the first. Empty when there is none.
 */
export const tellingLine: (output: string) => string = forRecentTexts((output) => {
  const lines = outputLines(output);
  const complaint = lines.find((line) => complaints.test(line));
  if (complaint !== undefined) return complaint.trim();
  const exception = lines.findLast((line) => exceptions.test(line));
  return (exception ?? lines[0] ?? "").trim();
});

/**
 * Whether an output says that something is wrong, or is short enough to be nothing else. What a long one begins
 * with, where no line complains, is what the program had to print.
 */
export function isMessage(output: string): boolean {
  if (complains(output)) return true;
  const lines = outputLines(output);
  const isSpoken = /\p{L}{2}\s\S{0,40}\p{L}{2}/u.test(lines[0] ?? "");
  return lines.length <= mostSpoken && isSpoken;
}

/** Whether a line opens like a complaint. */
export function complains(output: string): boolean {
  return outputLines(output).some((line) => complaints.test(line) || exceptions.test(line));
}

const mostSpoken = 4;

/** Who speaks, then what is wrong; or what is wrong at the end of the line. */
const complaints = new RegExp(
  [
    /^(?:[\w./() -]{1,60}: ){0,3}(?:error|Error|ERROR|fatal|FATAL|panic|illegal|invalid|unknown)\b/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:unrecognized|unexpected|[Nn]o such|[Cc]annot|can't|[Cc]ould not)\b/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:command not found|no matches found|[Pp]ermission denied)\b/,
    /: (?:command not found|No such file or directory|[Pp]ermission denied|[Oo]peration not permitted)$/,
    /^\s{0,9}! \[|^\s{0,12}--- FAIL|^CONFLICT/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const exceptions = /^[\w.]{1,80}(?:Error|Exception|Interrupt|Exit)\b/;

/**
 * Whether a command prints what is stored somewhere: a file, a commit, a log, a page. What looks like
 * an error message in its output may be text that somebody wrote down. A filter behind a pipe prints
 * nothing of its own.
 */
export function printsContent({ program, words }: SimpleCommand): boolean {
  if (alwaysPrinting.has(program)) return true;
  const operands = operandsOf(words);
  const first = operands[0] ?? "";
  const second = operands[1] ?? "";
  if (printingFiles.has(program)) return operands.length > 0;
  if (printingMatches.has(program)) {
    return operands.length > 1 || words.some((word) => /^-\w*[rR]/.test(word));
  }
  switch (program) {
    case "git":
      return gitPrinters.has(first);
    case "gh":
      return first === "api" || /^(?:view|diff|list)$/.test(second) || first === "search";
    case "docker":
    case "podman":
    case "kubectl":
    case "oc":
      return operands.includes("logs");
    default:
      return false;
  }
}

function operandsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).filter((word) => !word.startsWith("-") && !/^\d+$/.test(word));
}

const alwaysPrinting: ReadonlySet<string> = new Set(
  "journalctl dmesg curl wget http lynx man tmux screen Get-Content gc type".split(" "),
);
const printingFiles: ReadonlySet<string> = new Set(
  "cat bat less more head tail nl tac zcat xxd od hexdump strings glow diff".split(" "),
);
/** The first word that they take is what to look for or to do; then come the files. */
const printingMatches: ReadonlySet<string> = new Set(
  "grep egrep fgrep zgrep rg ag ack sed awk gawk jq yq cut sort uniq perl Select-String".split(" "),
);
const gitPrinters: ReadonlySet<string> = new Set(
  "show diff log blame grep cat-file format-patch stash reflog".split(" "),
);

/**
 * What two failures of the same cause have in common: the line that says what went wrong, with what
 * differs from one time to the next masked. `exit 3` when nothing was said.
 */
export function errorSignature(output: string, exitStatus?: number): string {
  const line = tellingLine(output);
  if (line === "") return exitStatus === undefined ? "silent" : `exit ${exitStatus}`;
  return maskedMessage(line);
}

/**
 * A message with what differs from one time to the next masked: what is left is the same whenever the same thing
 * goes wrong. It knows no program, so that it also groups messages that nobody has classified.
 */
export function maskedMessage(message: string): string {
  const line = message.slice(0, longestMasked);
  const masked = masks.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), line);
  return masked.replaceAll(/\s+/g, " ").trim().slice(0, longestSignature);
}

const longestMasked = 400;
const longestSignature = 160;

/** In this order: an address holds paths, a path holds numbers. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'`)>\]]{1,400}/gi, "<url>"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?/g, "<time>"],
  [/\b\d\d?:\d\d:\d\d(?:\.\d{1,9})?/g, "<time>"],
  [/"[^"]{0,400}"|`[^`']{0,400}['`]|'[^']{0,400}'|‘[^’]{0,400}’/g, "<name>"],
  [
    /(?:\b[A-Za-z]:)?(?:[~.]{0,2}[\\/])?[\w.@+-]{1,99}(?:[\\/][\w.@+-]{1,99}){1,20}[\\/]?/g,
    "<path>",
  ],
  [/[~.…]{0,2}[\\/][\w.@+-]{1,99}/g, "<path>"],
  [
    /\b[\w-]{1,99}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc?|h|hpp|swift|sh|mdx?)\b/g,
    "<path>",
  ],
  [/\b[\w-]{1,99}\.(?:json|ya?ml|toml|txt|log|html?|css|sql|xml|lock)\b/g, "<path>"],
  [/\b(?=[a-f\d]{0,63}\d)(?=\d{0,63}[a-f])[a-f\d]{7,64}\b/g, "<hash>"],
  [/\b0x[\da-f]{1,40}\b/gi, "<n>"],
  [/\d{1,40}(?:\.\d{1,40}){0,9}/g, "<n>"],
];
