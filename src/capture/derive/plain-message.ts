import { plainLine } from "../../redact/plain-text.ts";

/**
 * What a program said, without who passed it on (`/bin/bash: line 1:`, `(eval):1:`, `error:`), what a
 * terminal left in it, and what is only true on one machine: the front of a long path, a process id.
 */
export function plainMessage(message: string): string {
  let rest = plainLine(message.slice(0, longestMessage).replaceAll(terminalRemains, ""));
  for (let times = 0; times < mostPrefixes; times += 1) {
    const without = rest.replace(prefix, "");
    if (without === rest || without === "") break;
    rest = without;
  }
  const told = rest.replaceAll(redacted, "…").replaceAll(address, (_, host: string) => host);
  return shortPaths(told)
    .replace(/\berror \(at [^)]{1,60}\): /u, "")
    .replace(/[\s:,;.–—-]{1,9}$/u, "");
}

/** Absolute paths by their end. Their start is only true on one machine. */
function shortPaths(text: string): string {
  return text.replaceAll(longPath, (path) => {
    const names = path.split(/[\\/]/u).filter((name) => name !== "");
    return `…/${names.at(-1) ?? ""}`;
  });
}

const longestMessage = 400;
const mostPrefixes = 6;

/** Each starts with a character that its inside does not have, so they are linear. */
const prefix = new RegExp(
  [
    String.raw`^(?:[\w./~-]{0,60}/)?-?(?:bash|sh|zsh|dash|ksh|fish)(?:\.exe)?:(?:\d{1,5}:)? (?:line \d{1,5}: |\d{1,5}: )?(?=\S)`,
    String.raw`^\(eval\):\d{1,5}: `,
    String.raw`^(?:error|fatal|Error|ERROR|FATAL|remote|npm error|npm ERR!|exit status \d{1,3}|Exit code \d{1,3}|warning|husky|Running error)(?::| -)? `,
    String.raw`^level=\w{1,9} msg="`,
    String.raw`^\w{2,40}(?::[\w*|]{1,60})? hook (?:error|blocked|denied): ?(?:\[[^\]]{1,200}\]: ?)?`,
    String.raw`^- hook id: `,
    String.raw`^PR #\d{1,9}: `,
    String.raw`^[✖✗✘X×•⎿] `,
  ].join("|"),
  "u",
);
const terminalRemains = /\[[\d;?]{1,12}[A-Za-z]|\(B|\u000F/gu;
const redacted = /\[redacted:[^\]\s]{1,60}\]/gu;
const address = /\bhttps?:\/\/([\w.-]{1,100})[^\s"'`)>\]]{0,300}/gu;
const longPath = /(?<![\w.…])(?:~|[A-Za-z]:)?(?:[\\/][\w.@[\]+-]{1,99}){3,30}/gu;
