import { expect, test } from "vitest";
import { cardLines } from "../../src/deliver/card/card-entries.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { activeLessons } from "../../src/lesson/table/lessons.ts";
import { eachLesson } from "../../src/lesson/table/list.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";

const missing = (number: number, program: string): Story => [
  {
    step: "shell",
    callId: `toolu_no_${program}_${number}`,
    command: `${program} . a.json`,
    exitStatus: 127,
    output: `bash: ${program}: command not found`,
  },
];
const works = (number: number, program: string): Story => [
  {
    step: "shell",
    callId: `toolu_ok_${program}_${number}`,
    command: `${program} . a.json`,
    exitStatus: 0,
    output: "{}",
  },
];

/** A store that has read these sessions, and in which everything that was found is approved. */
function approved(...logs: readonly ReturnType<typeof session>[]): Context {
  const home = new Home();
  const context = freshContext();
  for (const log of logs) home.write(log);
  home.scan(context);
  const slugs = Array.from(eachLesson(context.database, {}), ({ slug }) => slug);
  for (const slug of slugs)
    moveLesson(context, slug, { verdict: "approve", by: "person", because: "" });
  return context;
}

const card = ({ database }: Context) => cardLines(database, activeLessons(database));
const linesOf = (context: Context) =>
  Object.values(card(context)).flatMap((entries) => entries.map(({ line }) => line));

test("a fact that two sessions showed has a line, one that a single session showed has none", () => {
  const at = { project: "/home/dev/api" };
  const context = approved(
    session(1, missing(1, "jq"), at),
    session(2, [...missing(2, "jq"), ...missing(2, "yq")], at),
  );
  expect(linesOf(context)).toEqual(["`jq` is not installed: do without it"]);
  expect(Object.keys(card(context))).toEqual(["machine"]);
});

test("what cost more sessions comes first, though another was seen a day later", () => {
  const context = approved(
    session(1, missing(1, "yq")),
    session(2, missing(2, "yq")),
    session(3, missing(3, "yq")),
    session(4, [...missing(4, "yq"), ...missing(4, "jq")]),
    session(5, missing(5, "jq")),
  );
  expect(linesOf(context)).toEqual([
    "`yq` is not installed: do without it",
    "`jq` is not installed: do without it",
  ]);
});

test("a program that runs in as many sessions as it is missed in has no line, unless a person says so", async () => {
  const context = approved(
    session(1, missing(1, "jq")),
    session(2, missing(2, "jq")),
    session(3, works(3, "jq")),
    session(4, works(4, "jq")),
  );
  expect(linesOf(context)).toEqual([]);
  const [{ lesson } = { lesson: undefined }] = activeLessons(context.database);
  await editLesson(context, lesson?.slug ?? "", "remediation", "Use `node -p`.");
  expect(linesOf(context)).toEqual(["`jq` is not installed here: use `node -p`"]);
});

test("what has its whole text at every start has no line", () => {
  const context = approved(session(1, missing(1, "jq")), session(2, missing(2, "jq")));
  context.database.exec("UPDATE lessons SET priority = 9");
  expect(linesOf(context)).toEqual([]);
});

test("what an agent's own sandbox does is said to that agent alone", () => {
  const offline = (number: number): Story => [
    {
      step: "shell",
      callId: `toolu_net_${number}`,
      command: "curl https://example.org",
      exitStatus: 6,
      output: "curl: (6) Could not resolve host: example.org",
    },
  ];
  const context = approved(session(1, offline(1)), session(2, offline(2)));
  expect(Object.values(card(context)).flat()).toMatchObject([
    {
      line: expect.stringContaining("`example.org` often cannot be reached"),
      agents: ["claude-code"],
    },
  ]);
});
