import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Triggers } from "../../lesson/record/triggers.ts";
import type { UpkeepSettings } from "../../platform/configuration/settings.ts";
import { prepared } from "../../platform/database/database.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { add, countingSystem, freshFolder, freshContext, noon } from "../../../test/kit/store.ts";
import { pitfall } from "../../../test/kit/lone-lesson.ts";
import { editLesson } from "../../lesson/edit.ts";
import { giveFeedback } from "../../lesson/change.ts";
import type { Context } from "../../platform/context.ts";
import { planUpkeep } from "./plan-upkeep.ts";

const longAgo = "2025-01-01T00:00:00.000Z";

function contextWith(upkeep: Partial<UpkeepSettings> = {}): Context {
  return { ...freshContext(), config: configSchema.parse({ upkeep }) };
}

async function found(
  context: Context,
  userHome = "/nobody",
): Promise<readonly (readonly [rule: string, slug: string, because: string])[]> {
  const { findings } = await planUpkeep(context, { home: freshFolder(), userHome });
  return findings.map(({ rule, lesson, because, seen }) => [
    rule,
    lesson?.slug ?? "",
    seen === undefined ? because : `${because} (${seen})`,
  ]);
}

/** Active for a year. */
const stash = pitfall({
  slug: "stash-0000",
  createdAt: longAgo,
  triggers: { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash\\b(?!.*-u)"] },
});

const calls = (command: string, at = "2025-12-20T12:00:00.000Z") =>
  Array.from({ length: 30 }, (_, ordinal) => ledgerCall({ ordinal, command, at }));

test("a lesson that fired at no call of the last months is found by replaying them", async () => {
  const context = contextWith();
  add(context, stash);
  keepLedger(context.database, calls("git status"));
  expect(await found(context)).toEqual([
    ["never-matched", "stash-0000", "did not fire in the last 90 days (0 of 30 possible calls)"],
  ]);
});

test.each([
  ["it fired at one of them", calls("git stash"), stash],
  ["there were too few calls", calls("git status").slice(0, 10), stash],
  ["it is too young", calls("git status"), { ...stash, createdAt: noon }],
  ["all calls are too old", calls("git status", "2025-06-01T00:00:00.000Z"), stash],
  ["the ledger cannot see what it asks for", calls("git status"), withContent()],
])("nothing is said about matching when %s", async (_, ledger, draft) => {
  const context = contextWith();
  add(context, draft);
  keepLedger(context.database, ledger);
  expect(await found(context)).toEqual([]);
});

function withContent() {
  return { ...stash, triggers: { contentPatterns: ["console\\.log"] } };
}

test("what a hook has delivered has matched, whatever the ledger says", async () => {
  const context = contextWith();
  add(context, stash);
  keepLedger(context.database, calls("git status"));
  deliver(context, 1);
  expect(await found(context)).toEqual([]);
});

/** Of the first lesson of the store. */
function deliver(
  { database }: Context,
  count: number,
  { sessionId, idKey }: { readonly sessionId: string; readonly idKey: number | null } = {
    sessionId: "s1",
    idKey: null,
  },
): void {
  const insert = prepared(
    database,
    `INSERT INTO deliveries(note_key, lesson, agent, session_id, id_key, at, tool, mode, form, score, matched, took_ms)
     VALUES (?, 1, 'claude-code', ?, ?, '2026-01-01T18:00:00.000Z', 'Bash', 'advise', 'full', 900, '[]', 3)`,
  );
  for (let number = 0; number < count; number++)
    insert.run(`${sessionId} ${number}`, sessionId, idKey);
}

test("feedback against most deliveries proposes the archive, until the lesson is changed", async () => {
  const context = contextWith();
  add(context, { ...stash, createdAt: noon });
  deliver(context, 5);
  for (const verdict of ["not-helpful", "not-helpful", "not-helpful", "helpful"] as const)
    giveFeedback(context, "stash-0000", { verdict });
  const because = "shown 5 times: 0 times overruled, 3 times rated not helpful";
  expect(await found(context)).toEqual([["unhelpful", "stash-0000", because]]);
  await editLesson(context, "stash-0000", "summary", "git stash forgets untracked files");
  expect(await found(context)).toEqual([]);
});

test("deliveries that a person overruled count like bad feedback", async () => {
  const context = contextWith();
  add(context, { ...stash, createdAt: noon });
  // Told at the first call of each session; the changed call that followed was refused.
  const sessions = [1, 2, 3].map((number) => ({ ...ourLog, number, sessionId: `s${number}` }));
  keepLedger(
    context.database,
    sessions.flatMap((log) => [
      ledgerCall({ log, ordinal: 0, line: 2, head: "git stash", command: "git stash" }),
      ledgerCall({
        log,
        ordinal: 1,
        line: 4,
        head: "git stash",
        command: "git stash -u",
        outcome: "rejected",
      }),
    ]),
  );
  prepared(context.database, "UPDATE calls SET id_key = log WHERE ordinal = 0").run();
  for (const { number, sessionId } of sessions) deliver(context, 1, { sessionId, idKey: number });
  expect(await found(context)).toEqual([
    ["unhelpful", "stash-0000", "shown 3 times: 3 times overruled, 0 times rated not helpful"],
  ]);
});

interface Project {
  readonly userHome: string;
  readonly root: string;
}

/** A project in the user's home, in which a session was held. */
function projectIn(context: Context, agentVersion?: string): Project {
  const userHome = freshFolder();
  const root = join(userHome, "ours");
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/main.ts"), "");
  keepLedger(context.database, [
    ledgerCall({ tool: "Edit", head: "Edit", command: null, path: "~/ours/tools/old.py" }),
  ]);
  if (agentVersion !== undefined)
    prepared(context.database, "UPDATE logs SET agent_version = ?").run(agentVersion);
  return { userHome, root };
}

const inOurs = { scope: `project:${ourLog.projectId}` } as const;

const naming = (mistake: string, slug = "names-0000") =>
  pitfall({ slug, body: { mistake, remediation: "look again" }, ...inOurs });

test("files that a lesson names and its project no longer has are found", async () => {
  const context = contextWith();
  const { userHome, root } = projectIn(context);
  add(
    context,
    naming(
      `src/main.ts and src/gone.ts, tools/old.py, lodash/fp.js, ~/ours/src/away.ts and ~/other/src/a.ts`,
    ),
  );
  expect(await found(context, userHome)).toEqual([
    [
      "missing-files",
      "names-0000",
      `names missing paths: src/gone.ts, tools/old.py, ~/ours/src/away.ts`,
    ],
  ]);
  rmSync(root, { recursive: true });
  expect(await found(context, userHome)).toEqual([]);
});

test("a file may lie in one of several packages, and a global lesson has no project to look in", async () => {
  const context = contextWith();
  const { userHome, root } = projectIn(context);
  mkdirSync(join(root, "packages/web/src"), { recursive: true });
  writeFileSync(join(root, "packages/web/src/page.ts"), "");
  add(context, naming("edit src/page.ts"));
  add(context, { ...naming("edit src/gone.ts", "global-0000"), scope: "global" });
  add(context, { ...naming("read src/gone.ts", "other-0000"), scope: "project:unknown" });
  expect(await found(context, userHome)).toEqual([]);
});

const until = (validUntil: string, change: Parameters<typeof pitfall>[0] = {}) => {
  const slug = `${validUntil.replaceAll(/\W+/g, "-")}-0000`;
  return pitfall({ slug, validUntil, ...inOurs, ...change });
};

test("versions are those that the project's manifest asks for, and of agents those of the newest session", async () => {
  const context = contextWith();
  const { userHome, root } = projectIn(context, "2.1.0");
  const manifest = {
    version: "1.2.0",
    engines: { node: ">=22.16" },
    devDependencies: { vitest: "^4.0.0", left: "*" },
    packageManager: "pnpm@9.1.0+sha512.abc",
  };
  writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
  for (const end of ["v1.1.0", "v1.2.0", "node>=22", "vitest<5", "pnpm>=9", "left<3"])
    add(context, until(end));
  add(context, until("claude-code>=2.1", { scope: "global" }));
  add(context, until("vitest<4", { scope: "global" }));
  const passed = (end: string) => `valid until ${end}, which has passed`;
  expect(await found(context, userHome)).toEqual([
    ["expired", "v1-1-0-0000", `${passed("v1.1.0")} (the project is at 1.2.0)`],
    ["expired", "node-22-0000", `${passed("node>=22")} (the project asks for node >=22.16)`],
    ["expired", "pnpm-9-0000", `${passed("pnpm>=9")} (the project asks for pnpm 9.1.0)`],
    ["expired", "left-3-0000", "valid until left<3, but the version of left is unknown here"],
    [
      "expired",
      "claude-code-2-1-0000",
      `${passed("claude-code>=2.1")} (the latest session used claude-code 2.1.0)`,
    ],
    ["expired", "vitest-4-0000", "valid until vitest<4, but the version of vitest is unknown here"],
  ]);
});

test("a manifest that is none says nothing", async () => {
  const context = contextWith();
  const { userHome, root } = projectIn(context);
  writeFileSync(join(root, "package.json"), '{ "version": ');
  add(context, until("v1.0.0"));
  expect(await found(context, userHome)).toEqual([
    [
      "expired",
      "v1-0-0-0000",
      "valid until v1.0.0, but the version of its project is unknown here",
    ],
  ]);
});

test("a chain of lessons that replace each other leaves the last, and a ring leaves all", async () => {
  const context = contextWith();
  const replaced = (slug: string, supersededBy?: string) =>
    add(context, pitfall({ slug, ...(supersededBy === undefined ? {} : { supersededBy }) }));
  replaced("one-0000", "two-0000");
  replaced("two-0000", "three-0000");
  replaced("three-0000");
  replaced("left-0000", "right-0000");
  replaced("right-0000", "left-0000");
  replaced("lost-0000", "nobody-0000");
  const ring = (slug: string) =>
    `replaced by ${slug}, but that lesson names this one as its replacement`;
  expect(await found(context)).toEqual([
    ["superseded", "one-0000", "replaced by two-0000"],
    ["superseded", "two-0000", "replaced by three-0000"],
    ["superseded", "left-0000", ring("right-0000")],
    ["superseded", "right-0000", ring("left-0000")],
  ]);
});

test("patterns that are refused today and tools that are gone are found", async () => {
  const context = contextWith();
  const asking = (slug: string, triggers: Partial<Triggers>) =>
    add(context, pitfall({ slug, triggers }));
  asking("broken-0000", { commandPatterns: ["("] });
  asking("always-0000", { commandPatterns: [".*"] });
  asking("gone-0000", { toolNames: ["MultiEdit"], pathPatterns: ["src/*.ts"] });
  asking("fine-0000", { toolNames: ["MultiEdit", "Edit"], pathPatterns: ["src/*.ts"] });
  asking("plugin-0000", { toolNames: ["Frobnicate"], pathPatterns: ["src/*.ts"] });
  keepLedger(context.database, [
    ledgerCall({ tool: "Frobnicate", head: "Frobnicate", at: "2025-12-20T12:00:00.000Z" }),
  ]);
  const gone = "its trigger names MultiEdit, a tool that no known agent has";
  expect(await found(context)).toEqual([
    ["dead-trigger", "broken-0000", expect.stringContaining('"(" is not a regular expression')],
    ["dead-trigger", "always-0000", expect.stringContaining('".*" ')],
    ["dead-trigger", "gone-0000", gone],
  ]);
});

test("rules that are switched off find nothing", async () => {
  const off = {
    expired: "off",
    superseded: "off",
    unhelpful: "off",
    neverMatched: false,
    missingFiles: false,
    deadTriggers: false,
    uncheckedCritical: false,
    learned: false,
    inflation: false,
  } as const;
  const context = contextWith(off);
  const { userHome } = projectIn(context);
  add(context, { ...stash, priority: 9, validUntil: "2020-01-01", supersededBy: "other-0000" });
  add(context, { ...naming("src/gone.ts", "other-0000"), priority: 9 });
  add(context, pitfall({ priority: 9, triggers: { commandPatterns: ["("] } }));
  for (const verdict of ["not-helpful", "not-helpful", "not-helpful"] as const)
    giveFeedback(context, "stash-0000", { verdict });
  expect(await found(context, userHome)).toEqual([]);
  const on = { ...context, config: configSchema.parse({}) };
  expect((await found(on, userHome)).map(([rule]) => rule)).toEqual([
    "expired",
    "superseded",
    "unhelpful",
    "missing-files",
    "dead-trigger",
    "inflation",
  ]);
});

test("drafts are counted from when they were last seen", async () => {
  const context = contextWith({ drafts: "propose" });
  const old = { status: "candidate", createdAt: longAgo, updatedAt: longAgo } as const;
  add(context, pitfall({ ...old, slug: "old-0000" }));
  add(context, pitfall({ ...old, slug: "seen-0000" }));
  prepared(
    context.database,
    `INSERT INTO evidence(lesson, form, agent, session_id, seen_at) VALUES (2, 'sighting', 'codex', 's', ?)`,
  ).run(countingSystem().now());
  expect(await found(context)).toEqual([
    ["drafts", "old-0000", "a candidate without a decision (untouched since 2025-01-01)"],
  ]);
});
