import fc from "fast-check";
import { expect, test } from "vitest";
import { archivedBy } from "./archived-by.ts";
import { artifactDeleted } from "../../src/knowledge/render/reconcile-project.ts";
import {
  clearedReason,
  clearObservations,
  observationsIn,
} from "../../src/knowledge/learn/observations.ts";
import {
  keepObservations,
  type FoundObservation,
  type KeptObservations,
} from "../../src/knowledge/learn/keep-observations.ts";
import type { LearningPlace } from "../../src/platform/project/learning-place.ts";
import {
  settleObservations,
  type SettledObservations,
  type SettleOptions,
} from "../../src/knowledge/learn/settle-observations.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Sighting } from "../../src/lesson/record/history.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { observationSchema } from "../../src/knowledge/learn/read-answer.ts";
import { decision, workflow } from "../kit/learning-ground.ts";
import { freshContext } from "../kit/store.ts";
import { law } from "../kit/law.ts";

const place: LearningPlace = { root: "/srv/api", projectId: "api", scope: "project:api" };
const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();

function seen(answered: object, sessions: readonly number[], at = 0): FoundObservation {
  return {
    answered: observationSchema.parse(answered),
    sightings: sessions.map((number): Sighting => ({
      is: "sighting",
      agent: "claude-code",
      sessionId: `session ${number}`,
      projectId: "api",
      seenAt: day(at),
    })),
  };
}

function learn(
  context: Context,
  found: readonly FoundObservation[],
  autoActivate: readonly ("decision" | "workflow")[] = [],
  unmetGates: SettleOptions["unmetGates"] = () => [],
): KeptObservations & SettledObservations {
  return inTransaction(context.database, () => {
    const kept = keepObservations(context, place, found, (text) => text);
    const touched = new Set([...kept.created, ...kept.grown].map(({ id }) => id));
    const options = { autoActivate: [...autoActivate], unmetGates };
    return { ...kept, ...settleObservations(context, place, options, touched) };
  });
}

function stands({ database }: Context) {
  return observationsIn(database, [place.scope]).map(
    ({ lesson, count, qualityOk, firstSeenAt, lastSeenAt }) => ({
      summary: lesson.summary,
      status: lesson.stage.status,
      confidence: lesson.confidence,
      priority: lesson.priority,
      count,
      qualityOk,
      firstSeenAt,
      lastSeenAt,
    }),
  );
}

const only = (context: Context) => {
  const [found, other] = observationsIn(context.database, [place.scope]);
  if (found === undefined || other !== undefined) throw new Error("not one observation");
  return found;
};

/** Things that have nothing in common, each said in two ways that are near. */
const things = [
  [decision([1]), decision([1], { summary: "Publish with npm, not with yarn" })],
  [workflow([1]), workflow([1], { summary: "Release: bump, tag and publish" })],
] as const;

const sighting = fc.record({
  thing: fc.constantFrom(0, 1),
  wording: fc.constantFrom(0, 1),
  quality: fc.boolean(),
  session: fc.nat(6),
  on: fc.nat(8),
});

test("law: neither the order of sightings nor repeating them changes what is known of a thing", () => {
  fc.assert(
    fc.property(
      fc
        .array(sighting, { maxLength: 12 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length }),
            fc.subarray(all),
          ),
        ),
      ([all, shuffled, again]) => {
        const [one, other] = [all, [...shuffled, ...again]].map((order) => {
          const context = freshContext();
          try {
            // A session has one end: how often it is asked about makes no difference.
            for (const { thing, wording, quality, session } of order) {
              const answered = { ...things[thing]?.[wording], quality_ok: quality };
              learn(context, [seen(answered, [session], session)]);
            }
            const sessionsOf = (which: number) =>
              new Set(all.flatMap(({ thing, session }) => (thing === which ? [session] : []))).size;
            return stands(context)
              .map(({ summary, priority: _, ...rest }) => {
                expect(rest.count).toBe(sessionsOf(summary.startsWith("Publish") ? 0 : 1));
                return { thing: summary.slice(0, 7), ...rest };
              })
              .toSorted((a, b) => (a.thing < b.thing ? -1 : 1));
          } finally {
            context.database.close();
          }
        });
        expect(other).toEqual(one);
      },
    ),
    law({ quick: 8, deep: 40 }),
  );
});

test("opposite advice is a second observation, however alike it sounds", () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1])]);
  const never = decision([1], {
    summary: "Never publish with npm",
    body: { context: "The lock file is npm's", decision: "Never publish with npm" },
  });
  learn(context, [seen(never, [2])]);
  expect(stands(context).map(({ summary }) => summary)).toEqual([
    "Publish with npm, not yarn",
    "Never publish with npm",
  ]);
});

test("what another project does is another observation", () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1])]);
  const elsewhere = { ...place, projectId: "web", scope: "project:web" } as const;
  inTransaction(context.database, () =>
    keepObservations(context, elsewhere, [seen(decision([1]), [2])], (text) => text),
  );
  expect(only(context).count).toBe(1);
  expect(observationsIn(context.database, ["project:web"])).toHaveLength(1);
});

test("quality that was seen once is remembered", () => {
  const context = freshContext();
  learn(context, [seen(decision([1], { quality_ok: false }), [1])]);
  learn(context, [seen(decision([1], { quality_ok: true }), [1])]);
  learn(context, [seen(decision([1], { quality_ok: false }), [2])]);
  expect(stands(context)).toMatchObject([{ count: 2, qualityOk: true, status: "reviewed" }]);
});

test("words that were called poor give way to those that are called good", () => {
  const context = freshContext();
  learn(context, [seen(decision([1], { summary: "Publish with npm", quality_ok: false }), [1])]);
  const good = decision([1], {
    summary: "Publish with npm, because the lock file is npm's",
    body: { context: "The lock file is npm's", decision: "Publish with npm and never with yarn" },
  });
  learn(context, [seen(good, [2])]);
  const { lesson, qualityOk } = only(context);
  expect({ qualityOk, summary: lesson.summary, body: lesson.body }).toEqual({
    qualityOk: true,
    summary: "Publish with npm, because the lock file is npm's",
    body: { context: "The lock file is npm's", decision: "Publish with npm and never with yarn" },
  });
  learn(context, [seen(decision([1], { summary: "Publish with npm", quality_ok: false }), [3])]);
  expect(only(context).lesson.summary).toBe("Publish with npm, because the lock file is npm's");
});

test("a person's words stay, whatever a model calls better", async () => {
  const context = freshContext();
  learn(context, [seen(decision([1], { quality_ok: false }), [1])]);
  await editLesson(context, only(context).lesson.slug, "summary", "npm publishes, not yarn");
  learn(context, [seen(decision([1], { summary: "Publish with npm, always" }), [2])]);
  expect(stands(context)).toMatchObject([{ summary: "npm publishes, not yarn", qualityOk: true }]);
});

test("two items of one answer stay two, however alike, and grow one known thing only by its name", () => {
  const context = freshContext();
  const said = (part: string) =>
    decision([1], {
      summary: `Publish the ${part} package with npm, not yarn`,
      body: {
        context: "The lock file is npm's",
        decision: `Publish the ${part} package with npm`,
      },
    });
  learn(context, [seen(said("server"), [1]), seen(said("client"), [1])]);
  expect(stands(context)).toHaveLength(2);
  const sameAs = observationsIn(context.database, [place.scope])[0]?.lesson.id;
  learn(context, [
    { ...seen(said("whole server"), [2]), sameAs },
    { ...seen(said("server's own"), [2]), sameAs },
  ]);
  expect(stands(context).map(({ count }) => count)).toEqual([2, 1]);
});

test("a person's numbers and decisions stay; only the evidence grows", async () => {
  const context = freshContext();
  learn(context, [seen(workflow([1]), [1])]);
  const { slug } = only(context).lesson;
  await editLesson(context, slug, "priority", "9");
  learn(context, [seen(workflow([1]), [2], 5)]);
  expect(stands(context)).toMatchObject([{ priority: 9, confidence: 0.66, status: "reviewed" }]);
  moveLesson(context, slug, { verdict: "approve", by: "person" });
  learn(context, [seen(workflow([1]), [3], 9)]);
  expect(stands(context)).toMatchObject([{ confidence: 0.66, status: "active", count: 3 }]);
});

test("what a person has archived stays archived, and is not found anew", () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1])]);
  archivedBy(context, only(context).lesson, "not worth it");
  expect(learn(context, [seen(decision([1]), [2])]).created).toEqual([]);
  expect(stands(context)).toMatchObject([{ status: "archived", count: 2 }]);
});

test("what was archived because its file was deleted comes back as a candidate, with less confidence", () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1, 2])], ["decision"]);
  expect(stands(context)).toMatchObject([{ status: "active", confidence: 0.95 }]);
  archivedBy(context, only(context).lesson, `${artifactDeleted}: ADR-001`);
  learn(context, [seen(decision([1]), [2])], ["decision"]);
  expect(stands(context)).toMatchObject([{ status: "archived" }]);
  const { revived } = learn(context, [seen(decision([1]), [3])], ["decision"]);
  expect(revived.map(({ slug }) => slug)).toEqual([only(context).lesson.slug]);
  expect(stands(context)).toMatchObject([{ status: "candidate", confidence: 0.28, count: 3 }]);
});

test("what was cleared is archived, and what is found from then on begins anew", () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1, 2])], ["decision"]);
  learn(context, [seen(workflow([1]), [1])]);
  expect(clearObservations(context, place)).toHaveLength(2);
  expect(clearObservations(context, place)).toEqual([]);
  learn(context, [seen(decision([1]), [3])]);
  expect(
    observationsIn(context.database, [place.scope]).map(({ lesson: { stage }, count }) => [
      stage.status === "archived" ? stage.because : stage.status,
      count,
    ]),
  ).toEqual([
    [clearedReason, 2],
    [clearedReason, 1],
    ["candidate", 1],
  ]);
});

test("only kinds that were switched on become active by themselves", () => {
  const context = freshContext();
  const found = [seen(decision([1]), [1, 2]), seen(workflow([1]), [1])];
  learn(context, found, ["workflow"]);
  expect(stands(context).map(({ status }) => status)).toEqual(["reviewed", "candidate"]);
  const { activated } = learn(context, [seen(workflow([1]), [2], 4)], ["workflow"]);
  expect(activated.map(({ kind }) => kind)).toEqual(["workflow"]);
  expect(stands(context).map(({ status }) => status)).toEqual(["reviewed", "active"]);
});

test("a lesson that holds calls never becomes active by itself", async () => {
  const context = freshContext();
  learn(context, [seen(decision([1]), [1])]);
  const { lesson } = only(context);
  context.database.prepare("UPDATE lessons SET delivery = 'hold' WHERE id = ?").run(lesson.id);
  learn(context, [seen(decision([1]), [2])], ["decision"]);
  expect(stands(context)).toMatchObject([{ status: "reviewed" }]);
});

test("a kind that was switched on waits for the gates that are required, and passes when they are met", () => {
  const context = freshContext();
  const unmet = [{ gate: "lesson/precise", why: "has no review here" }];
  const held = learn(context, [seen(decision([1]), [1, 2])], ["decision"], () => unmet);
  expect(stands(context)).toMatchObject([{ status: "reviewed" }]);
  expect(held.ungated).toEqual([{ lesson: only(context).lesson, unmet }]);
  expect(held.activated).toEqual([]);
  const passed = learn(context, [], ["decision"], () => []);
  expect([passed.ungated, stands(context)]).toMatchObject([[], [{ status: "active" }]]);
});
