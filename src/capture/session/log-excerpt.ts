import { readFileSync } from "node:fs";
import type { Emit, LogFormat } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import type { SessionEvent } from "../../agents/event.ts";
import { formatOf } from "../../agents/formats.ts";
import { listLogs } from "../../agents/list-logs.ts";
import type { Sighting } from "../../lesson/record/history.ts";
import type { Context } from "../../platform/context.ts";
import { queryOne } from "../../platform/database/database.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import { beginning, readLines } from "../../platform/files/read-lines.ts";
import { forgottenTexts, makeForget } from "../../platform/forgotten.ts";
import { userHome } from "../../platform/paths.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";
import { pathKeyOf } from "../scan/log-task.ts";

/** A line of a session as a person reads it. */
export interface ExcerptLine {
  readonly by: "person" | "agent" | "call" | "result";
  readonly text: string;
  /** The call that failed, or how it failed. */
  readonly isMistake: boolean;
}

/**
 * What stands in the log around a sighting: what was said last, the call, how it ended, and what came next. It is read at this
 * moment and redacted; nothing of it is kept. Empty where the log is gone, or is not a file that can be looked into.
 */
export function logExcerpt(
  { database, config, place }: Pick<Context, "database" | "config" | "place">,
  { agent, sessionId, place: seenAt }: Pick<Sighting, "agent" | "sessionId" | "place">,
): readonly ExcerptLine[] {
  if (seenAt === undefined || place === undefined) return [];
  const known = queryOne<{ pathKey: string }>(
    database,
    "SELECT path_key AS pathKey FROM logs WHERE agent = ? AND session_id = ? AND path = ?",
    agent,
    sessionId,
    seenAt.file,
  );
  if (known === undefined) return [];
  const { environment } = place;
  const home = userHome(environment);
  // The store knows a log by a digest of its path: the path itself names the person.
  const { logs } = listLogs(
    adapters,
    { home, environment },
    {
      agents: [agent],
      extraPlaces: config.scanPaths.map((path) => path.replace(/^~(?=\/|$)/u, home)),
    },
  );
  const keys = (path: string) => [path, `${path}#${sessionId}`].map(pathKeyOf);
  const log = logs.find(({ path }) => keys(path).includes(known.pathKey));
  if (log === undefined) return [];
  const forget = makeForget(forgottenTexts(database));
  const redact = makeRedact(ownerOf(environment, home));
  const events = eventsAround({ agent, sessionId, path: log.path }, seenAt.line);
  return linesOf(events, seenAt.line, (text) => redact(forget(text)));
}

const linesBefore = 12;
const linesAfter = 14;

interface LogOfSession {
  readonly agent: string;
  readonly sessionId: string;
  readonly path: string;
}

function eventsAround(
  { agent, sessionId, path }: LogOfSession,
  line: number,
): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  const isNear = (number: number) => number >= line - linesBefore && number <= line + linesAfter;
  const emit = (event: SessionEvent) => {
    if (isNear(event.line)) events.push(event);
  };
  const format = formatOf(agent, path);
  try {
    switch (format?.shape) {
      case "lines": {
        const reader = format.openReader(path);
        const onLine = (raw: RawLine) => void (isNear(raw.number) && reader.read(raw, emit));
        readLines(path, beginning, { onLine, onTooLong: () => undefined });
        break;
      }
      case "document":
        format.read(path, readFileSync(path), emit);
        break;
      case "database":
        readStored(format.listSessions, { sessionId, path }, emit);
        break;
      case undefined:
    }
    return events;
  } catch {
    // It vanished, or is not what it was: the sighting has its quote.
    return [];
  }
}

function readStored(
  listSessions: Extract<LogFormat, { readonly shape: "database" }>["listSessions"],
  { sessionId, path }: Pick<LogOfSession, "sessionId" | "path">,
  emit: Emit,
): void {
  const source = openReadOnlyDatabase(path);
  try {
    listSessions(source)
      .find((session) => session.sessionId === sessionId)
      ?.read(emit);
  } finally {
    source.close();
  }
}

/** Pure: which of the events are shown, and how. */
export function linesOf(
  events: readonly SessionEvent[],
  line: number,
  redact: (text: string) => string,
): readonly ExcerptLine[] {
  const at = events.findIndex((event) => event.is === "call" && event.line === line);
  const start = at < 0 ? events.findIndex((event) => event.line >= line) : at;
  if (start < 0) return [];
  const mistake = events[start];
  const said = events.slice(0, start).findLast(({ is }) => is === "user" || is === "assistant");
  const end = endOf(events, mistake);
  const next = events
    .slice((end === undefined ? start : events.indexOf(end)) + 1)
    .find(({ is }) => is === "call" || is === "user");
  const isMistake = (event: SessionEvent) => event === mistake || event === end;
  return [said, mistake, end, next].flatMap((event) =>
    event === undefined ? [] : shown(event, redact, isMistake(event)),
  );
}

/** How a call ended. Calls may be made side by side, so that it need not be the next event. */
function endOf(
  events: readonly SessionEvent[],
  call: SessionEvent | undefined,
): SessionEvent | undefined {
  if (call?.is !== "call") return undefined;
  return events.find((event) => event.is === "result" && event.callId === call.callId);
}

const longestLine = 300;
const mostOutputLines = 3;

function shown(
  event: SessionEvent,
  redact: (text: string) => string,
  isMistake: boolean,
): readonly ExcerptLine[] {
  const line = (by: ExcerptLine["by"], text: string): readonly ExcerptLine[] => {
    // Redacted before it is cut: a token that lost its start is no token any more.
    const plain = plainLine(text);
    return plain === "" ? [] : [{ by, text: firstPart(plain, longestLine), isMistake }];
  };
  switch (event.is) {
    case "user":
      return line("person", redact(event.text));
    case "assistant":
      return line("agent", redact(event.text));
    case "call":
      return line("call", redact(callText(event)));
    case "result":
      return outputLines(redact(event.output ?? event.ending ?? "")).flatMap((text) =>
        line("result", text),
      );
    default:
      return [];
  }
}

function callText({ tool, action }: Extract<SessionEvent, { readonly is: "call" }>): string {
  if (action.does === "shell") return `$ ${action.command}`;
  return "path" in action && action.path !== undefined ? `${tool} ${action.path}` : tool;
}

function outputLines(output: string): readonly string[] {
  return output
    .split("\n")
    .filter((text) => text.trim() !== "")
    .slice(0, mostOutputLines);
}
