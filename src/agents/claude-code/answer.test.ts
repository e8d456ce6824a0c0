import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { rawLine } from "../../platform/files/raw-line.ts";
import { answerIn, answerOf } from "./answer.ts";
import { law } from "../../../test/kit/law.ts";

test("an answer is read from a line as the program writes it", () => {
  expect(answerIn(rawLine(lineWith(call)))).toEqual({
    answer: {
      model: "model-1",
      requestId: "msg_1",
      content: [call],
      usage: { inputTokens: 2, outputTokens: 5, cacheReadTokens: 4, cacheWriteTokens: 3 },
    },
    timestamp: "2026-01-02T03:04:05.678Z",
    isSidechain: false,
    workingDirectory: "C:\\work",
  });
});

test("law: whatever words are in it, the usual line is read as if it were parsed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), tricky, (text, trick) => {
      for (const said of [text, trick, text + trick]) {
        const block = { type: "text", text: said };
        const record = { ...call, input: { command: said, nested: { usage: { said } } } };
        for (const line of [lineWith(block), lineWith(block, record), lineWith(record, block)]) {
          expect(answerIn(rawLine(line))).toEqual(byParsing(line));
        }
      }
    }),
    law(),
  );
});

/** Words that look like the borders of what they stand in. */
const tricky = fc
  .array(
    fc.constantFrom(
      '],"stop_reason":',
      '"}],"stop_reason":',
      '"',
      "\\",
      "}",
      "{",
      "\n",
      "\u2028",
      "é",
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

test("a line with one field more, anywhere, is read as if it were parsed, or not at all", () => {
  const odd: string[] = [];
  for (const line of [lineWith(call), lineWith(decoy)]) {
    for (const { index: at } of line.matchAll(/,"|\}/g)) {
      for (const field of oddFields) odd.push(`${line.slice(0, at)},${field}${line.slice(at)}`);
    }
  }
  expect(odd.filter(isMisread)).toEqual([]);
});

test("a line with a character more, less or changed is read as if it were parsed, or not at all", () => {
  const odd: string[] = [];
  for (const line of [lineWith(call), lineWith({ type: "text", text: 'a \\ "b"' }, call)]) {
    for (let at = 0; at <= line.length; at += 1) {
      for (const piece of oddPieces) {
        odd.push(line.slice(0, at) + piece + line.slice(at));
        odd.push(line.slice(0, at) + piece + line.slice(at + 1));
      }
    }
  }
  expect(odd.filter(isMisread)).toEqual([]);
});

/** Fields that are there already, in this place or another, and some that are no JSON. */
const oddFields = words(
  "isSidechain cwd message type t\\u0079pe timestamp model id content stop_reason usage input_tokens output_tokens other",
).flatMap((name) =>
  words(
    '"x" "é" "\\u0041" "\\q" "assistant" 7 01 1e3 -1 true false null x [] {} {"a":{"b":1}}',
  ).map((value) => `"${name}":${value}`),
);

const oddPieces = ["", " ", "\t", ...words('" \\ { } [ ] , : 0 - é }{"')];

function words(text: string): readonly string[] {
  return text.split(" ");
}

function isMisread(line: string): boolean {
  const found = answerIn(rawLine(line));
  return found !== undefined && !isDeepStrictEqual(found, byParsing(line));
}

/** What the line says to those who parse it; nothing when it is no record of an answer. */
function byParsing(line: string) {
  const record = parseJsonLine(line);
  if (!isRecord(record) || record["type"] !== "assistant") return undefined;
  return {
    answer: answerOf(recordAt(record, "message")),
    timestamp: record["timestamp"],
    isSidechain: record["isSidechain"] === true,
    workingDirectory: textAt(record, "cwd"),
  };
}

const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } };

/** Its input looks like the end of the content. */
const decoy = { ...call, input: { list: [1], stop_reason: null } };

function lineWith(...content: readonly unknown[]): string {
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    cwd: "C:\\work",
    message: {
      model: "model-1",
      id: "msg_1",
      type: "message",
      role: "assistant",
      content,
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: {
        input_tokens: 2,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 4,
        cache_creation: { ephemeral_5m_input_tokens: 3 },
        output_tokens: 5,
        service_tier: "standard",
        iterations: [{ input_tokens: 2, cache_creation: { ephemeral_5m_input_tokens: 3 } }],
      },
      diagnostics: { reason: { type: "none" } },
    },
    requestId: "req_1",
    type: "assistant",
    uuid: "record-1",
    timestamp: "2026-01-02T03:04:05.678Z",
    version: "2.1.0",
  });
}
