import { cancel, confirm, intro, isCancel, outro, select, text, type Option } from "@clack/prompts";
import { bodyFields, kinds, type BodyField, type Kind } from "../record/body.ts";
import { levels, priorityOfLevel } from "../record/level.ts";
import { longestSummary } from "../record/lesson.ts";
import { patternProblem } from "../../match/pattern/breadth.ts";
import { characterCount, plainLine } from "../../redact/plain-text.ts";
import { parseTag, tagCategories } from "../record/tag.ts";
import { Fault } from "../../platform/fault.ts";
import { globProblem } from "../../platform/glob.ts";
import type { TerminalEnds } from "../../cli/terminal.ts";

/** A lesson, asked for step by step. Leaving half-way leaves nothing behind. */
export async function askForDraft(ends: TerminalEnds): Promise<object> {
  const ask = questions(ends);
  intro("A new lesson", ends);
  const kind = await ask.choice(
    "What kind?",
    kinds.map((value) => ({ value, label: value, hint: about[value] })),
    "pitfall",
  );
  const summary = await ask.line("What is it about? (one line)", summaryProblem);
  const body: Record<string, unknown> = {};
  for (const field of bodyFields[kind]) {
    const value = await askForField(ask, field);
    if (value !== undefined) body[field.name] = value;
  }
  const tools = await ask.line("Which tools? (names with commas, empty for any)");
  const command = await ask.line(
    "For which commands? (regular expression, empty for none)",
    (typed) => optional(typed, patternProblem),
    "^git\\s+stash\\b",
  );
  const path = await ask.line(
    "For which files? (glob, empty for none)",
    (typed) => optional(typed, globProblem),
    "**/package.json",
  );
  const tags = await ask.line(
    `Tags? (${tagCategories.join(", ")}; with commas, empty for none)`,
    tagProblem,
  );
  const level = await ask.choice(
    "How important?",
    levels.map((value) => ({ value, label: value })),
    "HIGH",
  );
  if (!(await ask.yesNo("Save it?"))) throw leave(ends);
  outro("Saving…", ends);
  return {
    kind,
    summary,
    body,
    tags: split(tags, ","),
    priority: priorityOfLevel[level],
    triggers: {
      toolNames: split(tools, ","),
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
  decision: "a decision and its reasons",
  workflow: "steps that belong together",
  procedure: "how something is done",
};

async function askForField(ask: Questions, { label, is, required }: BodyField): Promise<unknown> {
  if (is === "format") return undefined;
  const message = `${label}?${is === "list" ? " (separate entries with ;)" : ""}${required ? "" : " (empty for none)"}`;
  const value = await ask.line(message, (typed) =>
    required && typed.trim() === "" ? "This field is required." : undefined,
  );
  if (value.trim() === "") return undefined;
  return is === "list" ? split(value, ";") : value;
}

function split(typed: string, separator: string): readonly string[] {
  return typed
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function summaryProblem(typed: string): string | undefined {
  const length = characterCount(plainLine(typed));
  if (length === 0) return "This field is required.";
  return length > longestSummary
    ? `${length} characters; the limit is ${longestSummary}.`
    : undefined;
}

function tagProblem(typed: string): string | undefined {
  const wrong = split(typed, ",").find((tag) => parseTag(tag) === undefined);
  return wrong === undefined ? undefined : `"${wrong}" is not category:value`;
}

type Problem = (typed: string) => string | undefined;

function optional(typed: string, problem: Problem): string | undefined {
  const found = typed === "" ? undefined : problem(typed);
  return found === undefined ? undefined : `It ${found}.`;
}

type Questions = ReturnType<typeof questions>;

/** Questions to a person, who may leave at each of them. */
function questions(ends: TerminalEnds) {
  const answered = async <Value>(asked: Promise<Value>): Promise<Exclude<Value, symbol>> => {
    const given = await asked;
    if (isCancel(given)) throw leave(ends);
    return given as Exclude<Value, symbol>;
  };
  return {
    line: (message: string, problem: Problem = () => undefined, placeholder = "") =>
      answered(
        text({
          ...ends,
          message,
          placeholder,
          defaultValue: "",
          validate: (typed) => problem(typed ?? ""),
        }),
      ),
    choice: <Name extends string>(message: string, options: Option<string>[], initialValue: Name) =>
      answered(select<string>({ ...ends, message, options, initialValue })) as Promise<Name>,
    yesNo: (message: string) => answered(confirm({ ...ends, message })),
  };
}

function leave(ends: TerminalEnds): Fault {
  cancel("Nothing was saved.", ends);
  return new Fault("cancelled", "cancelled", { hint: "" });
}
