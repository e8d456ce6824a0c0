import { expect, test } from "vitest";
import { listCalls } from "../../src/capture/ledger/calls.ts";
import { eachDelivery } from "../../src/deliver/spool/deliveries.ts";
import { replayCalls } from "../../src/measure/replay/replay.ts";
import { eachReplayCall } from "../../src/capture/ledger/replay-calls.ts";
import type { Story } from "../adapters/scribe.ts";
import { readyLesson } from "../kit/ready-lesson.ts";
import { pitfall } from "../kit/lone-lesson.ts";
import { deliveryNote, SpoolGround } from "../kit/spool.ts";
import { add, freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";

const corrected: Story = [
  { step: "shell", callId: "a", command: "python x", exitStatus: 0, output: "fine" },
  { step: "shell", callId: "b", command: "python y", exitStatus: 127, output: "not found" },
];

test.each(["before", "after"] as const)(
  "a call that we corrected is marked, where its note comes %s its log, and the mark outlives a second reading",
  async (when) => {
    const { home, context, spool } = prepared();
    const take = () => spool.take(context.database);
    if (when === "before") await take();
    home.scan(context);
    if (when === "after") await take();
    expect(treatments(context)).toEqual([null, "rewritten"]);
    context.database.exec("UPDATE logs SET identity = ''");
    home.scan(context);
    expect(treatments(context)).toEqual([null, "rewritten"]);
    expect([...eachDelivery(context.database)].map(({ mode, ran }) => [mode, ran])).toEqual([
      ["fix", true],
    ]);
  },
);

test("a corrected call does not show that the wrong form works", async () => {
  const { home, context, spool } = prepared();
  await spool.take(context.database);
  home.scan(context);
  const lesson = readyLesson({ commandPatterns: ["^python(?!\\S)"] });
  const [replay] = replayCalls([lesson], eachReplayCall(context.database), {
    threshold: 700,
  }).values();
  expect(replay).toMatchObject({ fired: 1, failed: 1, worked: 0, failedSessions: 1 });
});

function prepared() {
  const home = new Home();
  const written = session(1, corrected);
  home.write(written);
  const context = freshContext();
  const spool = new SpoolGround();
  const { id } = add(context, pitfall());
  const place = { session: sessionId(written.text), call: "a" };
  spool.append(
    "deliveries.jsonl",
    deliveryNote({ lesson: id, mode: "fix", form: "fix", ...place }),
  );
  const result = { version: 1, agent: "claude-code", ran: true, ...place };
  spool.append("results.jsonl", `${JSON.stringify(result)}\n`);
  return { home, context, spool };
}

function sessionId(log: string): unknown {
  return JSON.parse(log.split("\n")[0] ?? "").sessionId;
}

function treatments({ database }: ReturnType<typeof freshContext>) {
  return listCalls(database, { limit: 10 }).entries.map(({ treatment }) => treatment);
}
