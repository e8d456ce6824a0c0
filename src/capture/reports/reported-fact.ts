import { tokenSet } from "../../lesson/likeness/similarity.ts";
import { bodyText } from "../../lesson/record/body.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import { parseCommandLine } from "../../shell/command.ts";
import type { FailureStory } from "../episodes/episode.ts";
import type { Fact } from "../facts/fact.ts";
import { factWords } from "../facts/fact-words.ts";
import type { ReportedDraft } from "./report.ts";

/**
 * The fact that a report is about: that of a call that failed shortly before it and that it names. What the
 * message names is enough. A command alone fails for many reasons, so then the two must also speak of the same one.
 * The clearest wins, then the latest.
 */
export function reportedFact(
  draft: ReportedDraft,
  failures: readonly FailureStory[],
): Fact | undefined {
  if (failures.length === 0) return undefined;
  const report = readReport(draft);
  const named = failures.findLast((story) => namesSubject(report, story));
  return (named ?? failures.findLast((story) => namesCall(report, story)))?.fact;
}

/** A report by the words that say what it is about. Its fix is about what to do instead. */
interface ReportWords {
  readonly words: ReadonlySet<string>;
  /** The commands of its `trigger`, as `git push`. */
  readonly heads: readonly string[];
  readonly tools: readonly string[];
}

function readReport({ triggerText = "", triggers, ...draft }: ReportedDraft): ReportWords {
  const said = draft.kind === "pitfall" ? draft.body.mistake : bodyText(draft.kind, draft.body);
  const tags = draft.tags.map((tag) => tag.slice(tag.indexOf(":") + 1));
  const text = [draft.summary, said, triggerText, ...tags].join("\n").slice(0, longestText);
  return {
    words: tokenSet(text),
    heads: parseCommandLine(triggerText.slice(0, longestTrigger)).commands.map((command) =>
      commandHead(shapeOf(command)),
    ),
    tools: triggers.toolNames ?? [],
  };
}

const longestText = 8000;
const longestTrigger = 1500;

/** The message names something beyond the command itself, such as an option, and so does the report. */
function namesSubject({ words }: ReportWords, { fact, head }: FailureStory): boolean {
  const subject = tokenSet(fact.subject);
  const isTelling = [...subject].some((word) => !tokenSet(head).has(word));
  return isTelling && isWithin(subject, words);
}

function namesCall(report: ReportWords, story: FailureStory): boolean {
  const isShell = story.command !== undefined;
  const head = tokenSet(story.head);
  const isNamed = isShell
    ? report.heads.includes(story.head) || isWithin(head, report.words)
    : report.tools.includes(story.tool);
  if (!isNamed) return false;
  const shared = [...reasonsOf(story)].filter(
    (word) => report.words.has(word) && !head.has(word) && !saysNothing.has(word),
  );
  return shared.length >= (isShell ? 1 : 2);
}

function isWithin(few: ReadonlySet<string>, many: ReadonlySet<string>): boolean {
  return few.size > 0 && [...few].every((word) => many.has(word));
}

/** The words that tell why a call failed: those of its message, of its class, and of what helped. */
function reasonsOf({
  fact,
  headline,
  cause = "",
  fix,
  command = "",
}: FailureStory): ReadonlySet<string> {
  const known = factWords(fact.class);
  const wordings = [...(known?.summary ?? []), known?.mistake ?? ""].join(" ");
  const before = tokenSet(command);
  const changed = [...tokenSet(fix?.command ?? "")].filter((word) => !before.has(word));
  const name = `${fact.class.replaceAll("-", " ")} ${alsoCalled[fact.class] ?? ""}`;
  const said = tokenSet(`${name}\n${headline}\n${wordings}\n${cause}`);
  return new Set([...[...said].filter((word) => word.length >= shortestWord), ...changed]);
}

const shortestWord = 4;

/** What agents call a class that messages call otherwise. */
const alsoCalled: Readonly<Record<string, string>> = {
  timeout: "hang hangs hanging hung stuck forever interactive",
  "not-installed": "missing available unavailable install exist",
  "zsh-glob": "glob globs quote quoted unquoted expands",
};

/** Words of any message and of any report. */
const saysNothing: ReadonlySet<string> = new Set(
  (
    "agent agent's agents also because before behind bash been call called calls cannot code command commands could does doesn't each error " +
    "errors exit exited fail failed failing fails failure fatal file files from given have here instead into line must need needs only option " +
    "other path please program project returned returns runs running same shell should some status that their them then there these they this tool until used " +
    "uses using usage value what when where which while will with without work works would wrong your"
  ).split(" "),
);
