import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logExcerpt } from "../../capture/session/log-excerpt.ts";
import { readProjectLessons } from "../../care/share/read-project-lessons.ts";
import { makeKit, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import { openEditor } from "../../cli/open-editor.ts";
import type { Terminal, TerminalEnds } from "../../cli/terminal.ts";
import type { Wiring } from "../../cli/wire.ts";
import { connectedAgents } from "../../deliver/reach/circumstances.ts";
import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { userHome } from "../../platform/paths.ts";
import { applyReview } from "../apply-review.ts";
import type { PlannedAct } from "../decision/act.ts";
import { editProblem } from "../plan-changes.ts";
import { replayEdited } from "../replay-edit.ts";
import { reviewCards } from "../review-deck.ts";
import { keepDraft, readDraft, tidyDraft } from "../review-draft.ts";
import {
  maybeRows,
  openReview,
  projectMeant,
  type OpenedReview,
  type ReviewRow,
} from "../review-rows.ts";
import { judgedEdits } from "../screen/fields.ts";
import { typedAs } from "../screen/filter.ts";
import type { Model, RowDecision } from "../screen/model.ts";
import { runReviewScreen, type ReviewActions } from "../screen/review-screen.ts";
import { startReview } from "../screen/start-review.ts";
import { lessonState } from "../shown-list.ts";
import { cleanUpBy, programHere } from "./clean-up.ts";
import { reportText } from "./decide.ts";
import { nothingFound } from "./review-card-text.ts";

export interface ScreenOptions extends CommonOptions {
  readonly maybe?: boolean;
  readonly project?: string;
}

/** The review on the whole screen. Decisions are kept as they are made; nothing is active unless the person confirms. */
export async function reviewOnScreen(
  kit: CommandKit,
  ends: TerminalEnds,
  options: ScreenOptions,
): Promise<void> {
  const { terminal } = kit;
  // A word beside the screen would break it.
  const quiet = makeKit({ ...terminal, progress: () => {} });
  const wiring = await quiet.wireFor(options, await kit.who());
  const { home } = wiring.paths;
  tidyDraft(home);
  const store = new ReviewStore(wiring);
  const opened = await store.open(terminal, { withMaybe: options.maybe === true });
  if (opened.rows.length === 0 && opened.maybe === 0) {
    terminal.exitStatus = 1;
    return terminal.write(nothingFound(0));
  }
  const filter = await store.filterFor(options.project);
  const { decisions, notice } = store.resume(home);
  const { environment } = terminal;
  const setup = deliverySetup({ home: userHome(environment), environment }, wiring.paths);
  const program = programHere(environment);
  const model = startReview(opened, {
    size: { columns: 80, rows: 24 },
    program,
    isConnected: connectedAgents(setup).length > 0,
    list: options.maybe === true ? "maybe" : "first",
    filter,
    decisions,
    notice,
  });
  const outcome = await runReviewScreen(
    { ...ends, hasColor: terminal.style("bold", "x") !== "x" },
    model,
    {
      ...store.actions(home),
      editText: (text) => textFromEditor(text, environment),
      ...cleanUpBy(program, wiring, environment, () => store.open(terminal, { withMaybe: false })),
    },
  );
  switch (outcome.outcome) {
    case "applied":
      terminal.write(outcome.report);
      if (outcome.thenConnect) await connect(kit);
      return;
    case "interrupted":
      terminal.exitStatus = 130;
      break;
    case "left":
  }
  terminal.note(leftText(outcome.decided));
}

function leftText(decided: number): string {
  return decided === 0
    ? "Nothing was changed.\n"
    : `${plural(decided, "decision")} saved as a draft; nothing is active yet. To continue: lessons review\n`;
}

/** As if the person had typed it: it says what it would change, and asks. */
async function connect(kit: CommandKit): Promise<void> {
  const { initCommand } = await import("../../deliver/commands/init.ts");
  await initCommand(kit).parseAsync([], { from: "user" });
}

function textFromEditor(text: string, environment: Terminal["environment"]): string {
  const folder = mkdtempSync(join(tmpdir(), "lessons-edit-"));
  try {
    const file = join(folder, "lesson.txt");
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    openEditor(file, environment);
    return readTextFile(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the screen asks of the store, and what it was given so far: a decision is about a lesson as it was shown. */
class ReviewStore {
  readonly #wiring: Wiring;
  readonly #rows = new Map<LessonId, ReviewRow>();
  #first: ReadonlySet<LessonId> = new Set();

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** The second list is read with the first where somebody asks for it, or has decided about some of it. */
  async open(
    terminal: Terminal,
    { withMaybe }: { readonly withMaybe: boolean },
  ): Promise<OpenedReview> {
    const { inContext, paths } = this.#wiring;
    return inContext(async (context) => {
      await readProjectLessons(context, terminal);
      const opened = await openReview(context);
      this.#rows.clear();
      this.#remember(opened.rows);
      this.#first = new Set(
        opened.rows.flatMap(({ lesson, list }) => (list === "first" ? [lesson.id] : [])),
      );
      const isDecided = [...readDraft(paths.home).keys()].some((id) => !this.#rows.has(id));
      if (!withMaybe && !isDecided) return opened;
      const more = maybeRows(context, this.#first);
      this.#remember(more);
      return { ...opened, rows: [...opened.rows, ...more] };
    });
  }

  /** What the filter says for a project that was named on the command line. */
  async filterFor(project: string | undefined): Promise<string> {
    if (project === undefined) return "";
    const name = await this.#wiring.inContext((context) => projectMeant(context, project));
    return `project:${typedAs(name)}`;
  }

  /** Decisions of before about lessons that are still as they were; the others are let go, and that is said. */
  resume(home: string): { readonly decisions: Model["decisions"]; readonly notice: string } {
    const kept = [...readDraft(home)];
    const decisions = new Map<LessonId, RowDecision>();
    for (const [id, { verdict, reason, edits, state }] of kept) {
      const row = this.#rows.get(id);
      if (row === undefined || lessonState(row.lesson) !== state) continue;
      decisions.set(id, {
        verdict: verdict === "archive" ? { is: verdict, reason } : { is: verdict },
        edits: judgedEdits(row, edits, editProblem),
      });
    }
    const dropped = kept.filter(([id]) => !decisions.has(id));
    keepDraft(
      home,
      dropped.map(([id, { state }]) => ({ id, state, decision: undefined })),
    );
    return { decisions, notice: resumedText(decisions.size, dropped.length) };
  }

  actions(home: string): Omit<ReviewActions, "editText" | "estimate" | "cleanUp"> {
    const { inContext } = this.#wiring;
    return {
      validate: editProblem,
      keep: (changes) => {
        const lines = changes.map(([id, decision]) => ({
          id,
          state: this.#stateOf(id),
          decision: decision && {
            verdict: decision.verdict.is,
            reason: decision.verdict.is === "archive" ? decision.verdict.reason : undefined,
            edits: decision.edits.map(({ field, text, value }) => ({ field, text, value })),
          },
        }));
        keepDraft(home, lines);
      },
      loadCards: (ids) => inContext((context) => reviewCards(context, ids)),
      loadExcerpt: ({ sightings: [newest] }) =>
        inContext((context) => (newest === undefined ? [] : logExcerpt(context, newest))),
      loadMaybe: () =>
        inContext((context) => {
          const rows = maybeRows(context, this.#first);
          this.#remember(rows);
          return rows;
        }),
      replay: ({ lesson }, edits, signal) =>
        inContext((context) => replayEdited(context, lesson, edits, signal)),
      apply: (plan) => this.#apply(plan, home),
    };
  }

  async #apply(plan: readonly PlannedAct[], home: string): Promise<string> {
    const report = await this.#wiring.inContext((context) =>
      applyReview(context, plan, {
        home,
        expected: new Map(plan.map(({ id }) => [id, this.#stateOf(id)])),
        considered: this.#rows.size,
      }),
    );
    keepDraft(
      home,
      plan.map(({ id }) => ({ id, state: this.#stateOf(id), decision: undefined })),
    );
    tidyDraft(home);
    return reportText(report);
  }

  #remember(rows: readonly ReviewRow[]): void {
    for (const row of rows) this.#rows.set(row.lesson.id, row);
  }

  #stateOf(id: LessonId): string {
    const row = this.#rows.get(id);
    return row === undefined ? "" : lessonState(row.lesson);
  }
}

function resumedText(resumed: number, dropped: number): string {
  const lost =
    dropped === 0 ? "" : ` ${plural(dropped, "decision")} dropped: those lessons changed.`;
  if (resumed === 0) return lost.trim();
  return `Resumed with ${plural(resumed, "decision")} from last time: c confirms, R discards them.${lost}`;
}
