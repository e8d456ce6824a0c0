import { protocolExample, protocolLabel } from "./protocol.ts";

/** A report as it stands in a message, from its first mark to its last. */
export interface MarkedReport {
  readonly text: string;
  /** Its last mark is there. */
  readonly isFinished: boolean;
}

/**
 * The reports in a message, without those that it takes back: enough to count and to keep them. What they say is found out
 * when the session's log is read. Takes time in proportion to the message.
 */
export function reportsIn(message: string): readonly MarkedReport[] {
  if (!mayHoldReport(message)) return [];
  const reports: MarkedReport[] = [];
  let open: { readonly end: string; readonly lines: string[] } | undefined;
  const finish = (isFinished: boolean) => {
    const text = open?.lines.join("\n") ?? "";
    // Whoever explains the protocol repeats its example and its block.
    const isExplained = [protocolExample.mistake, protocolLabel].some((words) =>
      text.includes(words),
    );
    if (!isExplained) reports.push({ text, isFinished });
    open = undefined;
  };
  for (const line of message.split("\n")) {
    const mark = markIn(line);
    if (mark === cancel && open?.end !== blockEnd) {
      // Taken back before it was finished: the one before it is not meant.
      if (open === undefined) reports.pop();
      open = undefined;
    } else if (open === undefined) {
      const end = endOf.get(mark);
      if (end !== undefined) open = { end, lines: [line] };
    } else {
      open.lines.push(line);
      if (mark === open.end) finish(true);
    }
  }
  if (open !== undefined) finish(false);
  return reports;
}

/** Nearly no text has a mark, and looking for the two words is all that the others cost. Agents write them in any case. */
export function mayHoldReport(text: string): boolean {
  return anyOpening.test(text);
}

const anyOpening = /#lesson|\[process_knowledge\]/i;
const cancel = "#lesson:cancel";
const blockEnd = "[/process_knowledge]";
const endOf: ReadonlyMap<string, string> = new Map([
  ["#lesson", "#/lesson"],
  ["[process_knowledge]", blockEnd],
]);

/**
 * A line in lower case, without what Markdown puts around a mark. By hand: an expression for the end of a line begins anew
 * at each of its characters.
 */
function markIn(line: string): string {
  if (line.length > longestMarkLine) return "";
  let start = 0;
  let end = line.length;
  while (start < end && before.has(line.charAt(start))) start += 1;
  while (end > start && behind.has(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end).toLowerCase();
}

const longestMarkLine = 200;
const behind: ReadonlySet<string> = new Set(" \t\r\u00A0*_`");
const before: ReadonlySet<string> = new Set([...behind, ">", "•", "-"]);
