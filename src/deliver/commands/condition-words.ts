import type { CallExplanation } from "../explain/explain-lesson.ts";
import type { Condition } from "../../match/conditions.ts";
import { conditionTable, type ConditionField } from "../../lesson/record/conditions.ts";
import { list } from "./firing-words.ts";
import { plural } from "../../cli/layout.ts";

/** One condition at one call, in words. */
export interface ConditionWords {
  readonly label: string;
  readonly verdict: Condition["verdict"];
  readonly text: string;
  /** What it was tested on, or with. */
  readonly details: readonly string[];
}

/** The conditions that say something, in the order in which they are looked at. */
export function conditionWords(call: CallExplanation): readonly ConditionWords[] {
  const { conditions } = call.judgement;
  return conditions.flatMap((condition) => {
    const words = wordsOf(condition, call);
    return words === undefined ? [] : [{ verdict: condition.verdict, details: [], ...words }];
  });
}

type Words = Pick<ConditionWords, "label" | "text"> & Partial<Pick<ConditionWords, "details">>;

function wordsOf(condition: Condition, call: CallExplanation): Words | undefined {
  const { name, verdict, declared } = condition;
  switch (name) {
    case "injectionPoint":
      return verdict === "matched"
        ? undefined
        : { label: "moment", text: `it is for ${list(declared, "and")}, not for tool calls` };
    case "scope":
      return { label: "scope", text: scopeWords(condition, call) };
    case "tool":
      return { label: "tool", text: toolWords(condition, call) };
    case "workflow":
      return verdict === "notDeclared"
        ? undefined
        : { label: "workflow", text: workflowWords(condition, call) };
    case "command":
      return patternRow(condition, call.lookedAt.commands);
    case "path":
      return patternRow(condition, call.lookedAt.paths);
    case "content":
      return patternRow(condition, []);
    case "message":
      return patternRow(condition, []);
    case "target":
      // What was declared has a row of its own, which says it better.
      return verdict === "notDeclared"
        ? { label: "target", text: "no command, path or content pattern: counts half" }
        : undefined;
    case "actionKeywords":
      return keywordRow(condition, asksForWords(call) ? "actions" : "words", call);
    case "contextKeywords":
      return asksForWords(call) ? keywordRow(condition, "context", call) : undefined;
    case "specific":
      return call.judgement.veto === "nothingSpecific"
        ? { label: "in all", text: "nothing in this call matches its subject" }
        : undefined;
    default:
      return worldRow(name, condition);
  }
}

/** What must hold around the call, and what does where that is something else. */
function worldRow(name: ConditionField, { declared, verdict, found, instead }: Condition): Words {
  const { label, reading } = conditionTable[name];
  const text = `only ${reading(declared)}`;
  if (verdict === "unknown") return { label, text, details: ["not known right now"] };
  const [first] = found;
  if (first !== undefined) {
    const isSaid = first.in === first.declared;
    return { label, text, details: isSaid ? [] : [`true here: ${oneRow(first.in)}`] };
  }
  return {
    label,
    text,
    details: [instead === undefined ? "not true here" : `here it is ${oneRow(instead)}`],
  };
}

function asksForWords({ judgement: { conditions } }: CallExplanation): boolean {
  return conditions.some(
    ({ name, verdict }) => name.endsWith("Keywords") && verdict !== "notDeclared",
  );
}

function scopeWords({ declared, verdict }: Condition, { moment }: CallExplanation): string {
  const [scope = "global"] = declared;
  if (scope === "global") return "it applies everywhere";
  if (scope === "machine") return "it applies to every project on this machine";
  if (verdict === "matched") return `it applies to ${scope}, which is here`;
  const here = moment.project ?? "an unknown project";
  return `it applies to ${scope}, but the call is in ${here}`;
}

function toolWords({ declared, verdict }: Condition, { payload }: CallExplanation): string {
  const { tool } = payload.call;
  if (verdict === "matched") return `it names ${tool}`;
  if (verdict === "notDeclared") return `it names no tool, so ${tool} counts half`;
  return declared.length === 0
    ? `${tool} only reads; only lessons that name it fire`
    : `it is for ${list(declared, "or")}, but this is ${tool}`;
}

function workflowWords(
  { declared, verdict, found, isBonus }: Condition,
  { moment }: CallExplanation,
): string {
  if (verdict === "matched") {
    return `${list(
      found.map((each) => each.declared),
      "and",
    )} is running`;
  }
  const running = moment.workflows.length === 0 ? "nothing" : list(moment.workflows, "and");
  if (isBonus === true) {
    return `it scores higher while ${list(declared, "or")} runs; now running: ${running}`;
  }
  return `it is only for ${list(declared, "or")}; now running: ${running}`;
}

function patternRow(
  { name, declared, verdict, found }: Condition,
  lookedAt: readonly string[],
): Words | undefined {
  if (verdict === "notDeclared") return undefined;
  if (verdict === "matched") {
    const [first = "", ...more] = found.map(
      (each) => `${oneRow(each.in)} matches ${each.declared}`,
    );
    return { label: name, text: first, details: more };
  }
  const isNothingThere = lookedAt.length === 0 && name !== "content";
  const shown = lookedAt.slice(0, mostShown).map((text) => `checked ${oneRow(text)}`);
  const left = lookedAt.length - shown.length;
  return {
    label: name,
    text: isNothingThere ? `the call has no ${name}` : `no ${name} matches`,
    details: [
      ...shown,
      ...(left > 0 ? [`and ${left} more`] : []),
      ...declared.map((pattern) => `looked for ${pattern}`),
    ],
  };
}

const mostShown = 8;
const longestRow = 200;

function oneRow(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > longestRow ? `${line.slice(0, longestRow)}…` : line;
}

function keywordRow(
  { declared, verdict, found }: Condition,
  label: string,
  { moment }: CallExplanation,
): Words {
  if (verdict === "notDeclared") return { label, text: "no keywords: counts half" };
  const messages = `the last ${plural(moment.recentMessages.length, "message")}`;
  const where = moment.recentMessages.length === 0 ? "no readable message" : messages;
  const said = found.map((each) => each.declared);
  const missing = declared.filter((word) => !said.includes(word));
  return {
    label,
    text: `${said.length} of ${plural(declared.length, "word")} in ${where}`,
    details: [
      ...(said.length > 0 ? [`found: ${said.join(", ")}`] : []),
      ...(missing.length > 0 ? [`missing: ${missing.join(", ")}`] : []),
    ],
  };
}
