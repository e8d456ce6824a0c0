import { type JsonRecord, textAt } from "../../platform/json/fields.ts";
import { answersOf, partTexts, withoutHookContext } from "./parts.ts";

/**
 * What a person typed, from a message in the user's name; undefined when nobody typed it. `repeats` are
 * texts that the program wrote down again.
 */
export function personText(message: JsonRecord, repeats: ReadonlySet<string>): string | undefined {
  const texts = partTexts(message["content"]);
  // Beside the answers to calls stands what the program has to say, and what a person typed meanwhile.
  if (answersOf(message).length > 0) return joined(texts.map(steering));
  // When there is a text for display, it is what was typed, without the files that it names.
  const shown = message["displayContent"];
  const typed = shown === undefined || shown === null ? texts : partTexts(shown);
  const isRepeated = texts.length > 0 && texts.every((text) => repeats.has(text));
  if (isRepeated) return undefined;
  const attached = typed.findIndex((text) => text.startsWith(attachedFiles));
  return joined(
    typed
      .slice(0, attached < 0 ? typed.length : attached)
      .filter((text) => !repeats.has(text))
      .map((text) => steering(text) ?? ownWords(text)),
  );
}

/** The program sums up what came before, in the user's name. */
export function isSummary(message: JsonRecord): boolean {
  if (textAt(message, "type") !== "user") return false;
  return partTexts(message["content"]).some((text) => text.startsWith("<state_snapshot>"));
}

/** The model's answer, written by the program, to a message that the program wrote. */
export function isAcknowledgement(text: string): boolean {
  return text === "Got it. Thanks for the context!" || text === additional;
}

/** After a summary it thanks in these words. */
export const additional = "Got it. Thanks for the additional context!";

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const text = texts.filter((part) => part !== undefined && part !== "").join("\n");
  return text === "" ? undefined : text;
}

function ownWords(text: string): string | undefined {
  const words = withoutHookContext(text).trim();
  return programBeginnings.test(words) ? undefined : words;
}

/** What a person typed while the agent was at work. */
function steering(text: string): string | undefined {
  if (!text.startsWith("User steering update:") && !text.startsWith("User hints:"))
    return undefined;
  const from = text.indexOf(inputStart);
  const to = text.indexOf(inputEnd, from);
  return from < 0 || to < 0 ? undefined : text.slice(from + inputStart.length, to).trim();
}

const inputStart = "<user_input>";
const inputEnd = "</user_input>";
const attachedFiles = "--- Content from referenced files ---";

/** How the program begins what it writes in the user's name, and the commands that are for it. */
const programBeginnings = new RegExp(
  `^(?:${[
    "<(?:session_context|state_snapshot|hook_context|tool_output_masked)>",
    "This is the Gemini CLI\\. We are setting up the context",
    "Here is (?:the user's editor context as|a summary of changes in the user's editor)",
    "System: Please continue\\.",
    "Please continue\\.$",
    "\\[The previous response was interrupted",
    "/[a-z][\\w:-]*(?:\\s|$)",
    "\\?$",
  ].join("|")})`,
);
