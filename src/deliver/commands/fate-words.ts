import type { CallExplanation } from "../explain/explain-lesson.ts";
import type { Veto } from "../../match/conditions.ts";
import { list } from "./firing-words.ts";
import { points } from "./obstacle-words.ts";

/** What becomes of a lesson at a call, in one sentence. */
export function fateWords({ fate, judgement, threshold }: CallExplanation): string {
  switch (fate.is) {
    case "delivered":
      return `It fires at this call: ${formWords[fate.form]}.`;
    case "dropped":
      return `It fires at this call, and ${list(fate.instead, "and")} took the room. It may come at a later one.`;
    case "kept-back":
      return "It matches this call, and is not delivered.";
    case "delivered-before":
      return "It fires at this call, and this session has been told already: once is enough.";
    case "does-not-fire":
      return judgement.veto === undefined
        ? `It does not fire at this call: ${points(judgement.score)} is less than ${points(threshold)}.`
        : `It does not fire at this call: ${vetoWords[judgement.veto]}.`;
  }
}

const formWords = {
  full: "the agent gets the whole text",
  short: "the agent gets its one line, because the budget has no room for more",
  cut: "the agent gets the beginning of its one line, because the budget has no room for more",
  pointer: "the agent is pointed to the skill that holds it, with others about the same tool",
  hold: "the call is held once, with this lesson as the reason",
} as const;

const vetoWords: Readonly<Record<Veto, string>> = {
  injectionPoint: "it is not for tool calls",
  scope: "it holds in another project",
  readOnlyTool: "the tool only looks, and the lesson does not name it",
  tool: "it is about other tools",
  workflow: "nothing that it is for is running",
  target: "none of its patterns matches",
  nothingSpecific: "nothing in the call is what it is about",
};
