import { expect, test } from "vitest";
import { claudeCodeScribes } from "./claude-code-scribe.ts";
import { codexScribes } from "./codex-scribe.ts";
import { copilotScribes } from "./copilot-scribe.ts";
import { piScribes } from "./pi-scribe.ts";
import { readWrittenLog } from "./read-written-log.ts";
import type { Scribe } from "./scribe.ts";

const [claudeCode] = claudeCodeScribes as readonly [Scribe];
const [codex] = codexScribes as readonly [Scribe];
const [copilot] = copilotScribes as readonly [Scribe];
const [pi] = piScribes as readonly [Scribe];

/** A session in which a person said hello, and then these records. */
function readAfterHello(scribe: Scribe, ...records: readonly object[]) {
  const log = scribe.write([{ step: "person-says", text: "Hello" }]);
  if (log?.shape !== "lines") throw new Error(`${scribe.title} writes lines`);
  const lines = [...log.lines, ...records.map((record) => JSON.stringify(record))];
  const { events, unknown } = readWrittenLog(scribe, { ...log, lines });
  return { unknown, said: events.flatMap((event) => (event.is === "user" ? [event.text] : [])) };
}

const helloOnly = { unknown: 0, said: ["Hello"] };
const sessionId = "s1";

test("Claude Code: the requests to the model are known, and a person is not heard in them again", () => {
  const message = { role: "user", content: [{ type: "text", text: "Hello" }] };
  const answer = { type: "tool_result", tool_use_id: "toolu_1", content: "no", is_error: true };
  const read = readAfterHello(
    claudeCode,
    { type: "api-request-shape", sessionId, shapeHash: "a", shape: { system: "Be brief" } },
    { type: "api-request-blob", sessionId, hash: "b", message },
    {
      sessionId,
      hash: "c",
      message: { role: "user", content: [answer] },
      type: "api-request-blob",
    },
    { type: "api-request", sessionId, id: "r1", params: { messages: [message] } },
  );
  expect(read).toEqual(helloOnly);
});

test.for(["tools-used", "cost-state", "continued-in", "session-owner", "repl-mode"])(
  "Claude Code: %s is known to say nothing",
  (type) => expect(readAfterHello(claudeCode, { type, sessionId })).toEqual(helloOnly),
);

test.for(["sub_agent_activity", "thread_goal_updated"])(
  "Codex: %s is known to say nothing",
  (type) => {
    const timestamp = "2026-01-01T12:00:00.000Z";
    const record = { timestamp, type: "event_msg", payload: { type } };
    expect(readAfterHello(codex, record)).toEqual(helloOnly);
  },
);

test("Copilot: what the session has cost so far is known to say nothing", () => {
  const record = { type: "session.usage_checkpoint", data: { totalPremiumRequests: 1 }, id: "e9" };
  expect(readAfterHello(copilot, record)).toEqual(helloOnly);
});

test.for(["title", "title_change", "credential_pin", "mode_change", "ttsr_injection"])(
  "Pi: %s of a program made from it is known to say nothing",
  (type) => expect(readAfterHello(pi, { type, id: "r9", parentId: null })).toEqual(helloOnly),
);

test("Pi: instructions in the developer's name are nobody's words", () => {
  const message = { role: "developer", content: [{ type: "text", text: "Be brief" }] };
  expect(readAfterHello(pi, { type: "message", id: "r9", message })).toEqual(helloOnly);
});

test("Pi: the session of a subagent says that no person speaks in it", () => {
  const log = pi.write([{ step: "person-says", text: "Find the tests" }]);
  if (log?.shape !== "lines") throw new Error("Pi writes lines");
  const [header = "", ...rest] = log.lines;
  const start = JSON.stringify({ type: "session_init", id: "i1", task: "Find the tests" });
  const { events, unknown } = readWrittenLog(pi, { ...log, lines: [header, start, ...rest] });
  const facts = events.filter((event) => event.is === "facts" && event.isProgrammatic === true);
  expect({ unknown, lines: facts.map(({ line }) => line) }).toEqual({ unknown: 0, lines: [2] });
});
