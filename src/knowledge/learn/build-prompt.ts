import type { ObservedKind } from "../../lesson/score/repetition.ts";
import type { Channels } from "./channels.ts";
import { learnForm, learnInstructions } from "../prompts/learn-from-sessions.ts";

/** An observation that is there already, under a name that only this question uses. */
export interface KnownObservation {
  readonly name: string;
  readonly kind: ObservedKind;
  readonly summary: string;
}

/**
 * The whole question. Texts of the sessions come as JSON in fences: inside, a line can only begin with JSON's own
 * characters, so that none of them can close a fence or stand as a line of its own. Sessions are numbered;
 * their ids, places and people stay here.
 */
export function buildPrompt(
  sessions: readonly Channels[],
  known: readonly KnownObservation[],
): string {
  const blocks = sessions.map(
    ({ userSignals, dialogPairs }, index) =>
      `### Session ${index + 1} of ${sessions.length}\n\n${fenced({ userSignals, dialogPairs })}\n`,
  );
  return [
    learnInstructions,
    learnForm,
    `## Known already\n`,
    known.length === 0 ? "Nothing yet.\n" : `${fenced(known)}\n`,
    `## The sessions\n`,
    ...blocks,
    "Now answer in the form above.\n",
  ].join("\n");
}

function fenced(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 1).replaceAll(breaking, escaped)}\n\`\`\``;
}

/** Backticks too: some readers look for fences inside of lines. And what only Unicode calls the end of a line. */
const breaking = /[`\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
