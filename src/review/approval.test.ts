import fc from "fast-check";
import { expect, test } from "vitest";
import { proposeHold } from "./approval.ts";
import { noTriggers } from "../lesson/record/triggers.ts";
import { law } from "../../test/kit/law.ts";

type Proposed = Parameters<typeof proposeHold>[0];

/** A CRITICAL lesson about a command, about nothing in particular. */
function critical(change: {
  readonly command?: string;
  readonly content?: string;
  readonly mistake?: string;
  readonly tags?: Proposed["tags"];
  readonly priority?: number;
  readonly delivery?: Proposed["delivery"];
  readonly injectOn?: Proposed["triggers"]["injectOn"];
}): Proposed {
  const { command, content } = change;
  return {
    kind: "pitfall",
    summary: "Mind the flags",
    body: { mistake: change.mistake ?? "It takes long.", remediation: "Wait." },
    priority: change.priority ?? 9,
    tags: change.tags ?? [],
    delivery: change.delivery ?? "advise",
    triggers: {
      ...noTriggers,
      injectOn: change.injectOn ?? ["PreToolUse"],
      commandPatterns: command === undefined ? [] : [command],
      contentPatterns: content === undefined ? [] : [content],
    },
  };
}

const late = ", and advice would arrive only after the call.";

test.each<[string, Parameters<typeof critical>[0]]>([
  ["`rm -rf` destroys data for good", { command: "^rm\\s+.*-rf" }],
  ["`git push --force` destroys data for good", { command: "^git\\s+push\\b.*(-f\\b|--force)" }],
  ["`git reset --hard` destroys data for good", { command: "^git\\s+reset\\s+--hard" }],
  ["`drop table` destroys data for good", { content: "\\bdrop\\s+table\\b" }],
  ["`npm publish` cannot be undone", { command: "^npm\\s+publish\\b(?!.*--dry-run)" }],
  ["It is about losing data", { command: "^git\\s+stash\\b", tags: ["severity:data-loss"] }],
  ["It is about losing data", { command: "^x\\b", mistake: "You lose your work." }],
  [
    "It is about something that cannot be undone",
    { command: "^x\\b", mistake: "This can't be undone." },
  ],
  [
    "It is about destroying something others rely on",
    { command: "^x\\b", mistake: "It deletes rows in production." },
  ],
])("%s", (reason, change) => {
  expect(proposeHold(critical(change))).toBe(reason + late);
});

test.each<[string, Parameters<typeof critical>[0]]>([
  ["is about nothing grave", { command: "^x\\b" }],
  ["is about something wider", { command: "^git\\s+push\\b" }],
  ["has no pattern that a call could be held by", { mistake: "You lose your work." }],
  ["is held already", { command: "^rm\\s+.*-rf", delivery: "hold" }],
  ["comes at the start of a session only", { command: "^rm\\s+.*-rf", injectOn: ["SessionStart"] }],
  [
    "speaks of a release and destroys nothing",
    { command: "^x\\b", mistake: "The release is late." },
  ],
  ["has a pattern that is no expression", { command: "(" }],
])("nothing is proposed for a lesson that %s", (_why, change) => {
  expect(proposeHold(critical(change))).toBeUndefined();
});

test("law: only CRITICAL lessons are proposed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), (priority) => {
      const reason = proposeHold(critical({ command: "^rm\\s+-rf", priority }));
      expect(reason !== undefined).toBe(priority >= 9);
    }),
    law(),
  );
});
