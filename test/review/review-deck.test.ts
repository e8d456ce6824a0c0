import { expect, test } from "vitest";
import { applyReview } from "../../src/review/apply-review.ts";
import { reviewDeck } from "../../src/review/review-deck.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { nothingPlanned } from "../../src/review/decision/act.ts";
import { addHistory } from "../../src/lesson/table/history.ts";
import { keepLedger, ledgerCall, logPath } from "../kit/ledger.ts";
import { found, pitfall } from "../kit/review-ground.ts";
import { add, freshFolder, freshContext, gitStash, noon } from "../kit/store.ts";

test("what a model has looked at comes first, then what came back, then priority and confidence", () => {
  const context = freshContext();
  const make = (summary: string, priority: number, confidence: number) =>
    found(context, pitfall(summary, { priority, confidence }));
  const low = make("low", 2, 0.9);
  const doubtful = make("doubtful", 7, 0.4);
  const once = make("once", 7, 0.6);
  const often = make("often", 7, 0.6);
  const looked = make("looked at", 3, 0.4);
  addHistory(context.database, often.id, {
    evidence: [{ is: "sighting", agent: "codex", sessionId: "two", seenAt: noon }],
  });
  moveLesson(context, looked.id, { verdict: "review", by: "model", because: "worth it" });
  const { cards, total } = reviewDeck(context);
  expect(cards.map(({ lesson }) => lesson.summary)).toEqual(
    [looked, often, once, doubtful, low].map(({ summary }) => summary),
  );
  expect(total).toBe(5);
  expect(cards[0]?.opinion).toEqual({ verdict: "keep", reason: "worth it", by: "a model" });
  expect(reviewDeck(context, { limit: 2 }).cards).toEqual(cards.slice(0, 2));
});

test("what came back is first, a trigger that is too broad is last, and its replay is on the card", () => {
  const context = freshContext();
  const calls = Array.from({ length: 400 }, (_, n) => {
    const command = n < 40 ? "git stash" : n < 44 ? "docker run" : "ls";
    const outcome = n < 44 ? "error" : "ok";
    return ledgerCall({ ordinal: n, line: n + 1, head: command, command, outcome });
  });
  keepLedger(context.database, calls);
  const onDocker = { toolNames: ["Bash"], commandPatterns: ["^docker\\s+run\\b"] };
  const [once, broad, back] = [
    found(context, pitfall("docker", { triggers: onDocker })),
    found(context, { ...gitStash, priority: 9 }),
    found(context, pitfall("npm", { priority: 2 })),
  ];
  for (const { id } of [broad, back])
    addHistory(context.database, id, {
      evidence: [{ is: "sighting", agent: "codex", sessionId: "two", seenAt: noon }],
    });
  const { cards } = reviewDeck(context, { limit: 3 });
  expect(cards.map(({ lesson }) => lesson.id)).toEqual([back.id, once.id, broad.id]);
  expect(cards.map(({ history }) => history?.fired)).toEqual([undefined, 4, 40]);
});

test("what is for another system comes last, however much it cost, and its card says that no agent here will see it", () => {
  const context = freshContext();
  const other = process.platform === "darwin" ? "linux" : "macos";
  const foreign = found(
    context,
    pitfall("zsh globs", { priority: 9, tags: [`platform:${other}`] }),
  );
  const here = found(context, pitfall("npm", { priority: 2 }));
  addHistory(context.database, foreign.id, {
    evidence: [{ is: "sighting", agent: "codex", sessionId: "two", seenAt: noon }],
  });
  const { cards } = reviewDeck(context);
  expect(cards.map(({ lesson }) => lesson.id)).toEqual([here.id, foreign.id]);
  expect(cards[1]?.shown).toContain(
    `No agent will see it: it is for ${other}, and this is another system.`,
  );
});

test("noise is what a model has archived since a person last decided", async () => {
  const context = freshContext();
  const [one, two, three] = ["one", "two", "three"].map((name) => found(context, pitfall(name)));
  if (one === undefined || two === undefined || three === undefined) throw new Error("none");
  moveLesson(context, one.id, { verdict: "archive", by: "model", because: "duplicate: of two" });
  moveLesson(context, two.id, { verdict: "archive", by: "person", because: "no" });
  expect(reviewDeck(context).noise.map(({ lesson }) => lesson.summary)).toEqual(["one"]);
  const plan = [{ ...nothingPlanned(three), verdict: "approve" as const }];
  await applyReview(context, plan, { home: freshFolder(), considered: 2 });
  expect(reviewDeck(context).noise).toEqual([]);
});

test("a card says what it would add, what is near, and what to look out for", () => {
  const context = freshContext();
  const inUse = add(context, gitStash);
  found(context, {
    ...gitStash,
    kind: "pitfall",
    summary: "git stash leaves untracked files behind, again",
    body: { mistake: "git stash only saves tracked files", remediation: "use git stash --all" },
    priority: 9,
    confidence: 0.2,
    flags: [`expands:${inUse.slug}`],
  });
  const [card] = reviewDeck(context).cards;
  expect(card?.near).toMatchObject([{ slug: inUse.slug }]);
  expect(card?.expands).toEqual({
    slug: inUse.slug,
    diff: [
      { is: "same", text: "git stash only saves tracked files" },
      { is: "same", text: "use git stash -u." },
      { is: "added", text: "use git stash --all" },
    ],
  });
  expect(card?.warnings).toEqual(["confidence 0.2: approving it needs --force"]);
  expect(card?.holdProposal).toContain("losing data");
  expect(card?.reading).toContain("git stash");
});

test("the trigger is replayed over the ledger, and one that is too broad or misses its own is marked", () => {
  const context = freshContext();
  const { database } = context;
  const calls = Array.from({ length: 200 }, (_, n) =>
    ledgerCall({
      ordinal: n,
      line: n + 1,
      head: n < 20 ? "git stash" : "ls",
      command: n < 20 ? "git stash" : "ls",
      outcome: n < 3 ? "error" : "ok",
    }),
  );
  keepLedger(database, calls);
  const broad = found(context, gitStash);
  const missing = found(
    context,
    pitfall("docker", {
      triggers: { toolNames: ["Bash"], commandPatterns: ["^docker\\s+run\\b"] },
    }),
  );
  addHistory(database, missing.id, {
    evidence: [
      {
        is: "sighting",
        agent: "claude-code",
        sessionId: "s1",
        seenAt: noon,
        place: { file: logPath(1), line: 1 },
      },
    ],
  });
  const cards = new Map(reviewDeck(context).cards.map((card) => [card.lesson.id, card]));
  expect(cards.get(broad.id)?.history).toEqual({
    calls: 200,
    fired: 20,
    sessions: 1,
    failed: 3,
    worked: 17,
    examples: [
      "git stash (error)",
      "git stash (error)",
      "git stash (error)",
      "git stash (ok)",
      "git stash (ok)",
    ],
  });
  expect(cards.get(broad.id)?.warnings).toEqual(["too broad: it fires at 10 % of your past calls"]);
  expect(cards.get(missing.id)?.warnings).toContain(
    "it does not fire on the calls it was learned from",
  );
});
