import { InvalidArgumentError, type Command } from "commander";
import { fieldNamed } from "../../lesson/edit.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { readBack } from "../decision/act.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import {
  newCommand,
  readForce,
  requireText,
  withForceFlags,
  type CommandKit,
  type CommonOptions,
  type ForceFlags,
} from "../../cli/command-kit.ts";
import { plural, section } from "../../cli/layout.ts";
import { toRenderText } from "../../knowledge/commands/to-render-text.ts";
import { offerCommand, offerWords } from "../../deliver/repairs/offer-words.ts";
import type { ReviewReport } from "../apply-review.ts";
import { tagsInOrder } from "./review-card-text.ts";
import { answerCards, cardsText } from "./review.ts";

interface DecideFlags extends CommonOptions, ForceFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function decideCommand(kit: CommandKit): Command {
  const command = newCommand("decide", "say what is to become of the list last shown, in words", [
    'lessons decide "approve 1 3, skip 4, archive 5 too niche"',
    'lessons decide "edit 2 summary to git stash needs -u, then approve"',
    'lessons decide "approve all except 3" --yes   # from a script: asks nothing',
    'lessons decide "expand 6, approve 1 hold" --dry-run',
    'lessons decide "show 2"',
  ])
    .argument("<sentence...>", "what to do with which: approve, archive, edit, skip, …")
    .option("--yes", "do it without asking")
    .option("--dry-run", "say what would happen, and change nothing");
  return withForceFlags(command).action((sentence: readonly string[], options: DecideFlags) =>
    runDecision(kit, sentence.join(" "), options),
  );
}

async function runDecision(kit: CommandKit, sentence: string, options: DecideFlags): Promise<void> {
  const { terminal } = kit;
  const [{ planDecision, decide }, { reviewCards }] = await Promise.all([
    import("../decide.ts"),
    import("../review-deck.ts"),
  ]);
  const wiring = await kit.wireFor(options);
  const { home } = wiring.paths;
  const forced = readForce(options);
  const { decision, expectation, cards } = await wiring.inContext(async (context) => {
    const planned = planDecision(context, { home, sentence });
    const asked = planned.plan.filter(({ show }) => show).map(({ id }) => id);
    return {
      decision: planned,
      expectation: await decide(context, planned, { home, ...forced, isDryRun: true }),
      cards: await reviewCards(context, asked),
    };
  });

  const numbers = new Map(
    decision.plan.flatMap(({ id, number }) => (number ? [[id, number]] : [])),
  );
  const isDeciding = decision.plan.some(
    ({ verdict, edits }) => verdict !== "none" || edits.length > 0,
  );
  if (!isDeciding) return answerCards(kit, options, cards, numbers);
  if (cards.length > 0) kit.say(options, cardsText(cards, numbers, terminal));
  kit.say(options, confirmationText(expectation));

  const isDryRun = options.dryRun === true;
  if (!isDryRun && options.yes !== true && !(await mayGoOn(kit)))
    return terminal.note("Nothing was changed.\n");
  const report = isDryRun
    ? expectation
    : await wiring.inContext((context) =>
        decide(context, decision, { home, ...forced, isDryRun: false }),
      );
  await kit.answer(options, {
    type: "lessons-decided",
    value: { dryRun: isDryRun, reading: readBack(decision.acts), ...report },
    text: () => (isDryRun ? "" : `\n${reportText(report)}`),
  });
}

async function mayGoOn({ terminal }: CommandKit): Promise<boolean> {
  const answer = await askToGoOn(terminal, "Confirm?");
  if (answer !== "nobody") return answer === "yes";
  throw new Fault("bad-input", "there is nobody to confirm it", {
    hint: "look at it with --dry-run, then say --yes; nothing was changed",
  });
}

interface PromoteFlags extends CommonOptions, ForceFlags {
  readonly ids?: readonly string[];
  readonly archive?: readonly { readonly name: string; readonly reason: string }[];
  readonly patch?: string;
}

export function promoteCommand(kit: CommandKit): Command {
  const command = newCommand(
    "promote",
    "make candidates active and archive others, at once or not at all",
    [
      "lessons promote --ids 01KDWPVNG00000000000000000,git-stash-x7k2",
      'lessons promote --ids git-stash --archive jsx-tsx="too niche"',
      `lessons promote --ids git-stash --patch '{"git-stash": {"priority": 8}}'`,
      "lessons promote --ids git-stash --patch @edits.json --json",
    ],
  )
    .option("--ids <ids>", "ids or slugs, with commas between them", collectIds)
    .option("--archive <id=reason>", "archive one; repeat for several", collectArchive)
    .option("--patch <json>", "fields to change first, by id; @file reads a file");
  return withForceFlags(command).action((options: PromoteFlags) => runPromotion(kit, options));
}

async function runPromotion(kit: CommandKit, options: PromoteFlags): Promise<void> {
  const { ids = [], archive = [], patch } = options;
  if (ids.length + archive.length === 0 && patch === undefined) {
    throw new Fault("bad-input", "nothing to promote", { hint: "name some: --ids a,b" });
  }
  const { promote } = await import("../decide.ts");
  const wiring = await kit.wireFor(options);
  const edits = patch === undefined ? undefined : patchText(patch, kit.terminal.workingDirectory);
  const report = await wiring.inContext((context) =>
    promote(
      context,
      { ids, archive, patch: edits },
      { home: wiring.paths.home, ...readForce(options) },
    ),
  );
  await kit.answer(options, {
    type: "lessons-decided",
    value: { dryRun: false, reading: null, ...report },
    text: () => reportText(report),
  });
}

function patchText(patch: string, folder: string): string {
  return patch.startsWith("@") ? readTextFile(patch.slice(1), folder) : patch;
}

function collectIds(value: string, previous: readonly string[] | undefined): readonly string[] {
  const ids = value.split(/[\s,]+/u).filter((id) => id !== "");
  if (ids.length === 0) throw new InvalidArgumentError("It is empty.");
  return [...(previous ?? []), ...ids];
}

function collectArchive(
  value: string,
  previous: PromoteFlags["archive"],
): NonNullable<PromoteFlags["archive"]> {
  const at = value.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError('It must be id=reason, such as jsx-tsx="too niche".');
  const reason = requireText(value.slice(at + 1), "the reason");
  return [...(previous ?? []), { name: value.slice(0, at).trim(), reason }];
}

/** What is about to happen (PRD-002 §9.2). `report` is that of a dry run. */
function confirmationText(report: ReviewReport): string {
  const slugs = (lessons: readonly Lesson[]) => lessons.map(({ slug }) => slug).join(", ");
  const lines = [
    ...report.edited.map(
      ({ lesson, fields }) => `✎ Edit: ${lesson.slug} (${changes(lesson, fields)})`,
    ),
    ...(report.added.length === 0 ? [] : [`✓ Promote: ${report.added.map(promoted).join(", ")}`]),
    ...report.raised.map(raisedText),
    ...report.expanded.map(({ lesson, into }) => `⊕ Expand: ${into} by ${lesson.slug}`),
    ...report.archived.map(({ lesson, reason }) => `✗ Archive: ${lesson.slug} (${reason})`),
    ...(report.unarchived.length === 0 ? [] : [`↶ Unarchive: ${slugs(report.unarchived)}`]),
    ...(report.skipped.length === 0 ? [] : [`↷ Skip: ${slugs(report.skipped)} ${nextTime}`]),
    ...report.reach
      .filter(({ moments }) => moments.length === 0)
      .map(({ slug, sentence }) => `! ${slug}: ${sentence}`),
    ...report.warnings.map((warning) => `! ${warning}`),
  ];
  return section(
    "Got it. About to:",
    lines.map((line) => `  ${line}`),
  );
}

/** What was done (PRD-002 §9.3). */
export function reportText(report: ReviewReport): string {
  const lines = [
    ...report.added.flatMap((lesson) => [
      `✓ Added: ${lesson.slug} (${addedFacts(lesson).join(", ")})`,
      ...report.reach.flatMap(({ slug, sentence }) =>
        slug === lesson.slug ? [`  ${sentence}`] : [],
      ),
    ]),
    ...report.raised.map(raisedText),
    ...report.expanded.map(({ lesson, into }) => `⊕ Expanded: ${into} (by ${lesson.slug})`),
    ...editedOnly(report).map(
      (lesson) => `✎ Edited: ${lesson.slug} (still ${lesson.stage.status})`,
    ),
    ...report.archived.map(({ lesson, reason }) => `✗ Archived: ${lesson.slug} (${reason})`),
    ...report.unarchived.map((lesson) => `↶ Unarchived: ${lesson.slug} (a candidate again)`),
    ...report.skipped.map((lesson) => `↷ Skipped: ${lesson.slug} ${nextTime}`),
    ...report.warnings.map((warning) => `! ${warning}`),
  ];
  const end =
    report.session === undefined
      ? "Nothing was written."
      : `lesson-cache.json rebuilt. ${plural(report.added.length, "new lesson")} active.\nTake it back: lessons undo`;
  const next = report.session === undefined ? "" : toRenderText(report.toRender);
  return `${lines.map((line) => `${line}\n`).join("")}\n${end}\n${next}${report.repairs.map(repairText).join("")}`;
}

function repairText(offer: ReviewReport["repairs"][number]): string {
  return `\`${offerCommand(offer)}\` ${offerWords(offer)}.\n`;
}

/** `summary → "…"`: what each field will be. */
function changes(lesson: Lesson, fields: readonly string[]): string {
  return fields
    .map((field) => `${field} → ${JSON.stringify(fieldNamed(lesson, field).take(lesson) ?? null)}`)
    .join(", ");
}

const nextTime = "(will reappear next session)";

/** Those that were edited and got no other verdict. */
function editedOnly({ edited, ...report }: ReviewReport): readonly Lesson[] {
  const decided = new Set(
    [
      ...report.added,
      ...report.unarchived,
      ...report.skipped,
      ...report.archived.map(({ lesson }) => lesson),
      ...report.expanded.map(({ lesson }) => lesson),
    ].map(({ id }) => id),
  );
  return edited.flatMap(({ lesson }) => (decided.has(lesson.id) ? [] : [lesson]));
}

function raisedText({ slug, from, to }: ReviewReport["raised"][number]): string {
  return `↑ Raise: ${slug} from ${from} to ${to} (LOW is not delivered at tool calls)`;
}

function promoted(lesson: Lesson): string {
  return lesson.delivery === "advise" ? lesson.slug : `${lesson.slug} (${lesson.delivery})`;
}

/** What it is about in one tag, how much it matters, and whether it stops the call. */
function addedFacts({ tags, priority, delivery }: Lesson): readonly string[] {
  const mode = delivery === "advise" ? [] : [delivery];
  return [...tagsInOrder(tags).slice(0, 1), `priority:${priority}`, ...mode];
}
