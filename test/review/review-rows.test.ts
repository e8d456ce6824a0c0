import { expect, test } from "vitest";
import { replayEdited } from "../../src/review/replay-edit.ts";
import { maybeRows, openReview, projectMeant } from "../../src/review/review-rows.ts";
import { keepLedger, ledgerCall, ourLog } from "../kit/ledger.ts";
import { found, pitfall } from "../kit/review-ground.ts";
import { add, freshContext, gitStash } from "../kit/store.ts";

const shop = {
  ...ourLog,
  number: 2,
  sessionId: "s2",
  projectId: "path-397e8b243079",
  projectRoot: "~/work/shop",
};

test("a review opens with all rows of the first list, and with the cards of ten", async () => {
  const context = freshContext();
  for (let number = 0; number < 12; number += 1) found(context, pitfall(`lesson ${number}`));
  const { rows, cards, maybe } = await openReview(context);
  expect([rows.length, cards.length, maybe]).toEqual([12, 10, 0]);
  expect(cards.map(({ lesson }) => lesson.id)).toEqual(
    rows.slice(0, 10).map(({ lesson }) => lesson.id),
  );
});

test("what is only a maybe is in the second list, and there alone", async () => {
  const context = freshContext();
  const sure = found(context, pitfall("sure"));
  const weak = found(context, pitfall("weak", { flags: ["maybe"] }));
  const { rows, maybe } = await openReview(context);
  expect([rows.map(({ lesson }) => lesson.id), maybe]).toEqual([[sure.id], 1]);
  const more = maybeRows(context, new Set(rows.map(({ lesson }) => lesson.id)));
  expect(more.map(({ lesson, list }) => [lesson.id, list])).toEqual([[weak.id, "maybe"]]);
});

test("what is for another system does not stand under this machine", async () => {
  const context = freshContext();
  const other = process.platform === "win32" ? "platform:macos" : "platform:windows";
  found(context, pitfall("theirs", { scope: "machine", tags: [other] }));
  const { rows } = await openReview(context);
  expect(rows.map(({ group }) => group)).toEqual(["On another system"]);
});

test("a row names its project and its agent as people do", async () => {
  const context = freshContext();
  keepLedger(context.database, [ledgerCall({ log: shop })]);
  found(context, pitfall("ours", { scope: "project:path-397e8b243079", tags: ["tool:npm"] }));
  found(context, pitfall("mine", { scope: "machine" }));
  const { rows } = await openReview(context);
  const named = rows.map(({ lesson, group, projects, agents, tools }) => ({
    summary: lesson.summary,
    group,
    projects,
    agents,
    tools,
  }));
  expect(named).toContainEqual({
    summary: "ours",
    group: "In shop",
    projects: ["shop"],
    agents: ["Claude Code"],
    tools: ["npm"],
  });
  expect(named.find(({ summary }) => summary === "mine")?.group).toBe("On this machine");
});

test("what came from elsewhere is in the first list only where it would have met a call, and apart", async () => {
  const context = freshContext();
  keepLedger(context.database, [
    ledgerCall({ command: "git stash", head: "git stash", outcome: "error" }),
  ]);
  const foreign = { source: "imported", status: "candidate" } as const;
  const meets = add(context, { ...gitStash, ...foreign, slug: "meets-a-call" });
  const triggers = { toolNames: ["Bash"], commandPatterns: ["^docker\\s+run\\b"] };
  add(context, { ...pitfall("docker", { triggers }), ...foreign, slug: "meets-none" });
  const { rows, maybe } = await openReview(context);
  expect(rows.map(({ lesson, group }) => [lesson.slug, group])).toEqual([
    [meets.slug, "Not from your sessions"],
  ]);
  expect(maybe).toBe(1);
});

test("a project is meant by its name or a part of it, and a wrong one names the others", () => {
  const context = freshContext();
  keepLedger(context.database, [ledgerCall({ log: shop })]);
  expect([projectMeant(context, "Shop"), projectMeant(context, "sho")]).toEqual(["shop", "shop"]);
  expect(() => projectMeant(context, "bakery")).toThrow('no project is named "bakery"');
});

test("an edited trigger is replayed as it would be saved, and what cannot be saved is not", async () => {
  const context = freshContext();
  keepLedger(
    context.database,
    Array.from({ length: 300 }, (_, n) =>
      ledgerCall({
        ordinal: n,
        line: n + 1,
        head: n % 3 === 0 ? "docker run" : "git stash",
        command: n % 3 === 0 ? "docker run" : "git stash",
        outcome: n % 3 === 0 ? "error" : "ok",
      }),
    ),
  );
  const lesson = found(context, gitStash);
  const { signal } = new AbortController();
  const pattern = { field: "commandPatterns", value: JSON.stringify(["^docker\\s+run\\b"]) };
  expect(await replayEdited(context, lesson, [pattern], signal)).toMatchObject({
    calls: 300,
    fired: 100,
    failed: 100,
  });
  const nonsense = { field: "priority", value: "many" };
  expect(await replayEdited(context, lesson, [pattern, nonsense], signal)).toBe(undefined);
});

test("a replay ends when another text was typed", async () => {
  const context = freshContext();
  keepLedger(
    context.database,
    Array.from({ length: 5000 }, (_, n) =>
      ledgerCall({ ordinal: n, line: n + 1, head: "git stash", command: "git stash" }),
    ),
  );
  const lesson = found(context, gitStash);
  const controller = new AbortController();
  const replay = replayEdited(context, lesson, [], controller.signal);
  controller.abort();
  // Done before it let go once, or ended: never a number of half the calls.
  const history = await replay;
  expect([undefined, 5000]).toContain(history?.calls);
});
