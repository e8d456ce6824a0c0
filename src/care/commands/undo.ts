import { Argument, type Command } from "commander";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { grouped, hang, minute, plural, section } from "../../cli/layout.ts";
import { Fault } from "../../platform/fault.ts";
import { displayPath, packageRoot, userHome } from "../../platform/paths.ts";
import { changedWords, type Change, type ChangedRating } from "../undo/changes.ts";
import type { ChangedReview } from "../../lesson/journal.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { UndoPlan } from "../undo/undo-change.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface UndoFlags extends CommonOptions {
  readonly list?: boolean;
  readonly limit?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function undoCommand(kit: CommandKit): Command {
  return newCommand(
    "undo",
    "undo the last change of any kind; only scans, learning, backups and forget have no undo",
    [
      "lessons undo               # shows what it will do and asks; run it again for the change before",
      "lessons undo --list        # all changes, newest first",
      "lessons undo 12            # this change; an undo can be undone too",
      "lessons undo --yes         # for scripts: does not ask",
    ],
  )
    .addArgument(
      new Argument("[number]", "the number of a change, from --list").argParser(readCount),
    )
    .option("--list", "list the changes, newest first")
    .option("--limit <count>", "with --list: at most this many (default: 20)", readCount)
    .option("--yes", "do not ask")
    .option("--dry-run", "show what would happen; change nothing")
    .action((number: number | undefined, options: UndoFlags) =>
      options.list === true ? showChanges(kit, options) : undo(kit, number, options),
    );
}

async function showChanges({ terminal, answer, wireFor }: CommandKit, options: UndoFlags) {
  const { listChanges } = await import("../undo/changes.ts");
  const { paths, inContext } = await wireFor(options);
  const changes = await inContext(({ database }) => listChanges(database, options.limit ?? 20));
  const { ownFileWords } = await import("../undo/own-file.ts");
  await answer(options, {
    type: "lessons-changes",
    value: { changes: changes.map(changeValue) },
    nothing: changes.length === 0 ? "No changes yet.\n" : undefined,
    text: () =>
      changes.map((change) => {
        const words = change.files.map(({ root, path, before, after }) =>
          ownFileWords({ root, path }, { from: before, to: after, home: paths.home }),
        );
        return changeLine(change, words, terminal);
      }),
  });
}

async function undo(
  kit: CommandKit,
  number: number | undefined,
  options: UndoFlags,
): Promise<void> {
  const { terminal, answer, say, wireFor } = kit;
  const [{ changeNumbered, lastChange }, { planUndo, undoChange }] = await Promise.all([
    import("../undo/changes.ts"),
    import("../undo/undo-change.ts"),
  ]);
  const { paths, inContext } = await wireFor(options, await kit.who());
  const plan = await inContext((context) => {
    const change =
      number === undefined
        ? lastChange(context.database)
        : changeNumbered(context.database, number);
    return change && planUndo(context, change, paths);
  });
  if (plan === undefined) return nothingToUndo(kit, number, options);
  const { change } = plan;
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await kit.requirePerson({ what: "take a change back", type: "lessons undo" });
  const isPossible = plan.obstacles.length === 0 && change.undoneBy === null;
  if (isPossible) say(options, planText(plan, terminal, isDryRun));
  const isAsked = isPossible && !isDryRun && options.yes !== true && options.json !== true;
  const decision = isAsked ? await askToGoOn(terminal, "Undo it?") : "yes";
  if (decision === "no") return terminal.note("Nothing was changed.\n");
  if (decision === "nobody") {
    throw new Fault("bad-input", "there is no terminal to ask on; nothing was changed", {
      hint: "to undo without a question: lessons undo --yes",
    });
  }
  const { environment } = terminal;
  const place = {
    paths,
    machine: { home: userHome(environment), environment },
    source: { packageRoot: packageRoot(), node: process.execPath, platform: process.platform },
  };
  const done = isDryRun ? plan : await inContext((context) => undoChange(context, change, place));
  await answer(options, {
    type: "lessons-undone",
    value: {
      dryRun: isDryRun,
      change: changeValue(done.change),
      lessons: done.lessons.map(({ to }) => ({ slug: to.slug, status: to.stage.status })),
      files: done.files.map(({ file, after }) => ({ file, isRemoved: after === null })),
      ratings: done.ratings.map(ratingValue),
      trials: done.trials,
      reviews: done.reviews.map(reviewValue),
      isDisconnected: done.isDisconnecting,
      isConnected: done.isConnecting,
    },
    text: () => (isDryRun ? "" : "Done. To see all changes, this undo too: lessons undo --list\n"),
  });
}

async function nothingToUndo(
  { answer }: CommandKit,
  number: number | undefined,
  options: UndoFlags,
): Promise<void> {
  if (number !== undefined) {
    throw new Fault("bad-input", `there is no change ${number}`, {
      hint: "to see the numbers: lessons undo --list",
    });
  }
  await answer(options, {
    type: "lessons-undone",
    value: { change: null, lessons: [], files: [], ratings: [], trials: [], reviews: [] },
    nothing: "Nothing to undo.\n",
    text: () => "",
  });
}

/** In the conditional when nothing will happen. */
function planText(
  { change, lessons, files, ratings, trials, reviews, isDisconnecting, isConnecting }: UndoPlan,
  page: Page,
  isDryRun: boolean,
): string {
  const { environment } = page;
  const lines = [
    ...lessons
      .slice(0, mostShown)
      .map(({ from, to }) =>
        from.stage.status === to.stage.status
          ? `↶ ${to.slug} (as it was before)`
          : `↶ ${to.slug} (${to.stage.status} again)`.replace("archived again", "archived"),
      ),
    ...(lessons.length > mostShown
      ? [`… and ${plural(lessons.length - mostShown, "more lesson")}`]
      : []),
    ...files.flatMap(({ file, after, words }) => {
      if (words !== undefined) return words.map((text) => `↶ ${text} again`);
      const place = displayPath(file, environment);
      return after === null ? `↶ ${place} (removed)` : `↶ ${place} (as it was before)`;
    }),
    ...ratings.map(({ slug, isGiven, verdict }) =>
      isGiven ? `↶ ${slug} (not rated ${verdict})` : `↶ ${slug} (rated ${verdict} again)`,
    ),
    ...trials.map(({ isRunning }) => (isRunning ? "↶ stop the trial" : "↶ continue the trial")),
    ...reviews
      .slice(0, mostShown)
      .map(
        (review) =>
          `↶ ${pairWords(review)} (${review.before === null ? "not reviewed" : "reviewed before"})`,
      ),
    ...(reviews.length > mostShown
      ? [`… and ${plural(reviews.length - mostShown, "more review")}`]
      : []),
    ...(isConnecting ? ["↶ connect your agent again (as lessons init does)"] : []),
    ...(isDisconnecting ? ["↶ disconnect your agent (as lessons uninstall does)"] : []),
  ];
  const what = `${change.undoes === null ? change.command : "the undo"} of ${minute(change.at)} UTC`;
  return section(
    isDryRun ? `Would undo: ${what}` : `Undo: ${what}`,
    lines.map((line) => `  ${line}`),
  );
}

const mostShown = 12;

type Page = Pick<Terminal, "style" | "width" | "environment">;

function changeLine(
  change: Change,
  fileWords: readonly (readonly string[] | undefined)[],
  page: Page,
): string {
  const { number, at, command, lessons, ratings, trials, reviews, undoes, undoneBy } = change;
  const [review] = reviews;
  const plainFiles = fileWords.filter((words) => words === undefined).length;
  const [first] = lessons;
  const about = [
    ...(undoes === null ? [] : [`undid ${undoes}`]),
    ...(first === undefined
      ? []
      : [
          lessons.length === 1
            ? `${first.current.slug} (${changedWords(first)})`
            : `${plural(lessons.length, "lesson")}: ${tally(lessons.map(changedWords))}`,
        ]),
    ...(plainFiles === 0 ? [] : [plural(plainFiles, "file")]),
    ...fileWords.flatMap((words) => words ?? []),
    ...ratings.map(({ slug, isGiven, verdict }) => `${slug} (${isGiven ? verdict : "not rated"})`),
    ...trials.map(({ isRunning }) => (isRunning ? "trial started" : "trial stopped")),
    ...(review === undefined
      ? []
      : [reviews.length === 1 ? pairWords(review) : plural(reviews.length, "review")]),
    ...(change.hasConnected ? ["connected your agent"] : []),
    ...(change.disconnected === null ? [] : ["disconnected your agent"]),
  ].join(" · ");
  const mark = undoneBy === null ? "" : ` · undone by ${undoneBy}`;
  const label = `${String(number).padStart(4)}  ${minute(at)}  ${command}`;
  const style = undoneBy === null ? "bold" : "dim";
  return `${hang(page.style(style, label), `${about}${mark}`, { column: 34, width: page.width })}\n`;
}

/** `3 candidate → active, 1 candidate → archived` */
function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${grouped(count)} ${word}`).join(", ");
}

function ratingValue({ slug, verdict, isGiven }: ChangedRating): object {
  return { slug, verdict, isGiven };
}

/** `docs/a.md by prose/redundancy` */
function pairWords({ notePath, gatePath }: ChangedReview): string {
  return plainLine(`${notePath} by ${gatePath}`);
}

function reviewValue({ root, notePath, gatePath, model }: ChangedReview): object {
  return { root, notePath, gatePath, model };
}

function changeValue({
  lessons,
  files,
  ratings,
  reviews,
  disconnected,
  ...change
}: Change): object {
  return {
    ...change,
    hasDisconnected: disconnected !== null,
    reviews: reviews.map(reviewValue),
    lessons: lessons.map((each) => ({ slug: each.current.slug, change: changedWords(each) })),
    files: files.map(({ root, path }) => ({ root, path })),
    ratings: ratings.map(ratingValue),
  };
}
