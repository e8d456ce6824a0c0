import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reportProblems } from "../../src/capture/reports/report-problems.ts";
import { sessionFacts } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { agentSays, missingPython, session } from "./one-session.ts";
import { forkOf, sessionIdOf } from "./written-session.ts";

const unfinished = "#lesson\nmistake: never finished";
const empty = "#lesson\nfix: nobody knows of what\n#/lesson";
const poem = "[PROCESS_KNOWLEDGE]\ntype: poem\n[/PROCESS_KNOWLEDGE]";

test("a report that could not be kept is stored with its class and what is known of its log", () => {
  const { home, context, problems } = prepared();
  home.write(session(1, [...agentSays(unfinished), ...agentSays(`${poem}\n${empty}`)]));
  home.scan(context);
  const place = {
    log: 1,
    file: expect.stringMatching(/\.jsonl$/),
    agent: "claude-code",
    sessionId: sessionIdOf(1),
    model: sessionFacts.model,
    isSubagent: false,
    thread: null,
    at: expect.stringMatching(/^2026-11-\d\dT12:/),
  };
  expect(problems()).toEqual([
    { ...place, line: 2, form: "tag", class: "malformed", problem: "it has no #/lesson" },
    {
      ...place,
      line: 3,
      form: "block",
      class: "malformed",
      problem: 'its type "poem" is unknown',
    },
    {
      ...place,
      line: 3,
      form: "tag",
      class: "incomplete",
      problem: "it does not say what goes wrong (mistake or problem)",
    },
  ]);
});

test("one of a subagent is known for it, by its conversation and by the session that began it", () => {
  const { home, context, problems } = prepared();
  const inline = session(1, agentSays(unfinished));
  home.write({ ...inline, text: inline.text.replaceAll('"isSidechain":false', sidechain) });
  home.write(session(2, agentSays(unfinished), { form: "Gemini CLI 0.61" }));
  home.scan(context);
  const facts = problems().map(({ agent, thread, isSubagent }) => [agent, thread, isSubagent]);
  expect(facts).toEqual([
    ["claude-code", "a7", true],
    ["gemini", null, false],
  ]);
  context.database.exec("UPDATE logs SET parent_session_id = 'p' WHERE agent = 'gemini'");
  expect(problems().map(({ isSubagent }) => isSubagent)).toEqual([true, true]);
});

test("a log that grows, or is read again, has each of them once", () => {
  const { home, context, problems } = prepared();
  const file = session(1, [...agentSays(unfinished), ...missingPython("a")]);
  home.write(file);
  home.scan(context, { callsPerPart: 1 });
  const grown =
    session(1, agentSays(empty))
      .text.split(/(?<=\n)/)
      .at(-1) ?? "";
  appendFileSync(home.at(file.path), grown.replaceAll("uuid-", "uuid-more-"));
  home.scan(context);
  home.scan(context, { isFull: true });
  expect(problems().map((problem) => problem.class)).toEqual(["malformed", "incomplete"]);
  home.write({ ...file, text: session(1, agentSays("All done.")).text });
  home.scan(context);
  expect(problems()).toEqual([]);
});

test("what a forked session repeats counts once, whichever was read first", () => {
  const parent = session(1, [...agentSays(unfinished), ...agentSays(unfinished)]);
  const fork = forkOf(parent, session(2, agentSays(empty)), 3);
  for (const files of [
    [parent, fork],
    [fork, parent],
  ]) {
    const { home, context, problems } = prepared();
    for (const file of files) {
      home.write(file);
      home.scan(context);
    }
    expect(
      problems()
        .map((problem) => problem.class)
        .toSorted(),
    ).toEqual(["incomplete", "malformed", "malformed"]);
  }
});

const sidechain = '"isSidechain":true,"agentId":"a7"';

function prepared() {
  const context = freshContext();
  const problems = () => reportProblems(context.database);
  return { home: new Home(), context, problems };
}
