import { numberAt, recordAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import {
  moreFields,
  plainText,
  simpleValue,
  valueOrObject,
  wholeNumber,
} from "../../platform/json/grammar.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { TokenTotals } from "../event.ts";

/** A part of what the model answered to one request. */
export interface Answer {
  readonly model: string | undefined;
  readonly requestId: string | undefined;
  /** A text or a list of blocks; nobody has looked at it yet. */
  readonly content: unknown;
  /** What the request has cost so far. */
  readonly usage: TokenTotals | undefined;
}

/** The answer in a message. */
export function answerOf(message: JsonRecord | undefined): Answer {
  const usage = recordAt(message, "usage");
  return {
    model: textAt(message, "model"),
    requestId: textAt(message, "id"),
    content: message?.["content"],
    usage: usage && {
      inputTokens: numberAt(usage, "input_tokens") ?? 0,
      outputTokens: numberAt(usage, "output_tokens") ?? 0,
      cacheReadTokens: numberAt(usage, "cache_read_input_tokens") ?? 0,
      cacheWriteTokens: numberAt(usage, "cache_creation_input_tokens") ?? 0,
    },
  };
}

export interface AnswerLine {
  readonly answer: Answer;
  readonly timestamp: string;
  readonly isSidechain: boolean;
  readonly workingDirectory: string | undefined;
}

/**
 * The answer in a line, the same as `answerOf` of the parsed record; undefined when the line is not to
 * the letter as the program writes it. Answers are every third line, and what stands around their words
 * (ids, the bill, where and when) is most of it: only the words are parsed.
 */
export function answerIn(line: RawLine): AnswerLine | undefined {
  const text = line.latin1();
  const before = beforeContent.exec(text);
  if (before === null) return undefined;
  const [{ length: from }, isSidechain, directoryBefore, model, requestId] = before;
  // The first place that looks like the end is the end if what lies before it is a whole list.
  const to = text.indexOf(contentEnd, from) + 1;
  if (to === 0) return undefined;
  behindContent.lastIndex = to;
  const behind = behindContent.exec(text);
  if (behind === null) return undefined;
  const [, input = "", cacheWrite = "", cacheRead = "", output = "", timestamp = "", directory] =
    behind;
  // Older versions wrote it before the message.
  if (directoryBefore !== undefined && directory !== undefined) return undefined;
  const content = parseJsonLine(line.text(from, to));
  if (content === undefined) return undefined;
  const usage = {
    inputTokens: Number(input),
    outputTokens: Number(output),
    cacheReadTokens: Number(cacheRead),
    cacheWriteTokens: Number(cacheWrite),
  };
  const answer = { model, requestId, content, usage };
  return {
    answer,
    timestamp,
    isSidechain: isSidechain === "true",
    workingDirectory: decoded(directoryBefore ?? directory),
  };
}

/** Nearly all lines of a log have the directory of the line before. */
function decoded(written: string | undefined): string | undefined {
  if (written?.startsWith('"') !== true) return undefined;
  if (written !== lastDecoded.written) {
    const value = parseJsonLine(Buffer.from(written, "latin1").toString("utf8"));
    lastDecoded = { written, text: typeof value === "string" ? value : undefined };
  }
  return lastDecoded.text;
}

let lastDecoded: { readonly written: string; readonly text: string | undefined } = {
  written: "",
  text: undefined,
};

const directoryField = `(?:,"cwd":(${simpleValue}))?`;

const beforeContent = new RegExp(
  [
    String.raw`^\{"parentUuid":${simpleValue},"isSidechain":(true|false)`,
    moreFields(simpleValue, "isSidechain", "message", "cwd"),
    directoryField,
    moreFields(simpleValue, "isSidechain", "message", "cwd"),
    String.raw`,"message":\{"model":${plainText},"id":${plainText},"type":"message","role":"assistant","content":(?=\[)`,
  ].join(""),
);

const contentEnd = '],"stop_reason":';

const detail = valueOrObject(simpleValue);
const iteration = valueOrObject(detail);
const counters = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
];

const behindContent = new RegExp(
  [
    moreFields(detail, "model", "id", "content", "usage"),
    String.raw`,"usage":\{"input_tokens":${wholeNumber},"cache_creation_input_tokens":${wholeNumber}`,
    String.raw`,"cache_read_input_tokens":${wholeNumber}(?:,"cache_creation":${detail})?,"output_tokens":${wholeNumber}`,
    moreFields(String.raw`(?:${detail}|\[(?:${iteration}(?:,${iteration})*)?\])`, ...counters),
    String.raw`\}${moreFields(iteration, "model", "id", "content", "usage")}\}`,
    moreFields(simpleValue, "isSidechain", "message", "type", "cwd"),
    String.raw`,"type":"assistant","uuid":${simpleValue},"timestamp":${plainText}`,
    moreFields(simpleValue, "isSidechain", "message", "type", "timestamp", "cwd"),
    directoryField,
    moreFields(simpleValue, "isSidechain", "message", "type", "timestamp", "cwd"),
    String.raw`\}$`,
  ].join(""),
  "y",
);
