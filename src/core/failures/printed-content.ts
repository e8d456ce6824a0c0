import type { SimpleCommand } from "../command.ts";

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
