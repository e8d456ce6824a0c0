import { levelOf } from "../lesson/record/level.ts";
import { isForCalls } from "../lesson/record/triggers.ts";
import type { Lesson, Slug } from "../lesson/record/lesson.ts";
import { type Proposal, proposalsFor } from "../lesson/record/proposal.ts";
import type { Reach } from "../deliver/reach/reach.ts";
import { type Kind, bodyText } from "../lesson/record/body.ts";
import type { Config } from "../platform/configuration/settings.ts";
import { approvedPriority } from "../lesson/approved-priority.ts";
import { tooDoubtful } from "../lesson/move.ts";
import { learningPlace } from "../platform/project/learning-place.ts";
import type { Context } from "../platform/context.ts";
import { classifyImpact } from "../lesson/score/score.ts";
import { boundedTest, patternProblem } from "../match/pattern/breadth.ts";
import { readPattern } from "../match/pattern/pattern.ts";

/** The lesson as it will be once a person has approved it: what is said about its delivery must be true then. */
export function asApproved(
  lesson: Lesson,
  { minConfidence }: Pick<Config, "minConfidence">,
): Lesson {
  return {
    ...lesson,
    stage: { status: "active", since: lesson.stage.since, confirmedBy: "person" },
    priority: approvedPriority(lesson),
    confidence: Math.max(lesson.confidence, minConfidence),
  };
}

/** What a person should know about the lesson itself before approving it. */
export function approvalWarnings(
  lesson: Lesson,
  { bluntIn: blunt }: Pick<Reach, "bluntIn">,
): readonly string[] {
  const { confidence, flags } = lesson;
  const warnings: readonly (readonly [isSo: boolean, warning: string])[] = [
    [confidence < tooDoubtful, `confidence ${confidence}: approving it needs --force`],
    [flags.includes("needsHumanFix"), "needs a fix from you"],
    [flags.includes("unprovenPattern"), "one of its patterns may be slow"],
    [
      blunt.length > 0,
      `its trigger slows every call of ${blunt.join(", ")}: it has no word to look for`,
    ],
  ];
  return [
    ...warnings.flatMap(([isSo, warning]) => (isSo ? [warning] : [])),
    ...proposalsFor(lesson).map(proposalText),
  ];
}

function proposalText({ field, from, to }: Proposal): string {
  const [before, after] =
    field === "priority" ? [levelAt(from), levelAt(to)] : [from.split(":")[0], to];
  return `a later report suggests ${field} ${after} instead of ${before}; approving applies it`;
}

function levelAt(priority: string): string {
  return `${priority} (${levelOf(Number(priority))})`;
}

/** Lessons that rendering would write into a project now that they are active. */
export interface ToRender {
  /** Without `project:`. */
  readonly project: string;
  /** The person is in it. */
  readonly isHere: boolean;
  readonly slugs: readonly Slug[];
}

/** By project, the one that the person is in first. */
export function toRender(
  { place }: Pick<Context, "place">,
  approved: readonly Lesson[],
): readonly ToRender[] {
  const rendered = approved.filter(
    ({ kind, scope }) => renderedKinds.has(kind) && scope.startsWith(projectScope),
  );
  // Whoever asks for the name of a project may have to ask git for it.
  if (rendered.length === 0) return [];
  const here = place && learningPlace(place.environment, place.workingDirectory).scope;
  return [...Map.groupBy(rendered, ({ scope }) => scope)]
    .map(([scope, lessons]) => ({
      project: scope.slice(projectScope.length),
      isHere: scope === here,
      slugs: lessons.map(({ slug }) => slug),
    }))
    .toSorted((one, other) => Number(other.isHere) - Number(one.isHere));
}

const projectScope = "project:";
const renderedKinds: ReadonlySet<Kind> = new Set(["workflow", "procedure", "decision", "pitfall"]);

type HoldCandidate = Pick<
  Lesson,
  "kind" | "summary" | "body" | "priority" | "tags" | "triggers" | "delivery"
>;

/**
 * Why this lesson should hold its call, in one sentence, or undefined when advice is enough. Advice comes
 * with the result, which is too late for what cannot be undone. Only a person sets it: this is a
 * proposal.
 */
export function proposeHold(lesson: HoldCandidate): string | undefined {
  const { triggers, delivery } = lesson;
  if (delivery === "hold" || levelOf(lesson.priority) !== "CRITICAL") return undefined;
  if (!isForCalls(triggers)) return undefined;
  const patterns = [...triggers.commandPatterns, ...triggers.contentPatterns];
  if (patterns.length === 0) return undefined;

  const reason = reasonOf(lesson, patterns);
  return reason && `${reason}, and advice would arrive only after the call.`;
}

function reasonOf(lesson: HoldCandidate, patterns: readonly string[]): string | undefined {
  const act = irreversibleAct(patterns);
  if (act !== undefined) {
    const isLoss = losses.includes(act);
    return `\`${act[0]}\` ${isLoss ? "destroys data for good" : "cannot be undone"}`;
  }
  if (lesson.tags.includes("severity:data-loss")) return "It is about losing data";
  const text = `${lesson.summary}\n${bodyText(lesson.kind, lesson.body)}`;
  if (lossWords.test(text)) return "It is about losing data";
  if (finalWords.test(text)) return "It is about something that cannot be undone";
  // Words that mean nothing by themselves do where production is at stake.
  if (classifyImpact(text) === "production" && destructiveWords.test(text))
    return "It is about destroying something others rely on";
  return undefined;
}

const lossWords =
  /\bdata[\s-]?loss\b|\b(?:los(?:e|es|ing|t)|destroy(?:s|ed|ing)?|wip(?:e|es|ed|ing)|discard(?:s|ed|ing)?|overwrit(?:e|es|ing|ten))\s+(?:all\s+|the\s+|your\s+|their\s+|our\s+|any\s+)?(?:data|work|changes|commits|history|files|backups?|uncommitted|untracked|unsaved|database)\b/iu;
const finalWords =
  /\birreversibl[ey]\b|\bunrecoverabl[ey]\b|\bpermanent(?:ly)?\b|\b(?:cannot|can\s?not|can['’]t|could not)\s+be\s+(?:undone|reverted|recovered|restored|taken back)\b|\bno way back\b/iu;
const destructiveWords =
  /\b(?:delet(?:e|es|ed|ing|ion)|drop(?:s|ped|ping)?|overwrit(?:e|es|ing|ten)|wip(?:e|es|ed|ing)|destroy(?:s|ed|ing)?|purg(?:e|es|ed|ing)|force[\s-]?push(?:es|ed|ing)?)\b/iu;

/**
 * What is done and cannot be undone: as a person types it, ways to do it, and what stands next to it and is
 * harmless. A pattern that also finds the harmless is about something wider.
 */
type IrreversibleAct = readonly [
  name: string,
  samples: readonly string[],
  harmless: readonly string[],
];

/** The act that a command or content pattern is about, when it is about that one and nothing wider. */
function irreversibleAct(patterns: readonly string[]): IrreversibleAct | undefined {
  const tests = patterns
    .filter((pattern) => patternProblem(pattern) === undefined)
    .map((pattern) => boundedTest(readPattern(pattern)));
  return [...losses, ...finalSteps].find(([, samples, harmless]) =>
    tests.some(
      (isFound) =>
        samples.some((sample) => isFound(sample) === true) &&
        harmless.every((sample) => isFound(sample) === false),
    ),
  );
}

const losses: readonly IrreversibleAct[] = [
  ["rm -rf", ["rm -rf build", "rm -fr build", "rm -r -f build", "rm -r build"], ["rm x"]],
  ["git reset --hard", ["git reset --hard", "git reset --hard HEAD~1"], ["git reset HEAD x"]],
  ["git clean -f", ["git clean -f", "git clean -fd", "git clean -fdx"], ["git clean -n"]],
  [
    "git push --force",
    ["git push --force", "git push -f origin main", "git push origin main --force"],
    ["git push", "git push origin main"],
  ],
  [
    "git checkout -- .",
    ["git checkout .", "git checkout -- .", "git restore ."],
    ["git checkout main", "git checkout -b x"],
  ],
  ["git stash drop", ["git stash drop", "git stash clear"], ["git stash", "git stash list"]],
  ["git branch -D", ["git branch -D x"], ["git branch x", "git branch -d x"]],
  ["git filter-branch", ["git filter-branch --all", "git filter-repo --path x"], ["git log"]],
  [
    "drop table",
    ["DROP TABLE users;", "drop database shop;", "truncate table users;", "dropdb shop"],
    ["select 1 from users;", "create table users"],
  ],
  ["delete from", ["DELETE FROM users;"], ["delete from users where id = 1", "select 1"]],
  ["redis flushall", ["redis-cli flushall", "redis-cli flushdb"], ["redis-cli get x"]],
  ["mkfs", ["mkfs.ext4 /dev/sdb", "dd if=/dev/zero of=/dev/sdb"], ["dd if=a of=b"]],
  [
    "docker volume rm",
    ["docker volume rm x", "docker system prune -a --volumes", "docker compose down -v"],
    ["docker ps", "docker compose down"],
  ],
  ["terraform destroy", ["terraform destroy", "tofu destroy"], ["terraform plan"]],
  ["kubectl delete", ["kubectl delete namespace x"], ["kubectl get pods"]],
  [
    "aws s3 rm --recursive",
    ["aws s3 rm s3://x --recursive", "aws s3 rb s3://x --force"],
    ["aws s3 ls"],
  ],
];

/** Nothing is lost, and yet nobody can undo it. */
const finalSteps: readonly IrreversibleAct[] = [
  [
    "npm publish",
    ["npm publish", "pnpm publish", "yarn publish", "cargo publish"],
    ["npm test", "npm publish --dry-run"],
  ],
  ["gh release create", ["gh release create v1"], ["gh release list"]],
];
