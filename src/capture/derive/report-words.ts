import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import type { LessonDraft } from "../../lesson/record/lesson.ts";
import { type Proposal, isProposalFlag, proposalFlag } from "../../lesson/record/proposal.ts";
import type { LessonScores } from "../../lesson/score/score.ts";
import { noTriggers, type Triggers } from "../../lesson/record/triggers.ts";
import type { ReportStory } from "../episodes/episode.ts";

/** The name that the agent gave to what a block says: blocks of the same name are the same lesson. */
export function labelOf({ from, draft: { kind, summary } }: ReportStory): string | undefined {
  const label = summary.toLowerCase().replaceAll(/\s+/gu, " ").trim();
  return from === "tag" || label === kind ? undefined : label;
}

/**
 * The report whose words a lesson takes, of reports in the order of sighting. The first one names it; a later one of the same
 * label that says more takes its place. One without a fix is the last choice.
 */
export function tellingReport(stories: readonly ReportStory[]): ReportStory | undefined {
  const first = stories.find(({ draft }) => draft.flags.length === 0) ?? stories[0];
  if (first === undefined) return undefined;
  const label = labelOf(first);
  if (label === undefined) return first;
  const { kind } = first.draft;
  const same = stories.filter((story) => story.draft.kind === kind && labelOf(story) === label);
  return same.reduce((best, next) => (fullness(next) > fullness(best) ? next : best), first);
}

/** Entries of lists, then fields; not length, which says little. */
function fullness({ draft: { kind, body, flags } }: ReportStory): number {
  const said = bodyFields[kind].map(({ name }) => bodyValue(body, name) ?? []);
  const filled = said.flatMap((value) => (Array.isArray(value) ? value : [value]));
  return filled.filter((value) => value !== "").length - flags.length;
}

/**
 * The lesson of a fact in the words of a report about it. What it is shown at stays what the log has seen; only where the log tells
 * no calls apart is the report asked.
 */
export function joinedDraft(fact: LessonDraft, report: LessonDraft): LessonDraft {
  const isUnfixed = report.flags?.includes("needsHumanFix") === true;
  const told =
    isUnfixed && fact.kind === "pitfall" && report.kind === "pitfall"
      ? {
          ...report,
          body: { ...report.body, remediation: fact.body.remediation },
          flags: fact.flags,
        }
      : report;
  return {
    ...told,
    tags: joinedTags(fact.tags ?? [], report.tags ?? []),
    scope: fact.scope,
    about: fact.about,
    fix: fact.fix,
    triggers: {
      ...fact.triggers,
      ...(namesCalls(fact.triggers) ? {} : report.triggers),
      // The words are the report's, and so is when they come: what was only reported is not proven to help.
      injectOn: report.triggers?.injectOn ?? noTriggers.injectOn,
    },
    flags: (told.flags ?? []).filter((flag) => flag !== "maybe"),
  };
}

/** What the agent says about a category holds: it means `vitest` where the log only saw `npx`. */
function joinedTags(fact: readonly string[], report: readonly string[]): readonly string[] {
  const categoryOf = (tag: string) => tag.slice(0, tag.indexOf(":"));
  const said = new Set(report.map(categoryOf));
  return [...fact.filter((tag) => !said.has(categoryOf(tag))), ...report];
}

function namesCalls({
  commandPatterns = [],
  pathPatterns = [],
  contentPatterns = [],
}: Partial<Triggers> = {}): boolean {
  return commandPatterns.length + pathPatterns.length + contentPatterns.length > 0;
}

/** What later reports ask for beyond the first is marked: how much it matters, and where, is for a person to say. */
export function withProposed(
  draft: LessonDraft,
  scores: LessonScores,
  [, ...later]: readonly ReportStory[],
): LessonDraft {
  const priority = draft.priority ?? scores.priority.value;
  const confidence = scores.confidence.value;
  const { scope = "global" } = draft;
  const asked = {
    priority: later.map((story) => story.draft.priority ?? 0),
    confidence: later.map(({ notes }) => notes?.confidence ?? 0),
    isGlobal: later.some((story) => story.draft.scope === "global"),
  };
  const proposals: readonly Proposal[] = [
    { field: "priority", from: `${priority}`, to: `${Math.max(...asked.priority)}` },
    { field: "confidence", from: `${confidence}`, to: `${Math.max(...asked.confidence)}` },
    ...(asked.isGlobal ? [{ field: "scope", from: scope, to: "global" } as const] : []),
  ];
  const flags = proposals.map(proposalFlag).filter(isProposalFlag);
  return { ...draft, flags: [...(draft.flags ?? []), ...flags] };
}

/** What a report says about itself: what it describes, where it comes from, and who wrote it. */
export function notesOf({ notes = {} }: ReportStory): string | undefined {
  const { description, evidence, author } = notes;
  const parts = [
    ...(description === undefined ? [] : [description]),
    ...(evidence === undefined ? [] : [`Evidence: ${evidence}`]),
    ...(author === undefined ? [] : [`By ${author}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
}
