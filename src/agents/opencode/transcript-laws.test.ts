import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionEvent } from "../event.ts";
import { mutatedLine } from "../../../test/adapters/mutated-line.ts";
import { readExport } from "./session-reader.ts";
import { law } from "../../../test/kit/law.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/agents/opencode");
const session = JSON.parse(readFileSync(join(fixtures, "session.json"), "utf8"));
const messages: readonly string[] = session.messages.map((message: unknown) =>
  JSON.stringify(message),
);

test("law: whatever stands in a message, the session is read to its end", () => {
  const broken = fc
    .nat(messages.length - 1)
    .chain((at) =>
      mutatedLine(messages.slice(at, at + 1)).map((other) => messages.with(at, other)),
    );
  fc.assert(
    fc.property(broken, (list) => {
      const last = '{"info":{"role":"user","id":"z"},"parts":[{"type":"text","text":"the end"}]}';
      const info = JSON.stringify(session.info);
      const content = `{"info":${info},"messages":[${[...list, last].join(",")}]}`;
      const events: SessionEvent[] = [];
      readExport("x.json", Buffer.from(content), (event) => events.push(event));
      expect(events.at(-1)).toEqual({ is: "user", line: 9, text: "the end", recordId: "z" });
    }),
    law({ quick: 800, deep: 2000 }),
  );
});
