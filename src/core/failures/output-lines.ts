/**
 * The lines of an output as a person reads them: without colours, carriage returns, trailing blanks
 * and the `[task] ` that task runners put before every line. Bounded in number and length: of a long
 * output the first lines and the last, because what went wrong stands there.
 */
export function outputLines(output: string): readonly string[] {
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
}

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
