import { expect, test } from "vitest";
import { eachEpisode } from "../../src/capture/episodes/episodes.ts";
import type { StoredEpisode } from "../../src/capture/episodes/episode.ts";
import type { Context } from "../../src/platform/context.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import { allScribes } from "../adapters/all-scribes.ts";
import type { Step, Story } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";
import { openCodeForm, writeLog, writeStoredSession } from "./written-session.ts";

let calls = 0;
function shell(command: string, output: string, exitStatus = output === "ok" ? 0 : 2): Step {
  calls += 1;
  return { step: "shell", callId: `call-${calls}`, command, exitStatus, output };
}

const guess = (flag: string): Step =>
  shell(`tar ${flag} out.tar src`, `tar: unrecognized option '${flag}'`);
const asked: Step = { step: "person-says", text: "pack the sources" };
const says = (text: string): Step => ({ step: "person-says", text });
const answers = (text: string): Step => ({ step: "agent-says", text });

function scanned(...stories: readonly Story[]): Context {
  const home = new Home();
  for (const [n, story] of stories.entries()) home.write(session(n + 1, story));
  const context = freshContext();
  home.scan(context);
  home.clear();
  return context;
}

function lessonsIn({ database }: Context) {
  return listLessons(database, { sort: "slug", limit: 50 }).lessons.filter(
    ({ status }) => status === "candidate",
  );
}

const episodesIn = ({ database }: Context): readonly StoredEpisode[] => [...eachEpisode(database)];

const guesses: Story = [
  asked,
  guess("--packfile"),
  guess("--into"),
  guess("--target"),
  shell("tar -cf out.tar src", "ok"),
];

test("flags that an agent guesses until one works are one candidate, with the bonus of the loop", () => {
  const [lesson, ...others] = lessonsIn(scanned(guesses));
  expect(others).toEqual([]);
  expect(lesson?.summary).toContain("--packfile");
  expect(lesson?.occurrenceCount).toBe(1);
  expect(lesson?.scores?.confidence?.parts).toContainEqual({
    label: "retried with changes",
    amount: 0.1,
  });
});

test("two guesses are one candidate, too, without the bonus", () => {
  const [asks, one, two, , works] = guesses;
  if (!asks || !one || !two || !works) throw new Error("too short");
  const [lesson, ...others] = lessonsIn(scanned([asks, one, two, works]));
  expect(others).toEqual([]);
  expect(lesson?.scores?.confidence?.parts.map(({ label }) => label)).not.toContain(
    "retried with changes",
  );
});

test("a guess that fails first in another session is a fact of its own, with both sightings", () => {
  const alone: Story = [asked, guess("--into"), shell("tar -cf out.tar src", "ok")];
  for (const stories of [
    [guesses, alone],
    [alone, guesses],
  ]) {
    const lessons = lessonsIn(scanned(...stories));
    expect(lessons.map(({ summary }) => /--\w+/u.exec(summary)?.[0])).toEqual([
      "--into",
      "--packfile",
    ]);
    expect(lessons.map(({ sessionCount }) => sessionCount)).toEqual([2, 1]);
  }
});

test("the same program on other things is no guess", () => {
  const other = shell("tar --into other.tar docs", "tar: unrecognized option '--into'");
  expect(lessonsIn(scanned([asked, guess("--packfile"), other]))).toHaveLength(2);
});

const failedPush = shell(
  "git stash save --include-untracked-files",
  "error: unknown option `include-untracked-files'",
);

test("a correction right after a failure is that failure's: its bonus and its evidence, no second candidate", () => {
  const context = scanned([
    asked,
    failedPush,
    says("no, that's wrong, don't use git stash like that"),
    answers("Looking."),
  ]);
  const [lesson, ...others] = lessonsIn(context);
  expect(others).toEqual([]);
  expect(lesson?.summary).toContain("git stash");
  expect(lesson?.occurrenceCount).toBe(1);
  expect(lesson?.scores?.priority?.parts).toContainEqual({
    label: "corrected by the user",
    amount: 1,
  });
  const [episode] = episodesIn(context);
  expect(episode?.story).toMatchObject({
    said: { words: "no, that's wrong, don't use git stash like that" },
  });
});

test.each<[string, Story]>([
  [
    "something went well in between",
    [failedPush, shell("ls", "ok"), says("no, that's wrong, don't use git stash like that")],
  ],
  [
    "it is about something else",
    [failedPush, says("no, that's wrong, you should have put the parser into src/parse/reader.ts")],
  ],
  ["it only says what to do next", [failedPush, says("now run the tests and open a pull request")]],
])("words are not those of the failure before where %s", (_why, story) => {
  const context = scanned([asked, ...story, answers("You're right, my mistake.")]);
  for (const { story: each } of episodesIn(context)) expect(each).not.toHaveProperty("said");
});

test("a rule that lasts is a candidate of its own, and the failure has the bonus all the same", () => {
  const context = scanned([
    asked,
    failedPush,
    says("no, that's wrong. Never use git stash in this repo"),
    answers("Understood."),
  ]);
  expect(lessonsIn(context)).toHaveLength(2);
  expect(episodesIn(context).filter(({ story }) => "said" in story)).toHaveLength(1);
});

const rejected: Story = [
  asked,
  {
    step: "rejected-shell",
    callId: "call_no",
    command: "npm install left-pad",
    reason: "we use pnpm in this repo",
  },
];
/** An export lies wherever somebody put it, so that no scan finds it by itself. */
const rejectingForms = allScribes
  .filter(({ title, write }) => !title.endsWith("export") && write(rejected) !== undefined)
  .map(({ title }) => title);

test.each(rejectingForms)(
  "a reason given with a rejected call belongs to that call, also when the agent had said nothing: %s",
  (form) => {
    const plan = { form, number: 1, project: "/srv/api", story: rejected };
    const home = new Home();
    const file = writeLog(plan);
    if (file !== undefined) home.write(file);
    else if (form === openCodeForm) home.writeDatabase([writeStoredSession(plan)]);
    const context = freshContext();
    home.scan(context);
    home.clear();
    // As a rule that lasts it counts as well, and both are one candidate.
    expect(lessonsIn(context)).toHaveLength(1);
    const reasons = episodesIn(context).flatMap(({ story }) =>
      story.is === "saying" && story.isRejection ? [story] : [],
    );
    expect(reasons).toMatchObject([
      {
        is: "saying",
        isRejection: true,
        words: "we use pnpm in this repo",
        ran: ["npm install left-pad"],
      },
    ]);
  },
);

test("ADR-004 case 2: the same correction is CRITICAL where a release was asked for", () => {
  const levelAfter = (task: string) =>
    lessonsIn(
      scanned([
        says("hello"),
        answers("Hello."),
        says(task),
        shell("sed -i s/1.0/1.1/ plugin.json", "ok"),
        answers("The version is bumped."),
        says("You forgot to update marketplace.json when you bumped the version in plugin.json"),
        answers("You're absolutely right, my apologies. Let me add that now."),
      ]),
    ).map(({ priority }) => priority);
  expect(levelAfter("bump the version")).toEqual([5]);
  expect(levelAfter("prepare the release 1.1")).toEqual([9]);
});
