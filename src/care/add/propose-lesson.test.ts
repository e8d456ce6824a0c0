import fc from "fast-check";
import { expect, test } from "vitest";
import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import { law } from "../../../test/kit/law.ts";
import { freshContext } from "../../../test/kit/store.ts";
import { keepLedger, ledgerCall } from "../../../test/kit/ledger.ts";
import type { Database } from "../../platform/database/database.ts";
import { proposeLesson } from "./propose-lesson.ts";

function keepCalls(database: Database, commands: readonly string[]): void {
  keepLedger(
    database,
    commands.map((command, ordinal) => ledgerCall({ command, ordinal, line: ordinal + 1 })),
  );
}

function firesAt(pattern: string, line: string): boolean {
  return findCommand(readPattern(pattern), commandTexts(line)) !== undefined;
}

test("a word in the rule is the call that the ledger knows by it, most often", () => {
  const { database } = freshContext();
  keepCalls(database, ["npm run lint", "npm run lint -- src", "yarn lint", "npm run lint:fix"]);
  const { call } = proposeLesson(database, "always run lint:fix before lint");
  expect(call).toMatchObject({
    example: "npm run lint",
    from: "your calls",
    silentAt: "npm run lint:fix",
  });
  const pattern = call?.pattern ?? "";
  expect(firesAt(pattern, "cd app && npm run lint")).toBe(true);
  expect(firesAt(pattern, "npm run lint:fix")).toBe(false);
});

test("a rule about no call that is known is shown when a session starts", () => {
  const { database } = freshContext();
  expect(proposeLesson(database, "always run lint:fix before lint")).toEqual({
    call: undefined,
    draft: {
      kind: "requirement",
      summary: "Always run lint:fix before lint",
      body: { constraint: "always run lint:fix before lint" },
      triggers: { injectOn: ["SessionStart"] },
    },
  });
});

test("the example of a person comes before the ledger", () => {
  const { database } = freshContext();
  keepCalls(database, ["git push"]);
  const { call } = proposeLesson(database, "run tests before you push", { example: "make push" });
  expect(call).toMatchObject({ example: "make push", from: "you" });
});

test("law: the trigger fires at the mistake and is silent at the fix", () => {
  const { database } = freshContext();
  const flag = fc.constantFrom("-u", "--force-with-lease", "--no-verify", "--dry-run", "-s");
  const call = fc.constantFrom(
    "git stash",
    "git push",
    "git commit",
    "npm publish",
    "docker build",
  );
  fc.assert(
    fc.property(call, flag, (line, fix) => {
      for (const sentence of [`${line} needs ${fix}`, `use ${line} ${fix}, not ${line}`]) {
        const proposed = proposeLesson(database, sentence).call;
        expect(proposed).toMatchObject({ example: line, silentAt: `${line} ${fix}` });
        expect(firesAt(proposed?.pattern ?? "", line)).toBe(true);
        expect(firesAt(proposed?.pattern ?? "", `${line} ${fix}`)).toBe(false);
      }
    }),
    law({ quick: 25, deep: 100 }),
  );
});
