import { tellingLine } from "../../core/failures/telling-line.ts";
import { plainLine } from "../../core/plain-text.ts";
import { failingCheck, supposition } from "../../core/sayings/correction-words.ts";
import { ownWords, reviewMark } from "../../core/sayings/own-words.ts";
import { says, sentencesOf } from "../../core/sayings/speech.ts";
import { essenceLine, sentencesIn, withoutOpening } from "./essence-of.ts";
import { plainMessage } from "./plain-message.ts";

/** What a person only passed on, as situation and action: output, a review, or that a check fails. */
export interface PastedSaying {
  readonly summary: string;
  readonly situation: string;
  readonly action: string;
  /** The summary when it was passed on more than once, about other things each time. */
  readonly general?: string;
}

/** Undefined when the person said more than that, or nothing at all. */
export function pastedSaying(words: string): PastedSaying | undefined {
  if (words.trim() === "") return undefined;
  if (ownWords(words) !== "") return reportedFailure(words);
  return reviewMark.test(words) ? finding(words) : failedCheck(words);
}

/** "the build is broken again": what the user had to say is that nobody had looked. */
function reportedFailure(words: string): PastedSaying | undefined {
  const parts = sentencesOf(words);
  if (words.length > longestReport || !says(parts, failingCheck) || says(parts, supposition)) {
    return undefined;
  }
  const said = withoutOpening(plainLine(words));
  return {
    summary: essenceLine(`run the checks before handing over: ${said}`),
    situation: "Before handing over.",
    general: runChecks,
    action: `Run the checks. The user had to say: ${said}`,
  };
}

function finding(words: string): PastedSaying | undefined {
  const sentences = sentencesIn(words).map((sentence) => sentence.replace(grade, "").trim());
  const said = sentences.find((sentence) => sentence.split(/\s+/u).length > 3);
  if (said === undefined) return undefined;
  return {
    summary: essenceLine(said),
    // Few words of ours: what is said twice is found by the words that are shared.
    situation: "In review.",
    action: plainLine(said).slice(0, longestQuote),
  };
}

function failedCheck(words: string): PastedSaying {
  const command = /^\s{0,4}(?:[❯➜»$%]|\S{1,40}@\S{1,60}[$#%]) ?([a-z][^\n]{2,120})$/mu.exec(
    words,
  )?.[1];
  const message = plainMessage(tellingLine(words)).replace(
    /^-{3} FAIL: (\S{1,120}).{0,40}$/u,
    "$1 fails",
  );
  const check =
    command === undefined || command.length > longestCommand ? undefined : plainLine(command);
  const quoted = message === "" ? "" : ` It failed: ${message.slice(0, longestQuote)}`;
  return {
    summary: essenceLine(
      check === undefined
        ? `run the checks before handing over: ${message}`
        : `run \`${check.replaceAll("`", "'")}\` before handing over`,
    ),
    situation: "Before handing over.",
    ...(check === undefined ? { general: runChecks } : {}),
    action: `${check === undefined ? "Run the checks" : `Run \`${check.replaceAll("`", "'")}\``}.${quoted}`,
  };
}

const runChecks = "Run the project's checks before handing over";
const longestReport = 160;
const longestCommand = 56;
const longestQuote = 300;
/** `High:`, `[P1]`, `Medium Severity`. */
const grade =
  /^\*{0,2}\[?(?:critical|high|medium|low|major|minor|p[0-3])\]?\*{0,2}(?:[ -]severity)?[:\s]{0,3}/iu;
