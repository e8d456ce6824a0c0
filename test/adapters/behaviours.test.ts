import { expect, test } from "vitest";
import { adapters } from "../../src/agents/all.ts";
import { holdReason } from "../../src/agents/our-text/hold-reason.ts";
import type { SessionEvent, SessionFacts, ToolResult } from "../../src/agents/event.ts";
import { allScribes } from "./all-scribes.ts";
import { readWrittenLog, tell } from "./read-written-log.ts";
import { sessionFacts, type Story } from "./scribe.ts";

test("every adapter is told the stories", () => {
  const told = new Set(allScribes.map(({ adapter }) => adapter.agent));
  expect([...told]).toEqual(adapters.map(({ agent }) => agent));
});

const build: Story = [
  {
    step: "shell",
    callId: "toolu_build",
    command: "make biuld",
    exitStatus: 2,
    output: "make: *** No rule to make target 'biuld'.  Stop.",
  },
];

test.for(allScribes)(
  "$title: what a person and the agent said is told apart",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "person-says", text: "Please build it" },
        { step: "agent-says", text: "I will." },
      ]) ?? skip();
    expect(said(events)).toEqual(["user: Please build it", "assistant: I will."]);
  },
);

test.for(allScribes)("$title: the session says what it is", (scribe, { skip }) => {
  const { events } = tell(scribe, [{ step: "person-says", text: "Hello" }, ...build]) ?? skip();
  const { knows } = scribe;
  const facts = Object.assign({}, ...events.filter(isFacts).toReversed()) as SessionFacts;
  const known = Object.fromEntries(knows.map((name) => [name, facts[name]]));
  expect(known).toEqual(Object.fromEntries(knows.map((name) => [name, sessionFacts[name]])));
});

test.for(allScribes)(
  "$title: a command that succeeds has no ending and no status but 0",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "shell", callId: "toolu_ok", command: "ls -la", exitStatus: 0, output: "total 0" },
      ]) ?? skip();
    expect(callsOf(events)).toEqual([["toolu_ok", { does: "shell", command: "ls -la" }]]);
    const { ending, exitStatus = 0 } = resultOf(events, "toolu_ok");
    expect({ ending, exitStatus }).toEqual({ ending: undefined, exitStatus: 0 });
  },
);

test.for(allScribes)(
  "$title: a command that fails has its status, and its output without the agent's frame",
  (scribe, { skip }) => {
    const { events } = tell(scribe, build) ?? skip();
    expect(callsOf(events)).toEqual([["toolu_build", { does: "shell", command: "make biuld" }]]);
    const { exitStatus, output } = resultOf(events, "toolu_build");
    expect({ exitStatus, output: output?.trim() }).toEqual({
      exitStatus: 2,
      output: "make: *** No rule to make target 'biuld'.  Stop.",
    });
  },
);

test.for(allScribes)(
  "$title: a result is told once, however many records tell it",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [...build, { step: "agent-says", text: "It failed." }]) ?? skip();
    expect(events.filter(({ is }) => is === "call" || is === "result")).toHaveLength(2);
  },
);

test.for(allScribes)(
  "$title: an edit that the tool refuses names its file and the tool's words",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "edit-fails",
          callId: "toolu_edit",
          path: "notes.txt",
          message: "text was not found",
        },
      ]) ?? skip();
    expect(callsOf(events)).toMatchObject([["toolu_edit", { does: "edit", path: "notes.txt" }]]);
    const { ending, output } = resultOf(events, "toolu_edit");
    expect(["failed", "refused"]).toContain(ending);
    expect(output).toContain("text was not found");
  },
);

test.for(allScribes)(
  "$title: the words of a person who rejects a call are the reason",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "rejected-shell",
          callId: "toolu_no",
          command: "rm -r build",
          reason: "keep the build",
        },
      ]) ?? skip();
    const { ending, reason } = resultOf(events, "toolu_no");
    expect({ ending, reason }).toEqual({ ending: "rejected", reason: "keep the build" });
  },
);

test.for(allScribes)(
  "$title: a call that a hook stopped is refused, and the hook's words are its output",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "refused-shell",
          callId: "toolu_no",
          command: "git push",
          reason: "ask before pushing",
        },
      ]) ?? skip();
    const { ending, output } = resultOf(events, "toolu_no");
    expect(ending).toBe("refused");
    expect(output).toContain("ask before pushing");
  },
);

test.for(allScribes)(
  "$title: a subagent's call and its result have its thread, and nothing in it is a person's word",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "subagent-shell",
          callId: "toolu_sub",
          command: "ls docs",
          exitStatus: 2,
          output: "ls: cannot access 'docs'",
        },
      ]) ?? skip();
    const placed = events.filter(({ is }) => is === "call" || is === "result");
    expect(placed.map(({ is, thread }) => [is, typeof thread])).toEqual([
      ["call", "string"],
      ["result", "string"],
    ]);
    expect(events.filter(({ is }) => is === "user")).toEqual([]);
  },
);

test.for(allScribes)(
  "$title: a compaction is an event, and its summary is nobody's word",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "person-says", text: "Hello" },
        { step: "compaction", summary: "The summary of it all" },
        { step: "agent-says", text: "On we go." },
      ]) ?? skip();
    expect(events.filter(({ is }) => is === "compaction")).toHaveLength(1);
    expect(said(events)).toEqual(["user: Hello", "assistant: On we go."]);
    expect(JSON.stringify(events)).not.toContain("The summary of it all");
  },
);

test.for(allScribes)("$title: what our own hooks said is not read", (scribe, { skip }) => {
  const { events } =
    tell(scribe, [
      { step: "our-lesson", text: "## Lessons from your history\n\nThe target is called build." },
    ]) ?? skip();
  expect(JSON.stringify(events)).not.toContain("The target is called build.");
});

test.for(allScribes)(
  "$title: what our own hook said when it held a call back is not read",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "refused-shell",
          callId: "toolu_held",
          command: "make biuld",
          reason: "## Lessons from your history\n\nThe target is called build.",
        },
      ]) ?? skip();
    expect(resultOf(events, "toolu_held").ending).toBe("refused");
    expect(JSON.stringify(events)).not.toContain("The target is called build.");
  },
);

test.for(allScribes)("$title: a call that we held is no failure", (scribe, { skip }) => {
  const { events } =
    tell(scribe, [
      {
        step: "refused-shell",
        callId: "toolu_held",
        command: "make biuld",
        reason: holdReason("The target is called build.", "make biuld is no target → make build"),
      },
    ]) ?? skip();
  const { ending, output } = resultOf(events, "toolu_held");
  expect({ ending, output }).toEqual({ ending: "held", output: undefined });
});

test.for(allScribes)(
  "$title: what only looks like a person is not taken for one",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "person-says", text: "Hello" },
        { step: "looks-like-person", text: "never do that again" },
      ]) ?? skip();
    expect(said(events)).toEqual(["user: Hello"]);
  },
);

test.for(allScribes)("$title: a person's words in another place are found", (scribe, { skip }) => {
  const { events } =
    tell(scribe, [{ step: "person-says-elsewhere", text: "we have no docker here" }]) ?? skip();
  expect(said(events)).toEqual(["user: we have no docker here"]);
});

test.for(allScribes)(
  "$title: the words beside an image are read, and the image is not",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [{ step: "person-shows-image", text: "What is this?" }]) ?? skip();
    expect(said(events)).toEqual(["user: What is this?"]);
    expect(JSON.stringify(events)).not.toContain("aW1hZ2U=");
  },
);

for (const contentAs of ["string", "blocks"] as const) {
  test.for(allScribes)(`$title: content is read as ${contentAs}`, (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "person-says", text: "Hello", contentAs },
        { step: "agent-says", text: "Hello to you", contentAs },
      ]) ?? skip();
    expect(said(events)).toEqual(["user: Hello", "assistant: Hello to you"]);
  });
}

test.for(allScribes)(
  "$title: a type of record that nobody has seen is counted and changes nothing",
  (scribe, { skip }) => {
    const { events, unknown, unreadable } =
      tell(scribe, [
        { step: "person-says", text: "Hello" },
        { step: "unknown-record" },
        { step: "agent-says", text: "Hello to you" },
      ]) ?? skip();
    expect({ unknown, unreadable }).toEqual({ unknown: 1, unreadable: 0 });
    expect(said(events)).toEqual(["user: Hello", "assistant: Hello to you"]);
  },
);

test.for(allScribes)(
  "$title: nothing that the format knows is counted as unknown or unreadable",
  (scribe, { skip }) => {
    const { unknown, unreadable } =
      tell(scribe, [
        { step: "person-says", text: "Hello" },
        ...build,
        { step: "agent-says", text: "It failed." },
      ]) ?? skip();
    expect({ unknown, unreadable }).toEqual({ unknown: 0, unreadable: 0 });
  },
);

const original: Story = [{ step: "person-says", text: "First of all" }, ...build];

test.for(allScribes)(
  "$title: a fork says what it repeats under the same ids, or not at all",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        { step: "copied-history", story: original },
        { step: "person-says", text: "And now this" },
        { step: "shell", callId: "toolu_new", command: "make build", exitStatus: 0, output: "" },
      ]) ?? skip();
    const before = tell(scribe, original)?.events ?? [];
    const ids = new Set(callsOf(before).map(([callId]) => callId));
    const added = callsOf(events).filter(([callId]) => !ids.has(callId));
    expect(added).toEqual([["toolu_new", { does: "shell", command: "make build" }]]);

    const wordsBefore = before.filter(isUser);
    const repeated = events.filter(isUser).filter(({ text }) => text === "First of all");
    expect(repeated.map(({ recordId }) => recordId)).toEqual(
      wordsBefore.slice(0, repeated.length).map(({ recordId }) => recordId ?? "an id"),
    );
    expect(said(events)).toContain("user: And now this");
  },
);

test.for(allScribes)(
  "$title: line separators of other alphabets do not end a line",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [{ step: "person-says", text: "one\u2028two\u2029three\u0085four" }]) ?? skip();
    expect(said(events)).toEqual(["user: one\u2028two\u2029three\u0085four"]);
  },
);

test.for(allScribes)(
  "$title: a very long output is cut, and what follows it is read",
  (scribe, { skip }) => {
    const { events } =
      tell(scribe, [
        {
          step: "shell",
          callId: "toolu_long",
          command: "cat big",
          exitStatus: 3,
          output: "a line of it\n".repeat(650_000),
        },
        { step: "agent-says", text: "That was long." },
      ]) ?? skip();
    const { exitStatus, output = "" } = resultOf(events, "toolu_long");
    expect(exitStatus).toBe(3);
    expect(output.length).toBeLessThan(10_000);
    expect(said(events)).toEqual(["assistant: That was long."]);
  },
);

test.for(allScribes)("$title: a log of 0 bytes has no events", (scribe, { skip }) => {
  const log = scribe.write([]) ?? skip();
  if (log.shape === "database") skip();
  const empty = log.shape === "lines" ? { ...log, lines: [""] } : { ...log, content: "" };
  expect(readWrittenLog(scribe, empty).events).toEqual([]);
});

function isFacts(event: SessionEvent): event is SessionFacts {
  return event.is === "facts";
}

function isUser(event: SessionEvent): event is SessionEvent & { readonly is: "user" } {
  return event.is === "user";
}

/** Who said what, in order. */
function said(events: readonly SessionEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.is === "user" || event.is === "assistant" ? `${event.is}: ${event.text}` : [],
  );
}

function callsOf(events: readonly SessionEvent[]): readonly (readonly [string, unknown])[] {
  return events.flatMap((event) => {
    return event.is === "call" ? [[event.callId, event.action] as const] : [];
  });
}

function resultOf(events: readonly SessionEvent[], callId: string): ToolResult {
  const found = events.filter(
    (event): event is ToolResult => event.is === "result" && event.callId === callId,
  );
  const [result] = found;
  if (result === undefined || found.length > 1) throw new Error(`${found.length} results`);
  return result;
}
