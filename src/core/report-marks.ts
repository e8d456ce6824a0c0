import { protocolExample } from "./protocol-example.ts";

/**
 * The reports in a message as they stand there, from their first mark to their last: enough to count and to
 * keep them. Whether they say something is found out when the session's log is read.
 */
export function reportsIn(message: string): readonly string[] {
  if (!message.includes("#lesson") && !message.includes("[PROCESS_KNOWLEDGE]")) return [];
  const reports: string[] = [];
  let open: { readonly end: string; readonly lines: string[] } | undefined;
  for (const line of message.split("\n")) {
    const mark = line.replace(/^[\s>*_`•-]+|[\s*_`]+$/g, "");
    if (open === undefined) {
      const end = endOf.get(mark);
      if (end !== undefined) open = { end, lines: [line] };
      continue;
    }
    open.lines.push(line);
    if (mark !== open.end) continue;
    const report = open.lines.join("\n");
    // Whoever explains the protocol repeats its example.
    if (!report.includes(protocolExample.mistake)) reports.push(report);
    open = undefined;
  }
  return reports;
}

const endOf: ReadonlyMap<string, string> = new Map([
  ["#lesson", "#/lesson"],
  ["[PROCESS_KNOWLEDGE]", "[/PROCESS_KNOWLEDGE]"],
]);
