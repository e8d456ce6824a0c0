import type { LessonDraft } from "../../core/draft.ts";
import { languageTags } from "../../core/language-tags.ts";
import { inferProcessType, type ProcessType } from "../../core/process-type.ts";
import { wordSignals } from "../../core/sayings/correction-words.ts";
import { says, sentencesOf } from "../../core/sayings/speech.ts";
import { isStandingRule } from "../../core/sayings/standing-rule.ts";
import type { Flag } from "../../core/lesson.ts";
import type { Scope } from "../../core/scope.ts";
import type { Triggers } from "../../core/triggers.ts";
import type { SayingStory } from "../episode.ts";
import { commandsNamed } from "./commands-named.ts";
import { essenceLine, essenceOf } from "./essence-of.ts";
import { pastedSaying } from "./pasted-saying.ts";
import { listItems, sayingBody, severityOf } from "./saying-body.ts";

/** The lesson in what was said. Said in three sessions, it is a warning: the agent does not learn it by itself. */
export function sayingDraft(
  stories: readonly SayingStory[],
  scope: Scope,
  sessions: number,
): LessonDraft {
  const story = clearest(stories);
  if (story === undefined) throw new Error("a saying without a story");
  const pasted = story.by === "person" ? pastedSaying(story.words) : undefined;
  const essence = essenceOf(story.words);
  const triggers = pasted === undefined ? triggersOf(story) : {};
  const rest = {
    tags: languageTags({ commands: [], paths: triggers.pathPatterns ?? [] }),
    scope,
    triggers,
    source: "heuristic",
    flags: Object.keys(triggers).length === 0 ? needsHumanFix : [],
  } as const;
  if (pasted !== undefined) {
    const { situation, action, general } = pasted;
    const summary = stories.length > 1 ? (general ?? pasted.summary) : pasted.summary;
    if (sessions < repeatedFrom) {
      return { kind: "pattern", summary, body: { situation, action }, ...rest };
    }
    const body = { risk: summary, severity: severityOf(story), mitigation: action };
    return { kind: "warning", summary, body, ...rest };
  }
  if (essence === "") return { ...withoutWords(story), ...rest, flags: needsHumanFix };
  const kind = sessions >= repeatedFrom ? "warning" : kindOf(story, essence);
  const summary = essenceLine(essence);
  // The body of a kind is made for that kind, which the types cannot follow.
  return { kind, summary, body: sayingBody(kind, story, essence), ...rest } as LessonDraft;
}

const repeatedFrom = 3;
const needsHumanFix: readonly Flag[] = ["needsHumanFix"];

/** A rule that somebody put into words, else the longest account; the same whatever was heard first. */
function clearest(stories: readonly SayingStory[]): SayingStory | undefined {
  return stories.toSorted(
    (one, other) =>
      Number(other.words.trim() !== "") - Number(one.words.trim() !== "") ||
      Number(other.by === "person") - Number(one.by === "person") ||
      Number(other.isStandingRule) - Number(one.isStandingRule) ||
      other.words.length - one.words.length ||
      (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1),
  )[0];
}

/** A list is a checklist, an order or a rule a requirement; the rest by the words in it. */
function kindOf({ words }: SayingStory, essence: string): ProcessType {
  if (listItems(words).length > 1) return "checklist";
  if (essence.endsWith("?")) return "pattern";
  const type = inferProcessType(essence);
  if (type === "checklist") return isOrder(essence) ? "requirement" : "pattern";
  return type === "pattern" && isOrder(essence) ? "requirement" : type;
}

function isOrder(essence: string): boolean {
  const parts = sentencesOf(essence);
  const isForbidden = wordSignals.some(
    ({ name, pattern }) => orders.has(name) && says(parts, pattern),
  );
  return isForbidden || isStandingRule(essence);
}

const orders: ReadonlySet<string> = new Set(["prohibition", "should-not"]);

/** Only a paste, or nothing at all, was written into the agent's memory. */
function withoutWords({
  by,
  answer,
}: SayingStory): Pick<LessonDraft & { kind: "pattern" }, "kind" | "summary" | "body"> {
  const said = essenceOf(answer ?? "");
  const who = by === "agent" ? "The agent" : "The user";
  return {
    kind: "pattern",
    summary:
      said === "" ? "Something was worth remembering; see where it was said" : essenceLine(said),
    body: {
      situation: `${who} said something that was kept.`,
      action: said === "" ? "Look at the place in the log, and write down what was meant." : said,
    },
  };
}

/** Keywords alone are never a reason to speak, so they come only with a file or a command. */
function triggersOf(story: SayingStory): Partial<Triggers> {
  const { pathPatterns, actionKeywords, contextKeywords } = story;
  const commandPatterns = commandsNamed(story.words);
  const hasFiles = pathPatterns.length > 0;
  const hasCommands = commandPatterns.length > 0;
  if (!hasFiles && !hasCommands) return {};
  return {
    toolNames: [...(hasCommands ? ["Bash"] : []), ...(hasFiles ? ["Edit", "Write"] : [])],
    ...(hasCommands ? { commandPatterns } : {}),
    ...(hasFiles ? { pathPatterns } : {}),
    actionKeywords,
    contextKeywords,
  };
}
