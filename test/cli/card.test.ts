import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

const golden = join(import.meta.dirname, "../golden/card");

const fact = (about: string, summary: string, remediation: string, more: object = {}) => ({
  kind: "pitfall",
  slug: `${about.replaceAll(/\W+/g, "-")}-0000`,
  about,
  summary,
  body: { mistake: `${summary}.`, remediation },
  scope: "machine",
  ...more,
});

const jq = fact("not-installed jq", "`jq` is not installed", "Use `node -p`.");
const zsh = fact("zsh-glob", "zsh", "Quote globs, an unmatched one aborts the line.");

function programWith(...drafts: readonly object[]): Program {
  const program = new Program();
  program.ok(["add", "--json"], { input: JSON.stringify(drafts) });
  return program;
}

test("the card of this project is printed as sessions get it, with the lessons behind it", async () => {
  const program = programWith(jq, zsh);
  await expect(program.ok(["card"])).toMatchFileSnapshot(join(golden, "card.txt"));
});

test("as JSON it says for which project it is, and what comes in other sessions", () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    fact(`not-installed tool${index}`, `\`tool${index}\` is not installed`, "Do without it."),
  );
  const { type, project, card, later, bytes } = programWith(...many).json(["card"]) as {
    type: string;
    project: string;
    card: { line: string; lessons: string[] }[];
    later: object[];
    bytes: number;
  };
  expect({ type, project: typeof project, card: card.length, later: later.length }).toEqual({
    type: "lessons-card",
    project: "string",
    card: 8,
    later: 2,
  });
  expect(card[0]).toEqual({
    line: "`tool0` is not installed: do without it",
    lessons: ["not-installed-tool0-0000"],
  });
  expect(bytes).toBeLessThanOrEqual(800);
});

test("lines of other projects, CRITICAL lessons and lessons without a fact are not on it", () => {
  const program = programWith(
    { ...jq, scope: "project:example.org/other" },
    { ...zsh, priority: 10 },
    { kind: "pitfall", summary: "hand-written", body: { mistake: "a", remediation: "b" } },
  );
  const { status, out, err } = program.run(["card"]);
  expect([status, out, oneLine(err).trim()]).toEqual([
    1,
    "",
    "The card is empty. It shows approved facts seen in two or more sessions of this project.",
  ]);
});

test("--project names another folder", () => {
  const program = programWith(jq);
  const folder = join(program.home, "api");
  mkdirSync(folder);
  expect(program.json(["card", "--project", folder])).toMatchObject({
    project: expect.stringMatching(/^path-/),
    card: [{ line: "`jq` is not installed: use `node -p`" }],
  });
});

test("what has no room once in three sessions is named", () => {
  const rules = Array.from({ length: 30 }, (_, index) => ({
    kind: "pitfall",
    slug: `rule-${index}-0000`,
    summary: `rule ${index}`,
    body: { mistake: `m${index}`, remediation: "r" },
    triggers: { injectOn: ["SessionStart"] },
  }));
  const program = programWith(jq, ...rules);
  expect(program.ok(["card"])).toMatch(
    /^Left out of one in three sessions for lack of room: rule-/m,
  );
});

test("a folder that is not there is said, and is no empty card", () => {
  const program = new Program();
  expect(program.run(["card", "--project", "/no/such/folder"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("no such folder: /no/such/folder"),
  });
});
