import fc from "fast-check";
import { expect, test } from "vitest";
import { noTriggers, type Triggers } from "../lesson/record/triggers.ts";
import { triggerReading } from "./trigger-words.ts";
import { law } from "../../test/kit/law.ts";

const bash = { toolNames: ["Bash"] };

test.each<[string, Partial<Triggers>]>([
  [
    "before `git stash` without `-u` or `--include-untracked`",
    { ...bash, commandPatterns: ["^git\\s+stash\\b(?!.*(-u|--include-untracked))"] },
  ],
  [
    "before `go vet`",
    { ...bash, commandPatterns: ["(?-i)^go\\s+vet(?!\\S)", "^go\\s+vet(?!\\S)"] },
  ],
  [
    "before `git push` with `-f` or `--force`",
    { commandPatterns: ["^git\\s+push\\b.*\\s(-f|--force)\\b"] },
  ],
  ["before `npm test` or `yarn test`", { commandPatterns: ["^(npm|yarn)\\s+test\\b"] }],
  ["before `rm` with `-rf`, or before `dd`", { commandPatterns: ["^rm\\s+.*-rf", "^dd\\b"] }],
  ["before a command with `--no-verify`", { commandPatterns: ["--no-verify\\b"] }],
  ["before a command that matches `^x{2,5}\\d`", { commandPatterns: ["^x{2,5}\\d"] }],
  [
    "before `go test` in `mcp__shell__run`",
    { toolNames: ["mcp__shell__run"], commandPatterns: ["^go\\s+test\\b"] },
  ],
  ["before editing `**/migrations/*.sql`", { pathPatterns: ["**/migrations/*.sql"] }],
  ["before editing `a` or `b`", { toolNames: ["Edit", "Write"], pathPatterns: ["a", "b"] }],
  ["before reading or editing `a`", { toolNames: ["Edit", "Read"], pathPatterns: ["a"] }],
  ["before `mcp__files__*` on `a`", { toolNames: ["mcp__files__*"], pathPatterns: ["a"] }],
  [
    "before editing `src/**` when `console.log(` is written",
    { pathPatterns: ["src/**"], contentPatterns: ["console\\.log\\("] },
  ],
  [
    "before `npm`, only in a folder like `**/web`, and only while `yarn.lock` exists",
    { commandPatterns: ["^npm\\b"], conditions: { cwd: ["**/web"], fileExists: ["yarn.lock"] } },
  ],
  [
    "before `Read`, only if the path of the call is a folder",
    { toolNames: ["Read"], conditions: { isDirectory: ["$path"] } },
  ],
  ["when `console.log(` is written", { contentPatterns: ["console\\.log\\("] }],
  ["when `debugger` or `alert(` is written", { contentPatterns: ["\\b(debugger|alert\\()"] }],
  [
    "when something that matches `\\bvar\\s+\\w+` is written",
    { contentPatterns: ["\\bvar\\s+\\w+"] },
  ],
  ["before `Read`", { toolNames: ["Read"] }],
  [
    "before any call when `deploy` or `production` is talked about",
    { actionKeywords: ["deploy"], contextKeywords: ["production"] },
  ],
  [
    "before `npm publish`, sooner when `release` is talked about, only while `ship` runs",
    {
      commandPatterns: ["^npm\\s+publish\\b"],
      actionKeywords: ["release"],
      workflowNames: ["ship"],
    },
  ],
  ["at the start of a session", { injectOn: ["SessionStart"] }],
  [
    "before `ls`; at the start of a session",
    { injectOn: ["PreToolUse", "SessionStart"], commandPatterns: ["^ls\\b"] },
  ],
  ["at the start of a subagent", { injectOn: ["SubagentStart"] }],
  ["at no call", {}],
  [
    "before `pytest` without `TERM=dumb`",
    { commandPatterns: ["(?-i)^pytest(?!\\S)(?!.*\\sTERM=dumb(?!\\S))"] },
  ],
  ["before `npm i` with `sudo`", { commandPatterns: ["^npm\\s+i(?!\\S)(?=.*\\ssudo(?!\\S))"] }],
  [
    "before `git log` without `| cat`",
    { commandPatterns: ["^git\\s+log(?!\\S)(?!.*\\s\\| cat(?!\\S))"] },
  ],
  ["never", { injectOn: [] }],
  ["when `` `x` `` is written", { contentPatterns: ["`x`"] }],
])("%s", (reading, triggers) => {
  expect(triggerReading({ ...noTriggers, ...triggers })).toBe(reading);
});

test("law: whatever a trigger says, its reading is one line and names every glob", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 20 }), { maxLength: 3 });
  const globs = fc.array(fc.stringMatching(/^[a-z*/.]{1,12}$/), { maxLength: 3 });
  const anyTriggers = fc.record({
    injectOn: fc.constant(["PreToolUse"] as const),
    toolNames: fc.subarray(["Bash", "Edit", "Read", "Task"]),
    commandPatterns: texts,
    pathPatterns: globs,
    contentPatterns: texts,
    actionKeywords: texts,
    contextKeywords: texts,
    workflowNames: texts,
  });
  fc.assert(
    fc.property(anyTriggers, (triggers) => {
      const reading = triggerReading(triggers);
      expect(reading).not.toMatch(/\n/);
      for (const glob of triggers.pathPatterns) expect(reading).toContain(`\`${glob}\``);
    }),
    law(),
  );
});
