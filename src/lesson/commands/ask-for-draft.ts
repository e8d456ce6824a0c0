import { cancel, confirm, intro, isCancel, outro, select, text } from "@clack/prompts";
import { bodyFields, kinds, type BodyField, type Kind } from "../record/body.ts";
import { levels, parseLevel, priorityOfLevel } from "../record/level.ts";
import { longestSummary } from "../record/lesson.ts";
import { patternProblem } from "../../match/pattern/pattern.ts";
import { characterCount, plainLine } from "../../redact/plain-text.ts";
import { parseTag, tagCategories } from "../record/tag.ts";
import { Fault } from "../../platform/fault.ts";
import { globProblem } from "../../platform/glob.ts";
import type { TerminalEnds } from "../../cli/terminal.ts";

/** A lesson, asked for step by step. Leaving half-way leaves nothing behind. */
export async function askForDraft(ends: TerminalEnds): Promise<object> {
  intro("A new lesson", ends);
  const kind = await answer(
    ends,
    select({
      ...ends,
      message: "What kind?",
      options: kinds.map((value) => ({ value, label: value, hint: about[value] })),
    }),
  );
  const summary = await answer(
    ends,
    text({ ...ends, message: "What is it about? (one line)", validate: summaryProblem }),
  );
  const body: Record<string, unknown> = {};
  for (const field of bodyFields[kind]) {
    const value = await askForField(ends, field);
    if (value !== undefined) body[field.name] = value;
  }
  const tools = await askForList(
    ends,
    "Which tools? (names with commas, empty for any)",
    () => undefined,
  );
  const command = await answer(
    ends,
    text({
      ...ends,
      message: "For which commands? (regular expression, empty for none)",
      placeholder: "^git\\s+stash\\b",
      defaultValue: "",
      validate: (value) => optional(value, patternProblem),
    }),
  );
  const path = await answer(
    ends,
    text({
      ...ends,
      message: "For which files? (glob, empty for none)",
      placeholder: "**/package.json",
      defaultValue: "",
      validate: (value) => optional(value, globProblem),
    }),
  );
  const tags = await askForList(
    ends,
    `Tags? (${tagCategories.join(", ")}; with commas, empty for none)`,
    (tag) => (parseTag(tag) === undefined ? `"${tag}" is not category:value` : undefined),
  );
  const level = await answer(
    ends,
    select({
      ...ends,
      message: "How important?",
      options: levels.map((value) => ({ value, label: value })),
      initialValue: "HIGH",
    }),
  );
  const isSure = await answer(ends, confirm({ ...ends, message: "Save it?" }));
  if (!isSure) throw leave(ends);
  outro("Saving…", ends);
  return {
    kind,
    summary,
    body,
    tags,
    priority: priorityOfLevel[parseLevel(level) ?? "HIGH"],
    triggers: {
      toolNames: tools,
      commandPatterns: command === "" ? [] : [command],
      pathPatterns: path === "" ? [] : [path],
    },
  };
}

const about: Readonly<Record<Kind, string>> = {
  pitfall: "something that goes wrong, and what to do instead",
  warning: "a risk to know about",
  checklist: "things that must all be done",
  pattern: "when this, do that",
  requirement: "a hard constraint",
  decision: "what was decided, and why",
  workflow: "steps that belong together",
  procedure: "how something is done",
};

async function askForField(
  ends: TerminalEnds,
  { label, is, required }: BodyField,
): Promise<unknown> {
  if (is === "format") return undefined;
  const message = `${label}?${is === "list" ? " (one per line of input, separated by ;)" : ""}${required ? "" : " (empty for none)"}`;
  const value = await answer(
    ends,
    text({
      ...ends,
      message,
      defaultValue: "",
      validate: (typed) =>
        required && (typed ?? "").trim() === "" ? "This one is needed." : undefined,
    }),
  );
  if (value.trim() === "") return undefined;
  return is === "list"
    ? value
        .split(";")
        .map((item) => item.trim())
        .filter(Boolean)
    : value;
}

async function askForList(
  ends: TerminalEnds,
  message: string,
  problem: (item: string) => string | undefined,
): Promise<readonly string[]> {
  const typed = await answer(
    ends,
    text({
      ...ends,
      message,
      defaultValue: "",
      validate: (value) =>
        split(value ?? "")
          .map(problem)
          .find((found) => found !== undefined),
    }),
  );
  return split(typed);
}

function split(typed: string): readonly string[] {
  return typed
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function summaryProblem(typed: string | undefined): string | undefined {
  const length = characterCount(plainLine(typed ?? ""));
  if (length === 0) return "This one is needed.";
  return length > longestSummary
    ? `That is ${length} characters, at most ${longestSummary} fit.`
    : undefined;
}

function optional(
  typed: string | undefined,
  problem: (text: string) => string | undefined,
): string | undefined {
  if (typed === undefined || typed === "") return undefined;
  const found = problem(typed);
  return found === undefined ? undefined : `It ${found}.`;
}

async function answer<Value>(
  ends: TerminalEnds,
  asked: Promise<Value>,
): Promise<Exclude<Value, symbol>> {
  const given = await asked;
  if (isCancel(given)) throw leave(ends);
  return given as Exclude<Value, symbol>;
}

function leave(ends: TerminalEnds): Fault {
  cancel("Nothing was saved.", ends);
  return new Fault("cancelled", "cancelled", { hint: "" });
}
