import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HookGround, stash } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";
import { copyFolder, freshFolder } from "../kit/store.ts";
import { casesOf, Chance, named, patienceMs } from "./budget.ts";
import { runHook } from "./hook-in-process.ts";
import { anyPayload, transcriptName } from "./payload-cases.ts";

/** Of every kind that the hook knows: each has its own way through it. */
const lessons: readonly ReadyDraft[] = [
  stash,
  {
    commandPatterns: ["^npm\\s+test\\b.*--watch"],
    delivery: "hold",
    text: "### held",
    priority: 9,
  },
  {
    toolNames: ["Edit", "Write"],
    pathPatterns: ["**/package.json", "src/**/*.ts"],
    text: "### a path",
  },
  { contentPatterns: ["call \\w+"], text: "### a content" },
  { actionKeywords: ["push"], text: "### a word" },
  {
    commandPatterns: ["^grep\\b"],
    conditions: { fileExists: ["*.lock"], os: ["linux"] },
    text: "### a condition",
  },
  {
    commandPatterns: ["^pip\\s+install\\b"],
    delivery: "fix",
    fix: { from: "pip", to: "pip3", said: "pip is pip3 here" },
    text: "### a fix",
  },
  {
    injectOn: ["PostToolUseFailure"],
    toolNames: ["Bash"],
    commandPatterns: ["^jq(?!\\S)"],
    hint: "no jq",
  },
  { injectOn: ["SessionStart"], text: "### a start", priority: 9 },
];

test(
  "whatever an agent sends, the hook ends, throws nothing, and says nothing or what the agent takes",
  async () => {
    const template = new HookGround(lessons);
    let answers = 0;
    let home = "";
    for (const each of casesOf({ slice: 3000, whole: 1_000_000 })) {
      // What sessions leave behind is swept by days.
      if (home === "" || each.number % 500 === 0) {
        failures(home, each.number);
        home = freshFolder();
        copyFolder(template.userHome, home);
        const prompt = { type: "user", message: { role: "user", content: "push it, please" } };
        writeFileSync(join(home, transcriptName), `${JSON.stringify(prompt)}\n`);
      }
      const chance = new Chance(each);
      const { bundle, bytes } = anyPayload(chance, home);
      const environment = {
        HOME: home,
        PATH: "/nowhere",
        ...(chance.once(9) ? { CLAUDE_PROJECT_DIR: "\0" } : {}),
      };
      try {
        const said = await runHook(bundle, bytes, environment);
        if (said !== "") answers += 1;
        if (!isAnswer(said)) expect.fail(`said ${said.slice(0, 300)}`);
      } catch (error) {
        const payload = Buffer.from(bytes).toString("utf8").slice(0, 500);
        throw new Error(`${named(each)}: ${bundle} at ${payload}`, { cause: error });
      }
    }
    failures(home, -1);
    // A run that reaches nothing would prove nothing.
    expect(answers > 0 || process.env["LESSONS_CASE"] !== undefined).toBe(true);
  },
  patienceMs,
);

/** What was caught and written down is a bug, too. */
function failures(home: string, before: number): void {
  const log = join(home, ".lessons/log/hook.log");
  if (home === "" || !existsSync(log)) return;
  const failed = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes("failed:"));
  expect(failed, `in the cases before ${before}`).toEqual([]);
}

/** Nothing, or exactly what the agent takes. */
function isAnswer(said: string): boolean {
  if (said === "") return true;
  const { hookSpecificOutput, systemMessage = "", ...rest } = JSON.parse(said);
  if (Object.keys(rest).length > 0 || typeof systemMessage !== "string") return false;
  if (hookSpecificOutput === undefined) return systemMessage !== "";
  const { hookEventName, ...words } = hookSpecificOutput;
  const isKnown = Object.keys(words).every((name) => answerFields.has(name));
  return typeof hookEventName === "string" && isKnown && Object.keys(words).length > 0;
}

const answerFields = new Set([
  "additionalContext",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
]);
