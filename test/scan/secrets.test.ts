import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { isRecord, type JsonRecord } from "../../src/platform/json/fields.ts";
import { makeRedact } from "../../src/redact/redact.ts";
import { walkFiles } from "../../src/platform/files/walk-files.ts";
import { allScribes } from "../adapters/all-scribes.ts";
import { canaries } from "../kit/canaries.ts";
import { Program } from "../kit/program.ts";
import { freshFolder } from "../kit/store.ts";
import { Home } from "./home.ts";
import { plantedPlan, plantNames, type Tokens } from "./planted-names.ts";
import { plantedStory } from "./planted-story.ts";
import { openCodeForm, writeLog, writeStoredSession, type Plan } from "./written-session.ts";

const planted = canaries(200);
const userName = "quillfeather";
const userHome = join(freshFolder(), "home", userName);
const owner = { home: userHome, userName };
/** Everything of ours that is on the disk or was printed afterwards. */
let kept: ReadonlyMap<string, Buffer>;
let stored: string;

beforeAll(() => {
  const home = new Home(userHome);
  const sessions = allScribes.flatMap(({ title }, index) => {
    const number = 2 * index + 1;
    return [
      ...write(home, storyPlan(title, number, index), String),
      ...write(
        home,
        plantedPlan(title, number + 1, tokens(number)),
        plantNames(number + 1, tokens(number)),
      ),
    ];
  });
  home.writeDatabase(sessions);
  const program = new Program({ HOME: userHome, USER: userName });
  const printed = [
    ["scan", "--auto", "--json", "--episodes", join(userHome, ".lessons", "episodes.jsonl")],
    ["scan", "--auto", "--full"],
    ["aggregate", "--json"],
    ["list", "--json", "--limit", "1000"],
    ["ledger", "--json", "--limit", "1000"],
    ["export"],
    ["export", "--format", "markdown"],
  ].map((args) => [args.join(" "), Buffer.from(program.ok(args))] as const);
  const folder = join(userHome, ".lessons");
  const files = walkFiles(folder).files.map(
    (name) => [name, readFileSync(join(folder, name))] as const,
  );
  kept = new Map([...printed, ...files]);
  stored = [...kept.values()].map((bytes) => bytes.toString("latin1")).join("\n");
});

test("a lot was found around the secrets", () => {
  expect([...kept.keys()]).toContain("lessons.db");
  expect(stored.split("[redacted").length).toBeGreaterThan(1000);
  for (const kind of ["tool-error-fixed", "user-correction", "lesson-tag", "block"])
    expect(stored).toContain(`"kind":"${kind}"`);
});

test("none of 200 planted secrets is anywhere in what we keep or print", () => {
  const found = planted.filter(({ secret }) => stored.includes(secret));
  expect(found.map(({ rule, secret }) => ({ rule, secret, in: placesOf(secret) }))).toEqual([]);
});

test("neither the home directory nor the name of the user is in it", () => {
  expect({ home: placesOf(userHome), name: placesOf(userName) }).toEqual({ home: [], name: [] });
});

function placesOf(text: string): readonly string[] {
  return [...kept]
    .filter(([, bytes]) => bytes.includes(text))
    .map(([name, bytes]) => {
      const at = bytes.indexOf(text);
      return `${name}: …${bytes.toString("latin1", Math.max(0, at - 80), at + 80)}…`;
    });
}

function storyPlan(form: string, number: number, turn: number): Plan {
  const story = plantedStory(planted, owner, turn).filter(
    // Formats in which a subagent has a log of its own would make the whole session one.
    ({ step }) => step !== "subagent-shell" || form.includes("in line"),
  );
  return { form, number, project: `${userHome}/work`, story };
}

/** Writes a log with other names in it; sessions of the database are handed back. */
function write(home: Home, plan: Plan, rename: (text: string) => string): readonly JsonRecord[] {
  if (plan.form === openCodeForm) {
    const session: unknown = JSON.parse(rename(JSON.stringify(writeStoredSession(plan))));
    return isRecord(session) ? [session] : [];
  }
  const file = writeLog(plan);
  if (file !== undefined) home.write({ path: rename(file.path), text: rename(file.text) });
  return [];
}

/** Those that are known for secrets wherever they stand, other ones for each session. */
function tokens(number: number): Tokens {
  const redact = makeRedact(owner);
  const known = planted
    .map(({ secret }) => secret)
    .filter((secret) => /^[\w-]{20,100}$/.test(secret) && redact(secret).startsWith("[redacted"));
  return (place) => known[(place * 7 + number) % known.length] ?? "";
}
