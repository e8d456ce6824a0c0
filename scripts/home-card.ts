import { frameOverheadBytes } from "../src/agents/our-text/frame.ts";
import { projectScope } from "../src/capture/episodes/episodes.ts";
import type { LedgerCall } from "../src/capture/ledger/ledger-call.ts";
import { eachReplayCall } from "../src/capture/ledger/replay-calls.ts";
import { cardLines } from "../src/deliver/card/card-entries.ts";
import {
  cardFor,
  cardText,
  mostStartBytes,
  planStart,
  type CardEntry,
} from "../src/deliver/card/start-plan.ts";
import { makeReady } from "../src/deliver/compile/make-ready.ts";
import type { Lesson, LessonId } from "../src/lesson/record/lesson.ts";
import { isMaybe } from "../src/lesson/table/list.ts";
import { lessonFromRow, type LessonRow } from "../src/lesson/table/lessons.ts";
import { commandTexts } from "../src/match/moment.ts";
import { disproves, provenCommand } from "../src/measure/doubt/disproof.ts";
import { queryAll, type Database } from "../src/platform/database/database.ts";
import { leadingWord } from "../src/shell/word.ts";
import type { Share } from "./home-table.ts";

/** What the session cards of a home would have said. */
export interface CardFigures {
  /** Of the lines that sessions began with, those whose program, file or tool is used there. */
  readonly concerned: Share;
  /** Of the lines about a name, those that a later success contradicts. */
  readonly contradicted: Share;
  /** Of the cards with a line on them. */
  readonly bytes: readonly number[];
  /** Every line that was on a card, with its fact. */
  readonly lines: readonly string[];
}

/** The lessons that a session has in context when it begins. */
export interface AtStart {
  /** With the line. */
  readonly onCard: ReadonlyMap<LessonId, string>;
  /** CRITICAL, or for the start. */
  readonly withText: ReadonlySet<LessonId>;
}

/**
 * The cards of a home's sessions, one after the other, as if a person had approved every candidate of the first list, unedited,
 * before the session began.
 */
export class HomeCards {
  readonly #calls: ReadonlyMap<string, readonly LedgerCall[]>;
  readonly #scopes: ReadonlyMap<string, string>;
  readonly #turns = new Map<string, number>();
  readonly #lines = new Map<string, Lesson>();
  readonly #contradicted = new Set<LessonId>();
  readonly #names = new Map<LessonId, Lesson>();
  readonly #bytes: number[] = [];
  #concerned = { part: 0, whole: 0 };

  constructor(scanned: Database) {
    this.#calls = Map.groupBy(eachReplayCall(scanned), ({ log }) => log.sessionId);
    this.#scopes = new Map(
      queryAll<{ session: string; project: string | null }>(
        scanned,
        `SELECT session_id AS session, project_id AS project FROM logs GROUP BY session_id
         HAVING coalesce(started_at, '') = min(coalesce(started_at, ''))`,
      ).map(({ session, project }) => [session, projectScope(project)]),
    );
  }

  begin(learned: Database, session: string): AtStart {
    const approved = approvedLessons(learned);
    const byId = new Map(approved.map(({ lesson }) => [lesson.id, lesson]));
    const scope = this.#scopes.get(session) ?? "machine";
    const turn = this.#turns.get(scope) ?? 0;
    this.#turns.set(scope, turn + 1);
    const calls = this.#calls.get(session) ?? [];
    const agent = calls[0]?.log.agent ?? "";
    const supply = cardFor(cardLines(learned, approved), { agent, project: scope });
    const here = approved.filter(
      ({ lesson }) => !lesson.scope.startsWith("project:") || lesson.scope === scope,
    );
    const { card, lessons } = planStart({
      lessons: here.map(({ lesson, sessions }) => makeReady({ lesson, origin: { sessions } })),
      card: supply,
      point: "SessionStart",
      turn,
      mostBytes: mostStartBytes,
      overheadBytes: frameOverheadBytes(),
    });
    if (card.length > 0) this.#bytes.push(Buffer.byteLength(cardText(card)));
    for (const entry of card) this.#note(entry, byId, calls);
    this.#contradict(calls);
    return {
      onCard: new Map(card.flatMap(({ lessons: ids, line }) => ids.map((id) => [id, line]))),
      withText: new Set(lessons.map(({ id }) => id)),
    };
  }

  #note(
    { lessons, line }: CardEntry,
    byId: ReadonlyMap<LessonId, Lesson>,
    calls: readonly LedgerCall[],
  ): void {
    const said = lessons.flatMap((id) => byId.get(id) ?? []);
    const [first] = said;
    if (first === undefined) return;
    this.#lines.set(line, first);
    for (const lesson of said) if (factOf(lesson) !== undefined) this.#names.set(lesson.id, lesson);
    const { part, whole } = this.#concerned;
    const isConcerned = said.some((lesson) => concerns(lesson, calls));
    this.#concerned = { part: part + Number(isConcerned), whole: whole + 1 };
  }

  /** What a line on this card or an earlier one says fails, and what worked here all the same. */
  #contradict(calls: readonly LedgerCall[]): void {
    for (const call of calls) {
      const command = provenCommand(call);
      if (command === undefined) continue;
      for (const [id, lesson] of this.#names) {
        const fact = factOf(lesson);
        if (fact !== undefined && disproves(command, fact)) this.#contradicted.add(id);
      }
    }
  }

  figures(): CardFigures {
    return {
      concerned: this.#concerned,
      contradicted: { part: this.#contradicted.size, whole: this.#names.size },
      bytes: this.#bytes,
      lines: [...this.#lines].map(
        ([line, { id, about }]) =>
          `${line}\t${about}${this.#contradicted.has(id) ? "\tCONTRADICTED" : ""}`,
      ),
    };
  }
}

/** Candidates of the first list, with what they were seen in. */
export function approvedLessons(learned: Database) {
  const rows = queryAll<LessonRow & { seen_in: number; last_seen_at: string | null }>(
    learned,
    `SELECT lessons.*, coalesce(seen_in, 0) AS seen_in, last_seen_at FROM lessons LEFT JOIN (
       SELECT lesson, max(seen_at) AS last_seen_at, count(DISTINCT agent || char(0) || session_id) AS seen_in
       FROM evidence GROUP BY lesson
     ) ON lesson = lessons.number
     WHERE status = 'candidate' AND NOT ${isMaybe}`,
  );
  return rows.map(({ seen_in: sessions, last_seen_at: lastSeenAt, ...row }) => ({
    lesson: lessonFromRow(row),
    sessions,
    lastSeenAt,
  }));
}

/** The fact of a line about a name; a later call can show that it does not hold. */
function factOf({ about = "" }: Lesson) {
  const [, name = "", subject = ""] = /^(\S+) (.+)$/su.exec(about) ?? [];
  return names.has(name) ? { class: name, subject } : undefined;
}

const names: ReadonlySet<string> = new Set(["not-installed", "no-option", "no-command", "no-task"]);

/** Whether a session uses the program or the tool that a lesson is about; the shell's own habits concern each of its calls. */
function concerns({ about = "", fix, tags }: Lesson, calls: readonly LedgerCall[]): boolean {
  const [name = "", ...subject] = about.split(" ");
  const tools = tags.flatMap((tag) => (tag.startsWith("tool:") ? [tag.slice("tool:".length)] : []));
  const isOfShell = ofEveryLine.has(name);
  const wanted = new Set(
    [...tools, subject[0] ?? "", fix?.from ?? "", fix?.to ?? ""].map((text) => leadingWord(text)),
  );
  wanted.delete("");
  return calls.some(({ tool, command, log }) => {
    if (isOfShell) return tool === "Bash" && (name !== "zsh-glob" || log.shell !== "bash");
    if (wanted.has(tool.toLowerCase()) || wanted.has(tool)) return true;
    if (command === null) return false;
    if (name === "unreachable" && command.includes(subject[0] ?? "")) return true;
    return commandTexts(command).some((text) => wanted.has(leadingWord(text)));
  });
}

const ofEveryLine: ReadonlySet<string> = new Set(
  "zsh-glob fish-glob backticks-in-quotes command-from-quoting polling refused".split(" "),
);
