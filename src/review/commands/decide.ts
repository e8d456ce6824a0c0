import { InvalidArgumentError, Option, type Command } from "commander";
import { fieldNamed } from "../../lesson/edit.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { readBack } from "../decision/act.ts";
import { Fault } from "../../platform/fault.ts";
import { requirePerson, type Who } from "../../platform/person/who.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { asTyped } from "../../cli/as-typed.ts";
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
import { grouped, section } from "../../cli/layout.ts";
import { toRenderText } from "../../knowledge/commands/to-render-text.ts";
import { offerCommand, offerWords } from "../../deliver/repairs/offer-words.ts";
import type { ReviewReport } from "../apply-review.ts";
import type { PreparedPlan } from "../stored-plan.ts";
import { tagsInOrder } from "./review-card-text.ts";
import { answerCards, cardsText } from "./review.ts";

interface DecideFlags extends CommonOptions, ForceFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function decideCommand(kit: CommandKit): Command {
  const command = newCommand("decide", 'answer the review list in one line: "approve 1 3"', [
    'lessons review "approve 1 3, skip 4, archive 5 too niche"',
    'lessons review "edit 2 summary to git stash needs -u, then approve"',
    'lessons review "approve all except 3" --yes   # for scripts: does not ask',
    'lessons review "expand 6, approve 1 hold" --dry-run',
    'lessons review "show 2"',
  ])
    .argument("<sentence...>", "your decisions: approve, archive, edit, skip, …")
    .option("--yes", "do not ask")
    .option("--dry-run", "show what would happen; change nothing");
  return withForceFlags(command).action((sentence: readonly string[], options: DecideFlags) =>
    runDecision(kit, sentence.join(" "), options),
  );
}

/** Does what a person said about the list last shown. */
export async function runDecision(
  kit: CommandKit,
  sentence: string,
  options: DecideFlags,
): Promise<void> {
  const { terminal } = kit;
  const [{ planDecision, decide }, { reviewCards }] = await Promise.all([
    import("../decide.ts"),
    import("../review-deck.ts"),
  ]);
  const who = await kit.who();
  const wiring = await kit.wireFor(options, who);
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
  const isDryRun = options.dryRun === true;
  const isPreparing = !isDryRun && who.is === "agent";
  // A plan says it in its own words.
  if (!isPreparing) kit.say(options, confirmationText(expectation, isDryRun));

  if (isPreparing) {
    const { preparePlan } = await import("../stored-plan.ts");
    const prepared = await wiring.inContext((context) =>
      preparePlan(context, decision, { home, ...forced }),
    );
    return answerPrepared(kit, options, prepared, readBack(decision.acts));
  }
  if (!isDryRun) requirePerson(who, { what: "decide on lessons", type: "lessons review" });
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
    text: () => (isDryRun ? "" : `\n${reportText(report, terminal.calledAs)}`),
  });
}

/** Inside an agent nothing is decided. It is kept, and the person confirms it. */
async function answerPrepared(
  kit: CommandKit,
  options: CommonOptions,
  { digest, words }: PreparedPlan,
  reading: string | null,
): Promise<void> {
  await kit.answer(options, {
    type: "lessons-prepared",
    value: { digest, reading, words, confirm: `lessons confirm ${digest}` },
    text: () =>
      `\nNothing has changed yet: a person must confirm this. The plan:\n${words.map((line) => `  ${line}\n`).join("")}
To confirm, run this as a separate command. The person is then asked:
  lessons confirm ${digest}
They can also type it in their own terminal. The plan is valid for one hour.\n`,
  });
}

interface ConfirmFlags extends CommonOptions {
  readonly asked?: string;
}

export function confirmCommand(kit: CommandKit): Command {
  return newCommand("confirm", "apply the plan that an agent prepared, exactly as shown", [
    "lessons confirm 5f0c1b9e7a3d42865f0c1b9e7a3d4286",
  ])
    .argument("<digest>", "the plan's digest, printed with the plan")
    .addOption(
      new Option("--asked <proof>", "proof that the agent asked you; the hook adds it").hideHelp(),
    )
    .action(async (digest: string, options: ConfirmFlags) => {
      const [{ confirmPlan, requirePlan }, { takeAsked }] = await Promise.all([
        import("../stored-plan.ts"),
        import("../../deliver/confirm/plan-file.ts"),
      ]);
      const caller = await kit.who();
      const { paths, system } = await kit.wireFor(options);
      const { home } = paths;
      // Why there is nothing to confirm is worth knowing for everybody.
      requirePlan({ system }, { home, digest });
      const isAsked =
        caller.is === "agent" &&
        takeAsked(home, digest, options.asked ?? "", new Date(system.now()));
      const who: Who = isAsked ? { is: "person", through: "permission prompt" } : caller;
      if (!isAsked) requireConfirmer(caller, digest);
      const { inContext } = await kit.wireFor(options, who);
      const report = await inContext((context) => confirmPlan(context, { home, digest }));
      await kit.answer(options, {
        type: "lessons-decided",
        value: { dryRun: false, reading: null, ...report },
        text: () => reportText(report),
      });
    });
}

function requireConfirmer(caller: Who, digest: string): void {
  const type = `lessons confirm ${digest}`;
  if (caller.is !== "agent") return requirePerson(caller, { what: "confirm a plan", type });
  throw new Fault("only-a-person", "no person confirmed this plan", {
    hint: `run this as a separate command, so that the hook can ask the person: ${type}; or they type it in their own terminal (here ${caller.sign})`,
  });
}

async function mayGoOn({ terminal }: CommandKit): Promise<boolean> {
  const answer = await askToGoOn(terminal, "Confirm?");
  if (answer !== "nobody") return answer === "yes";
  throw new Fault("bad-input", "this needs a yes, and there is no terminal to ask on", {
    hint: "nothing was changed; check it with --dry-run, then add --yes",
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
    "approve and archive candidates in one step: all or nothing",
    [
      "lessons promote --ids 01KDWPVNG00000000000000000,git-stash-x7k2",
      'lessons promote --ids git-stash --archive jsx-tsx="too niche"',
      `lessons promote --ids git-stash --patch '{"git-stash": {"priority": 8}}'`,
      "lessons promote --ids git-stash --patch @edits.json --json",
    ],
  )
    .option("--ids <ids>", "ids or slugs, separated by commas", collectIds)
    .option("--archive <id=reason>", "archive one; repeat for several", collectArchive)
    .option("--patch <json>", "fields to change first, by id; @file reads a file");
  return withForceFlags(command).action((options: PromoteFlags) => runPromotion(kit, options));
}

async function runPromotion(kit: CommandKit, options: PromoteFlags): Promise<void> {
  const { ids = [], archive = [], patch } = options;
  if (ids.length + archive.length === 0 && patch === undefined) {
    throw new Fault("bad-input", "nothing to approve", { hint: "name some: --ids a,b" });
  }
  const { planPromotion, promote } = await import("../decide.ts");
  const who = await kit.who();
  const wiring = await kit.wireFor(options, who);
  const edits = patch === undefined ? undefined : patchText(patch, kit.terminal.workingDirectory);
  const promotion = { ids, archive, patch: edits };
  const chosen = { home: wiring.paths.home, ...readForce(options) };
  if (who.is === "agent") {
    const { preparePlan } = await import("../stored-plan.ts");
    const prepared = await wiring.inContext((context) =>
      preparePlan(context, planPromotion(context, promotion), chosen),
    );
    return answerPrepared(kit, options, prepared, null);
  }
  const report = await wiring.inContext((context) => promote(context, promotion, chosen));
  await kit.answer(options, {
    type: "lessons-decided",
    value: { dryRun: false, reading: null, ...report },
    text: () => reportText(report, kit.terminal.calledAs),
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
  if (at <= 0) throw new InvalidArgumentError('Use id=reason, such as jsx-tsx="too niche".');
  const reason = requireText(value.slice(at + 1), "the reason");
  return [...(previous ?? []), { name: value.slice(0, at).trim(), reason }];
}

/** What is about to happen (PRD-002 §9.2), or would. `report` is that of a dry run. */
function confirmationText(report: ReviewReport, isDryRun: boolean): string {
  const slugs = (lessons: readonly Lesson[]) => lessons.map(({ slug }) => slug).join(", ");
  const lines = [
    ...report.edited.map(
      ({ lesson, fields }) => `✎ Edit: ${lesson.slug} (${changes(lesson, fields)})`,
    ),
    ...(report.added.length === 0 ? [] : [`✓ Approve: ${report.added.map(promoted).join(", ")}`]),
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
    isDryRun ? "Dry run, nothing changed. This would:" : "This will:",
    lines.map((line) => `  ${line}`),
  );
}

/** What was done (PRD-002 §9.3). */
export function reportText(report: ReviewReport, calledAs?: string): string {
  const lines = [
    ...report.added.flatMap((lesson) => [
      `✓ Approved: ${lesson.slug} (${addedFacts(lesson).join(", ")})`,
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
      : `${activeWords(report.added.length)}Undo: lessons undo`;
  const next = report.session === undefined ? "" : toRenderText(report.toRender);
  const said = `${lines.map((line) => `${line}\n`).join("")}\n${end}\n${next}${report.repairs.map(repairText).join("")}`;
  return asTyped(said, calledAs);
}

function activeWords(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 new lesson is active.\n" : `${grouped(count)} new lessons are active.\n`;
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
  return `↑ Raise: ${slug} from ${from} to ${to} (LOW is not shown at tool calls)`;
}

function promoted(lesson: Lesson): string {
  return lesson.delivery === "advise" ? lesson.slug : `${lesson.slug} (${lesson.delivery})`;
}

/** What it is about in one tag, how much it matters, and whether it stops the call. */
function addedFacts({ tags, priority, delivery }: Lesson): readonly string[] {
  const mode = delivery === "advise" ? [] : [delivery];
  return [...tagsInOrder(tags).slice(0, 1), `priority:${priority}`, ...mode];
}
