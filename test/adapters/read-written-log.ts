import { formatOf } from "../../src/agents/formats.ts";
import type { LineReader, RecordFate } from "../../src/agents/adapter.ts";
import type { SessionEvent } from "../../src/agents/event.ts";
import { RawLine } from "../../src/platform/files/raw-line.ts";
import type { Scribe, Story, WrittenLog } from "./scribe.ts";

interface ReadLog {
  readonly events: readonly SessionEvent[];
  readonly unknown: number;
  readonly unreadable: number;
}

/** What the adapter reads in a story; undefined when the format has no place for it. */
export function tell(scribe: Scribe, story: Story): ReadLog | undefined {
  const log = scribe.write(story);
  return log === undefined ? undefined : readWrittenLog(scribe, log);
}

export function readWrittenLog({ adapter }: Scribe, log: WrittenLog): ReadLog {
  const format = formatOf(adapter.agent, log.path);
  const events: SessionEvent[] = [];
  const emit = (event: SessionEvent) => void events.push(event);
  if (format?.shape === "lines" && log.shape === "lines") {
    const reader = format.openReader(log.path);
    return { events, ...counted(readLines(reader, log.lines, emit)) };
  }
  if (format?.shape === "document" && log.shape === "document") {
    const counts = format.read(log.path, Buffer.from(log.content), emit);
    return { events, unknown: counts.unknown, unreadable: counts.unreadable.length };
  }
  if (format?.shape === "database" && log.shape === "database") {
    const all = format.listSessions(log.database).map((session) => session.read(emit));
    return {
      events,
      unknown: all.reduce((sum, { unknown }) => sum + unknown, 0),
      unreadable: all.reduce((sum, { unreadable }) => sum + unreadable.length, 0),
    };
  }
  throw new Error(`${adapter.agent} does not take ${log.path} for ${log.shape}`);
}

/** The reader of a log of lines, opened where another one's memory ends. */
export function openReader(scribe: Scribe, path: string, memory?: unknown): LineReader {
  const format = formatOf(scribe.adapter.agent, path);
  if (format?.shape !== "lines") throw new Error(`${path} has no lines`);
  return format.openReader(path, memory);
}

export function readLines(
  reader: LineReader,
  lines: readonly (string | Buffer)[],
  emit: (event: SessionEvent) => void,
  firstNumber = 1,
): readonly RecordFate[] {
  // One object for all lines, as the scanner has it: a reader that keeps it reads the wrong line.
  const line = new RawLine();
  return lines.map((content, index) => {
    line.buffer = Buffer.from(content);
    line.start = 0;
    line.end = line.buffer.length;
    line.number = firstNumber + index;
    return reader.read(line, emit);
  });
}

function counted(fates: readonly RecordFate[]): Omit<ReadLog, "events"> {
  return {
    unknown: fates.filter((fate) => fate === "unknown").length,
    unreadable: fates.filter((fate) => fate === "unreadable").length,
  };
}
