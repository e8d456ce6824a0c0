import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionEvent } from "../event.ts";
import { mutatedLine } from "../../../test/adapters/mutated-line.ts";
import { readChat } from "./chat.ts";
import { law } from "../../../test/kit/law.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/agents/gemini");
const journals = ["0.61", "0.61-subagent", "0.61-denied", "0.61-compressed", "0.39"].map((name) =>
  readFileSync(join(fixtures, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n"),
);

/** The events without their places. */
function tell(lines: readonly string[], path = "/tmp/chats/x.jsonl"): readonly unknown[] {
  const events: unknown[] = [];
  const collect = ({ line: _, ...event }: SessionEvent) => events.push(event);
  readChat(path, Buffer.from(lines.join("\n") + "\n"), collect);
  return events;
}

test("law: whatever stands in a record, the chat is read to its end", () => {
  const places = journals.flatMap((journal) => journal.map((line, at) => ({ journal, line, at })));
  const broken = fc
    .constantFrom(...places)
    .chain(({ journal, line, at }) => mutatedLine([line]).map((other) => journal.with(at, other)));
  fc.assert(
    fc.property(broken, fc.boolean(), (lines, isDocument) => {
      const last = '{"id":"end","type":"gemini","content":"the end"}';
      const events = isDocument
        ? tell([`{"sessionId":"s","messages":[${[...lines, last].join(",")}]}`], "/tmp/x.json")
        : tell([...lines, last]);
      expect(events.at(-1)).toMatchObject({ is: "assistant", text: "the end" });
    }),
    law({ quick: 800, deep: 2000 }),
  );
});

test("law: a record that is written again changes nothing", () => {
  const repeated = fc.record({ line: fc.nat(40), later: fc.nat(40) });
  fc.assert(
    fc.property(
      fc.constantFrom(
        ...journals.filter((lines) => !lines.some((line) => line.includes("$rewindTo"))),
      ),
      fc.array(repeated, { maxLength: 6 }),
      fc.boolean(),
      (journal, repeats, asList) => {
        const lines = [...journal];
        for (const { line, later } of repeats) {
          // Only to the end: an earlier form of a message must not come after its last.
          const from = line % lines.length;
          const record = lines.findLast((text) => sameMessage(text, lines[from] ?? "")) ?? "";
          lines.splice(
            lines.length - (later % (lines.length - lines.lastIndexOf(record))),
            0,
            record,
          );
        }
        if (asList) {
          const messages = lines.filter((text) => text.startsWith('{"id"')).join(",");
          lines.push(`{"$set":{"messages":[${messages}]}}`);
        }
        expect(tell(lines)).toEqual(tell(journal));
      },
    ),
    law({ quick: 300 }),
  );
});

function sameMessage(one: string, other: string): boolean {
  const id = (text: string) => /^\{"id":"([^"]*)"/.exec(text)?.[1] ?? text;
  return id(one) === id(other);
}

test("law: a history that is written down again under new names is told once", () => {
  const message = fc.record({
    type: fc.constantFrom("user", "gemini"),
    text: fc.constantFrom("yes", "no", "do it again"),
  });
  const written = (prefix: string) => (said: { type: string; text: string }, index: number) =>
    JSON.stringify({ id: `${prefix}${index}`, type: said.type, content: [{ text: said.text }] });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 12 }),
      fc.array(message, { maxLength: 4 }),
      fc.nat(12),
      fc.boolean(),
      (before, after, kept, isInList) => {
        const first = before.map(written("first"));
        const last = after.map(written("last"));
        const copies = before.slice(kept).map(written("copy"));
        const sync = `{"$set":{"messages":[${copies.join(",")}]}}`;
        const again = isInList ? [sync] : [...copies, sync];
        const header = '{"sessionId":"s","projectHash":"p"}';
        expect(tell([header, ...first, ...again, ...last])).toEqual(
          tell([header, ...first, ...last]),
        );
      },
    ),
    law({ quick: 300 }),
  );
});
