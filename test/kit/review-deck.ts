import type { Kind } from "../../src/lesson/record/body.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";
import type { ReviewCard, ReviewDeck } from "../../src/review/review-card.ts";
import type { OpenedReview, ReviewList, ReviewRow } from "../../src/review/review-rows.ts";
import { noTriggers } from "../../src/lesson/record/triggers.ts";

const noon = "2026-11-02T12:00:00.000Z";

/** A lesson about git that waits for a review; the parts that matter to a test are given. */
export function reviewLesson(parts: Partial<Lesson> & { readonly slug: string }): Lesson {
  const lesson: Lesson = {
    id: `id-${parts.slug}`,
    kind: "pitfall",
    summary: "git stash silently drops untracked files",
    body: {
      mistake: "git stash only stashes tracked files; untracked files are left behind",
      remediation: "Use git stash -u",
    },
    stage: { status: "reviewed", since: noon, by: "model" },
    priority: 7,
    confidence: 0.85,
    tags: ["severity:data-loss", "tool:git"],
    scope: "global",
    triggers: {
      ...noTriggers,
      toolNames: ["Bash"],
      commandPatterns: ["^git\\s+stash\\b(?!.*(-u|--include-untracked))"],
    },
    delivery: "advise",
    source: "heuristic",
    contentHash: parts.slug,
    flags: [],
    createdAt: noon,
    updatedAt: noon,
    slug: parts.slug,
  };
  return { ...lesson, ...parts } as Lesson;
}

export function reviewCard(lesson: Lesson, parts: Partial<ReviewCard> = {}): ReviewCard {
  return {
    lesson,
    counts: { occurrenceCount: 4, sessionCount: 3, projectCount: 2 },
    reading: "before `git stash` without `-u`",
    sightings: [
      {
        is: "sighting",
        agent: "claude-code",
        sessionId: "s1",
        seenAt: noon,
        place: { file: "log.jsonl", line: 12 },
        quote: "git stash\nNo local changes to save",
      },
    ],
    lastSeenAt: noon,
    near: [],
    warnings: [],
    ...parts,
  };
}

/** The three lessons of a small review, and two that a model put away. */
export const smallDeck: ReviewDeck = {
  cards: [
    reviewCard(reviewLesson({ slug: "git-stash-drops-untracked" }), {
      counts: { occurrenceCount: 65, sessionCount: 63, projectCount: 2 },
      cost: { failedCalls: 65, lostMs: 17 * 60_000 },
      shown: "The agent gets it with the result of `git stash` without `-u`.",
      history: {
        calls: 9120,
        fired: 65,
        sessions: 63,
        failed: 65,
        worked: 0,
        examples: ["git stash pop (error)"],
      },
      opinion: { verdict: "keep", reason: "a rule that holds everywhere", by: "a model" },
      holdProposal: "files are lost, and nothing says so",
    }),
    reviewCard(
      reviewLesson({
        slug: "ts-node-esm-flag",
        summary: "ts-node requires --esm for ESM module resolution",
        body: {
          mistake: "Running ts-node on an ESM project without --esm causes ERR_REQUIRE_ESM",
          remediation: "Add --esm flag: ts-node --esm src/index.ts",
        },
        priority: 5,
        confidence: 0.72,
        tags: ["lang:ts"],
        scope: "project:api",
        triggers: { ...noTriggers, commandPatterns: ["\\bts-node\\b(?!.*--esm)"] },
      }),
      {
        reading: "before `ts-node` without `--esm`",
        warnings: ["fires at none of its own sightings"],
      },
    ),
    reviewCard(
      reviewLesson({
        slug: "jsx-tsx-extension",
        summary: "JSX の拡張子は .tsx でなければならない 🧑‍💻",
        kind: "requirement",
        body: { constraint: "TypeScript files using JSX must have the .tsx extension" },
        priority: 5,
        confidence: 0.68,
        tags: ["lang:ts"],
        triggers: { ...noTriggers, injectOn: ["SessionStart"] },
      }),
      {
        reading: "at session start",
        near: [
          {
            id: "n",
            slug: "typescript-file-using-jsx",
            summary: "TypeScript with JSX needs .tsx",
            similarity: 0.61,
          },
        ],
        expands: {
          slug: "typescript-file-using-jsx",
          diff: [
            { is: "same", text: "TypeScript with JSX needs .tsx." },
            { is: "added", text: "Rename .ts to .tsx for any file that has JSX." },
          ],
        },
      },
    ),
  ],
  noise: [
    archivedCard(
      "biome-config-schema",
      "biome config schema",
      "duplicate: near-match of existing lesson",
    ),
    archivedCard(
      "git-restore-conflict",
      "git restore conflict",
      "situational: specific to bisect task, not generalizable",
    ),
  ],
};

/** A deck as the screen opens it: all cards are at hand, and `maybe` of them are in the second list. */
export function opened(
  { cards, noise }: ReviewDeck,
  maybe: readonly ReviewCard[] = [],
): OpenedReview {
  return {
    rows: [
      ...cards.map((card) => rowOf(card, "first")),
      ...noise.map((card) => rowOf(card, "archived")),
    ],
    cards: [...cards, ...noise],
    maybe: maybe.length,
  };
}

export function rowOf({ lesson, counts, cost, history }: ReviewCard, list: ReviewList): ReviewRow {
  const project = lesson.scope.startsWith("project:") ? lesson.scope.slice(8) : undefined;
  return {
    lesson,
    list,
    counts,
    cost,
    fires: history && { met: history.fired, failed: history.failed },
    group: project === undefined ? "On this machine" : `In ${project}`,
    projects: [project ?? "shop"],
    agents: [lesson.tags.includes("lang:ts") ? "Codex" : "Claude Code"],
    tools: lesson.tags.flatMap((tag) => (tag.startsWith("tool:") ? [tag.slice(5)] : [])),
  };
}

/** As many cards as asked for, no two alike, of several kinds and levels. */
export function largeDeck(count: number): ReviewDeck {
  const cards = Array.from({ length: count }, (_, index) => {
    const kind: Kind = index % 3 === 0 ? "requirement" : "pitfall";
    const body =
      kind === "requirement"
        ? { constraint: `constraint number ${index}`, rationale: "because it broke before" }
        : { mistake: `mistake number ${index}`, remediation: `remedy number ${index}` };
    return reviewCard(
      reviewLesson({
        slug: `lesson-${index + 1}`,
        summary: `lesson number ${index + 1} of a long list`,
        kind,
        body,
        priority: (index % 10) + 1,
        tags: index % 2 === 0 ? ["tool:git"] : ["lang:ts"],
      } as Partial<Lesson> & { readonly slug: string }),
    );
  });
  return { cards, noise: smallDeck.noise };
}

function archivedCard(slug: string, summary: string, reason: string): ReviewCard {
  const stage = { status: "archived", since: noon, because: reason } as const;
  return reviewCard(reviewLesson({ slug, summary, stage }), {
    opinion: { verdict: "archive", reason, by: "a model" },
  });
}
