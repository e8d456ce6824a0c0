import type { LessonDraft, Lesson, LessonOf } from "./record/lesson.ts";
import { inTransaction } from "../platform/database/database.ts";
import { findByContentHash, findLesson, isSlugTaken } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import { keepLesson } from "./change.ts";
import type { Context } from "../platform/context.ts";
import { contentText, type Kind } from "./record/body.ts";
import { lessonWith } from "./record/record.ts";
import { stageOf, type Actor, type Status } from "./record/lifecycle.ts";
import { makeSlug } from "./record/slug.ts";
import type { Tag } from "./record/tag.ts";
import { noTriggers } from "./record/triggers.ts";
import { sha256 } from "../platform/hash.ts";
import type { System } from "../platform/system.ts";
import { actorOf, isPerson, reasonBy, whoIn } from "../platform/person/who.ts";

/**
 * Takes in lessons that somebody wrote down: all of them, or none when one is there already. Who is no person can only
 * propose: what they write is a candidate, whatever it says about itself.
 */
export function addLessons(context: Context, drafts: readonly LessonDraft[]): readonly Lesson[] {
  const { database, system } = context;
  const who = whoIn(context);
  const defaults = isPerson(who) ? byHand : { ...proposed, by: actorOf(who) };
  return inTransaction(database, () =>
    drafts.map((draft) => {
      if (draft.slug !== undefined && isSlugTaken(database, draft.slug))
        throw slugTaken(draft.slug);
      const taken = draft.id === undefined ? undefined : findLesson(database, draft.id);
      if (taken !== undefined) throw alreadyThere(taken);
      const lesson = makeLesson(isPerson(who) ? draft : asProposal(draft), defaults, system);
      const same = findByContentHash(database, lesson.contentHash);
      if (same !== undefined) throw alreadyThere(same);
      const { status, since } = lesson.stage;
      return keepLesson(database, system, lesson, {
        transitions: [
          {
            from: "none",
            to: status,
            at: since,
            by: defaults.by,
            because: reasonBy(who, isPerson(who) ? "added by hand" : "proposed by a command"),
          },
        ],
      });
    }),
  );
}

/** Who writes a lesson down by hand means it. */
const byHand: DraftDefaults = {
  status: "active",
  by: "person",
  priority: 7,
  confidence: 1,
  source: "manual",
};

/** Who proposes one may be wrong about it. */
const proposed: Omit<DraftDefaults, "by"> = {
  status: "candidate",
  priority: 7,
  confidence: 0.5,
  source: "manual",
};

/** Nobody has confirmed it, however sure it says that it is. */
function asProposal(draft: LessonDraft): LessonDraft {
  const status = draft.status === "archived" ? "archived" : "candidate";
  return { ...draft, status, reviewedAt: undefined };
}

function alreadyThere(same: Lesson): Fault {
  const hint =
    same.stage.status === "archived" ? `lessons restore ${same.slug}` : `lessons show ${same.slug}`;
  return new Fault(
    "already-there",
    `this lesson already exists: ${same.slug} (${same.stage.status})`,
    { hint },
  );
}

function slugTaken(slug: string): Fault {
  return new Fault("already-there", `the slug ${slug} is taken`, {
    hint: "drop the slug; lessons creates one",
  });
}

/** What a draft does not say, by who hands it in. */
export interface DraftDefaults {
  readonly status: Status;
  readonly by: Actor;
  readonly priority: number;
  readonly confidence: number;
  readonly source: Lesson["source"];
  /** How the two numbers came about, where a formula made them. */
  readonly scores?: Lesson["scores"];
}

/** A lesson from a draft that has been checked: with an id, a name, a hash and a beginning. */
export function makeLesson(draft: LessonDraft, defaults: DraftDefaults, system: System): Lesson {
  const now = system.now();
  const triggers = { ...noTriggers, ...draft.triggers };
  const status = draft.status ?? defaults.status;
  const createdAt = draft.createdAt ?? now;
  const since = draft.reviewedAt ?? draft.updatedAt ?? createdAt;
  const isConfirmed = status === "reviewed" || status === "active";
  const given: Omit<LessonOf<Kind>, "kind" | "body"> = {
    // What nothing is made up for comes as it was said.
    ...draft,
    id: draft.id ?? system.newId(),
    slug: draft.slug ?? makeSlug(draft.summary, system.newSlugSuffix()),
    stage: stageOf(status, { since, by: defaults.by, because: draft.archiveReason }),
    priority: draft.priority ?? defaults.priority,
    confidence: draft.confidence ?? defaults.confidence,
    scores: defaults.scores,
    // The schema has turned every text into a tag.
    tags: (draft.tags ?? []) as readonly Tag[],
    scope: draft.scope ?? "global",
    triggers,
    delivery: draft.delivery ?? "advise",
    source: draft.source ?? defaults.source,
    contentHash: sha256(contentText(draft.kind, draft.body, triggers)),
    flags: draft.flags ?? [],
    createdAt,
    updatedAt: draft.updatedAt ?? createdAt,
    reviewedAt: draft.reviewedAt ?? (isConfirmed ? since : undefined),
  };
  return lessonWith({ ...given });
}
