import { type Lesson, parseScope, priorities } from "./lesson.ts";

/**
 * A higher level, scope or confidence than a lesson has, as a later report names it: `proposes:priority=5->9`. It is shown
 * to the person, and approving the lesson applies it. It holds only while the field is what it was.
 */
export type ProposalFlag = `proposes:${string}=${string}->${string}`;

const proposedFields = ["priority", "scope", "confidence"] as const;

export interface Proposal {
  readonly field: (typeof proposedFields)[number];
  readonly from: string;
  readonly to: string;
}

export function proposalFlag({ field, from, to }: Proposal): ProposalFlag {
  return `proposes:${field}=${from}->${to}`;
}

export function isProposalFlag(flag: string): flag is ProposalFlag {
  return proposalIn(flag) !== undefined;
}

/** What the flags of a lesson propose, without what no longer fits it. */
export function proposalsFor(
  lesson: Pick<Lesson, "flags" | Proposal["field"]>,
): readonly Proposal[] {
  return lesson.flags
    .flatMap((flag) => proposalIn(flag) ?? [])
    .filter(({ field, from }) => String(lesson[field]) === from);
}

/** The lesson with what was proposed for it. A number that a person has approved needs no breakdown. */
export function withProposals(lesson: Lesson): Lesson {
  const scores = { ...lesson.scores };
  const changes: { priority?: number; confidence?: number; scope?: Lesson["scope"] } = {};
  for (const { field, to } of proposalsFor(lesson)) {
    if (field === "scope") changes.scope = parseScope(to) ?? lesson.scope;
    else {
      changes[field] = Number(to);
      delete scores[field];
    }
  }
  const flags = lesson.flags.filter((flag) => !isProposalFlag(flag));
  if (flags.length === lesson.flags.length) return lesson;
  return { ...lesson, ...changes, scores: lesson.scores && scores, flags };
}

function proposalIn(flag: string): Proposal | undefined {
  const [, name, from = "", to = ""] = form.exec(flag) ?? [];
  const field = proposedFields.find((each) => each === name);
  return field !== undefined && isHigher[field](from, to) ? { field, from, to } : undefined;
}

const form = /^proposes:([a-z]+)=([\w:.-]{1,200})->([\w:.-]{1,20})$/u;

const isHigher: Readonly<Record<Proposal["field"], (from: string, to: string) => boolean>> = {
  priority: (from, to) => Number(to) > Number(from) && Number(to) <= priorities.highest,
  confidence: (from, to) => Number(to) > Number(from) && Number(to) <= 1,
  scope: (from, to) => from.startsWith("project:") && to === "global",
};
