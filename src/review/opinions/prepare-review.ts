import { bodyText } from "../../lesson/record/body.ts";
import { firstPart } from "../../redact/excerpt.ts";
import type { Lesson, LessonId, Slug } from "../../lesson/record/lesson.ts";
import {
  findNearDuplicates,
  nearestTo,
  type KeyedTokens,
  tokenSet,
} from "../../lesson/likeness/similarity.ts";
import { triggerFields, type Triggers } from "../../lesson/record/triggers.ts";
import {
  buildPrompt,
  type AnswerForm,
  type PromptCandidate,
  reviewPromptVersion,
} from "./prompt.ts";
import { countsOf, historyOf } from "../../lesson/table/history.ts";
import type { Context } from "../../platform/context.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";
import { userHome } from "../../platform/paths.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact, redactTexts } from "../../redact/redact.ts";

/** What a model gets to judge, and what it does not get. */
export interface PreparedReview {
  readonly promptVersion: number;
  readonly prompt: string;
  readonly candidates: readonly PromptCandidate[];
  /** Candidates for another pass. */
  readonly left: number;
  /** Candidates that a person has had a hand in: no model changes them. */
  readonly kept: number;
}

/** Candidates, what is near to them, and what a model is asked. Reads only. */
export function prepareReview(
  { database, place }: Pick<Context, "database" | "place">,
  { limit, form }: { readonly limit: number; readonly form: AnswerForm },
): PreparedReview {
  const waiting = countWaiting(database);
  const rows = candidatesForModel(database, limit);
  const inUse = lessonsToCompare(database).map((lesson) => ({ lesson, ...keyed(lesson) }));
  const alike = alikeAmong(rows.map(lessonFromRow));
  // A person may have written what a scan would not keep; a model gets neither.
  const environment = place?.environment ?? {};
  const redact = makeRedact(ownerOf(environment, userHome(environment)));

  const candidates: PromptCandidate[] = [];
  let room = mostCharacters[form];
  for (const row of rows) {
    const lesson = lessonFromRow(row);
    const { kind, summary, body, triggers, tags, priority, confidence, source } = lesson;
    const whole: PromptCandidate = {
      id: lesson.id,
      kind,
      summary,
      body,
      triggers: filled(triggers),
      tags,
      priority,
      confidence,
      source,
      seen: countsOf(database, row.number),
      quotes: quotesOf(historyOf(database, row.number)),
      sameContentAs: sameContent(database, lesson),
      near: nearestIn(lesson, inUse),
      alike: alike.get(lesson.id) ?? [],
    };
    const candidate = redactTexts(whole, redact);
    const size = JSON.stringify(candidate).length;
    // One that is too large for any model must not keep the others from it.
    if (size > room) continue;
    room -= size;
    candidates.push(candidate);
  }
  return {
    promptVersion: reviewPromptVersion,
    prompt: buildPrompt(candidates, form),
    candidates,
    left: waiting.forModel - candidates.length,
    kept: waiting.forPerson,
  };
}

/** Lines are for conversations, where a tool may say 30,000 characters; else about 40,000 tokens. */
const mostCharacters: Readonly<Record<AnswerForm, number>> = { lines: 20_000, json: 160_000 };
const mostQuotes = 2;
const longestQuote = 600;
/** Below what counts as a near-duplicate: the model is to see what may be one in other words. */
const contextThreshold = 0.3;
const mostNear = 3;

type Compared = KeyedTokens & { readonly lesson: Lesson };

function nearestIn(lesson: Lesson, inUse: readonly Compared[]): PromptCandidate["near"] {
  const byId = new Map(inUse.map((item) => [item.lesson.id, item.lesson]));
  return nearestTo(keyed(lesson).tokens, inUse, contextThreshold)
    .slice(0, mostNear)
    .flatMap(({ key, similarity }) => {
      const near = byId.get(key);
      if (near === undefined) return [];
      const { slug, stage, summary, body } = near;
      const rounded = Math.round(similarity * 100) / 100;
      return [{ slug, status: stage.status, similarity: rounded, summary, body }];
    });
}

function alikeAmong(lessons: readonly Lesson[]): ReadonlyMap<LessonId, readonly LessonId[]> {
  const alike = new Map<LessonId, LessonId[]>();
  for (const { a, b } of findNearDuplicates(lessons.map(keyed))) {
    alike.set(a, [...(alike.get(a) ?? []), b]);
    alike.set(b, [...(alike.get(b) ?? []), a]);
  }
  return alike;
}

function keyed(lesson: Lesson): KeyedTokens {
  const text = `${lesson.summary} ${bodyText(lesson.kind, lesson.body)}`;
  return { key: lesson.id, tokens: tokenSet(text) };
}

/** Empty lists say nothing. */
function filled(triggers: Triggers): Partial<Triggers> {
  const { conditions } = triggers;
  return {
    ...Object.fromEntries(
      triggerFields.flatMap((name) =>
        triggers[name].length === 0 ? [] : [[name, triggers[name]]],
      ),
    ),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

function quotesOf({ evidence }: ReturnType<typeof historyOf>): readonly string[] {
  const quotes = evidence.flatMap(({ quote }) => (quote === undefined ? [] : [quote]));
  return [...new Set(quotes)].slice(-mostQuotes).map((quote) => firstPart(quote, longestQuote));
}

/** A person has moved or edited it, or has said what it is worth: it is theirs. */
const isPersons = `(EXISTS (SELECT 1 FROM transitions WHERE lesson = lessons.number AND actor = 'person')
  OR EXISTS (SELECT 1 FROM edits WHERE lesson = lessons.number AND actor = 'person')
  OR EXISTS (SELECT 1 FROM feedback WHERE lesson = lessons.number AND actor = 'person'))`;

export function isTouchedByPerson(database: Database, id: string): boolean {
  const sql = `SELECT 1 FROM lessons WHERE id = ? AND ${isPersons}`;
  return queryOne(database, sql, id) !== undefined;
}

/** Candidates that no person has touched, the most important first. */
function candidatesForModel(database: Database, limit: number): readonly LessonRow[] {
  return queryAll(
    database,
    `SELECT * FROM lessons WHERE status = 'candidate' AND NOT ${isPersons}
     ORDER BY priority DESC, confidence DESC, slug LIMIT ?`,
    limit,
  );
}

/** Candidates for the model, and those that a person has had a hand in. */
function countWaiting(database: Database): {
  readonly forModel: number;
  readonly forPerson: number;
} {
  const row = queryOne<ReturnType<typeof countWaiting>>(
    database,
    `SELECT count(*) FILTER (WHERE NOT ${isPersons}) AS forModel,
            count(*) FILTER (WHERE ${isPersons}) AS forPerson
     FROM lessons WHERE status = 'candidate'`,
  );
  return row ?? { forModel: 0, forPerson: 0 };
}

/** The lessons that a candidate can be near to. */
function lessonsToCompare(database: Database): readonly Lesson[] {
  return queryAll<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE status IN ('reviewed', 'active') ORDER BY slug",
  ).map(lessonFromRow);
}

/** Another lesson with the same content, whatever became of it. */
function sameContent(database: Database, { id, contentHash }: Lesson): Slug | undefined {
  return queryOne<{ slug: Slug }>(
    database,
    `SELECT slug FROM lessons WHERE content_hash = ? AND id <> ?
     ORDER BY status = 'archived', number LIMIT 1`,
    contentHash,
    id,
  )?.slug;
}
