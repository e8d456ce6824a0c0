import { expect, test } from "vitest";
import { lessonNumber } from "../../src/lesson/table/lessons.ts";
import { historyOf } from "../../src/lesson/table/history.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Story } from "../adapters/scribe.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { agentSays, missingPython, session } from "./one-session.ts";
import type { WrittenFile } from "./written-session.ts";

const pythonTag = tag({
  tool: "Bash",
  trigger: "python build.py",
  mistake: "`python` is not installed on this machine; only python3 is.",
  fix: "Call `python3`, here and in scripts.",
});

test("a failure and the report about it are one candidate: the words of the report, the rest from the log", () => {
  const context = scanned(session(1, [...missingPython("a"), ...agentSays(pythonTag)]));
  const [fact, ...others] = lessons(context);
  expect(others).toEqual([]);
  expect(fact).toMatchObject({
    source: "structured",
    summary: "`python` is not installed on this machine; only python3 is.",
    body: {
      mistake: "`python` is not installed on this machine; only python3 is.",
      remediation: "Call `python3`, here and in scripts.",
    },
    triggers: { toolNames: ["Bash"], commandPatterns: ["^python(?!\\S)"] },
    occurrenceCount: 1,
    flags: [],
  });
  expect(fact?.confidence).toBeGreaterThanOrEqual(0.85);
  expect(quotes(context)).toEqual(["python build.py → bash: python: command not found"]);
});

test("what other sessions saw of the fact counts for the same candidate, whether they reported it or not", () => {
  const context = scanned(
    session(1, missingPython("a")),
    session(2, [...missingPython("b"), ...agentSays(pythonTag)]),
    session(3, missingPython("c")),
  );
  expect(lessons(context)).toMatchObject([
    { body: { remediation: "Call `python3`, here and in scripts." }, sessionCount: 3 },
  ]);
});

test("a report about something else than what failed stays a lesson of its own", () => {
  const other = tag({
    trigger: "make deploy",
    mistake: "deploy stops without a target",
    fix: "run make deploy TARGET=staging",
  });
  const context = scanned(session(1, [...missingPython("a"), ...agentSays(other)]));
  expect(lessons(context).map(({ summary }) => summary)).toEqual([
    "deploy stops without a target",
    "`python` is not installed here",
  ]);
});

test("another reason why the same command fails is another lesson", () => {
  const failed = fails("a", "git push --forse", "error: unknown option `forse'");
  const report = tag({
    trigger: "git push",
    mistake: "the branch needs two approvals before it may be pushed",
    fix: "Ask for a review.",
  });
  const context = scanned(session(1, [failed, ...agentSays(report)]));
  expect(lessons(context)).toHaveLength(2);
});

test("a report that names the option joins, whatever else the command was", () => {
  const failed = fails("a", "git push --forse origin main", "error: unknown option `forse'");
  const report = tag({
    trigger: "git push --forse",
    mistake: "git push has no --forse",
    fix: "Write `git push --force-with-lease`.",
  });
  const context = scanned(session(1, [failed, ...agentSays(report)]));
  expect(lessons(context)).toMatchObject([
    {
      body: { remediation: "Write `git push --force-with-lease`." },
      triggers: { commandPatterns: [expect.stringContaining("forse")] },
    },
  ]);
});

test("where the log tells no calls apart, the trigger of the report holds", () => {
  const hung: Story[number] = {
    step: "shell",
    callId: "a",
    command: "pytest -v tests/",
    exitStatus: 124,
    output: "Command timed out after 2m 0s",
  };
  const report = tag({
    trigger: "pytest -v tests/",
    mistake: "pytest hangs without a terminal",
    fix: "Set TERM=dumb.",
    tags: "severity:hang",
  });
  const context = scanned(session(1, [hung, ...agentSays(report)]));
  const [fact, ...others] = lessons(context);
  expect(others).toEqual([]);
  expect(fact?.triggers.commandPatterns).toEqual([expect.stringMatching(/^(?:\(\?-i\))?\^pytest/)]);
});

test("words for the mistake that sound like advice against the fix are none", () => {
  const hung: Story[number] = {
    step: "shell",
    callId: "a",
    command: "npx vitest src/tax.test.ts",
    exitStatus: 143,
    output: "Command timed out after 2m 0s",
  };
  const report = tag({
    trigger: "npx vitest src/tax.test.ts",
    mistake: "vitest without run watches for changes, so the call never ends",
    fix: "call npx vitest run with the same files",
    tags: "tool:vitest, severity:hang",
  });
  const context = scanned(session(1, [hung, ...agentSays(report)]));
  expect(lessons(context)).toMatchObject([
    { tags: ["lang:javascript", "severity:hang", "tool:vitest"], occurrenceCount: 1 },
  ]);
});

test("a report too many calls later is about something else", () => {
  const work = Array.from({ length: 25 }, (_, at): Story[number] =>
    works(`w${at}`, `ls src/${at}`),
  );
  const context = scanned(session(1, [...missingPython("a"), ...work, ...agentSays(pythonTag)]));
  expect(lessons(context)).toHaveLength(2);
});

test("a block joins as well, and keeps its kind", () => {
  const block = [
    "[PROCESS_KNOWLEDGE]",
    "type: requirement",
    "label: Python is called python3",
    "requirement:",
    "  constraint: Call python3; python is not installed.",
    "[/PROCESS_KNOWLEDGE]",
  ].join("\n");
  const context = scanned(session(1, [...missingPython("a"), ...agentSays(block)]));
  expect(lessons(context)).toMatchObject([
    {
      kind: "requirement",
      summary: "Python is called python3",
      triggers: { commandPatterns: ["^python(?!\\S)"] },
    },
  ]);
});

test("opposite advice never joins: the second report is a lesson of its own", () => {
  const against = tag({
    trigger: "python build.py",
    mistake: "`python` is not installed on this machine.",
    fix: "Do not call `python3`.",
  });
  const forIt = tag({
    trigger: "python build.py",
    mistake: "`python` is not installed on this machine.",
    fix: "Call `python3`.",
  });
  const one = session(1, [...missingPython("a"), ...agentSays(forIt)]);
  const other = session(2, [...missingPython("b"), ...agentSays(against)]);
  const together = lessons(scanned(one, other));
  expect(together).toHaveLength(2);
  expect(new Set(together.map(({ sessionCount }) => sessionCount))).toEqual(new Set([1, 2]));
});

test("a fact that a person has decided about gains the report as evidence, not as words and not as a second candidate", () => {
  const home = new Home();
  const context = freshContext();
  home.write(session(1, missingPython("a")));
  home.scan(context);
  const [known] = lessons(context);
  moveLesson(context, known?.slug ?? "", { verdict: "approve", by: "person", because: "true" });
  home.write(session(2, [...missingPython("b"), ...agentSays(pythonTag)]));
  home.scan(context);
  expect(lessons(context)).toMatchObject([
    { slug: known?.slug, summary: known?.summary, sessionCount: 2 },
  ]);
});

test("a report that is taken back leaves the fact in the words of the log", () => {
  const context = scanned(
    session(1, [...missingPython("a"), ...agentSays(pythonTag), ...agentSays("#lesson:cancel")]),
  );
  expect(lessons(context)).toMatchObject([
    { source: "heuristic", summary: "`python` is not installed here" },
  ]);
});

test("law: neither the order of the sessions nor how often they are read while they grow makes a difference", () => {
  const files = [
    session(1, [...missingPython("a"), ...agentSays(pythonTag)]),
    session(2, missingPython("b")),
    session(3, [
      ...missingPython("c"),
      ...agentSays(
        tag({ trigger: "python x.py", mistake: "python is missing", fix: "Do not call python3." }),
      ),
    ]),
    session(4, [
      fails("d", "git push --forse", "error: unknown option `forse'"),
      ...agentSays(pythonTag),
    ]),
  ];
  const whole = canonicalStore(scanned(...files).database);
  for (const order of [files.toReversed(), [...files.slice(2), ...files.slice(0, 2)]]) {
    const home = new Home();
    const context = freshContext();
    for (const file of order) {
      for (const share of [0.4, 0.7, 0.9]) {
        home.write(file, Math.floor(Buffer.byteLength(file.text) * share));
        home.scan(context);
      }
      home.write(file);
      home.scan(context);
    }
    expect(canonicalStore(context.database)).toEqual(whole);
  }
});

function tag(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return ["#lesson", ...lines, "#/lesson"].join("\n");
}

function fails(callId: string, command: string, output: string): Story[number] {
  return { step: "shell", callId, command, exitStatus: 1, output };
}

function works(callId: string, command: string): Story[number] {
  return { step: "shell", callId, command, exitStatus: 0, output: "ok" };
}

function scanned(...files: readonly WrittenFile[]): Context {
  const home = new Home();
  for (const file of files) home.write(file);
  const context = freshContext();
  home.scan(context);
  return context;
}

function lessons({ database }: Context) {
  return listLessons(database, {
    statuses: ["candidate", "active"],
    sort: "priority",
    limit: 20,
  }).lessons;
}

function quotes(context: Context): readonly (string | undefined)[] {
  return lessons(context).flatMap(({ id }) =>
    historyOf(context.database, lessonNumber(context.database, id)).evidence.map(
      ({ quote }) => quote,
    ),
  );
}
