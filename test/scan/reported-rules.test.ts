import { expect, test } from "vitest";
import { proposeLesson } from "../../src/care/add/propose-lesson.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { agentSays, session } from "./one-session.ts";

const rule = "always run lint:fix before lint";
const lint: Story = [
  { step: "shell", callId: "a", command: "cd app && npm run lint", exitStatus: 0, output: "ok" },
];

test.each([
  ["an agent in a tag", agentSays(`Noted.\n\n#lesson ${rule} #/lesson`)],
  ["an agent on a line of its own", agentSays(`#lesson\n${rule}\n#/lesson`)],
  ["a person behind #lesson", [{ step: "person-says", text: `#lesson ${rule}` }] as Story],
])("a rule in one sentence by %s is the candidate that lessons add would propose", (_by, said) => {
  const { lessons, database } = scanned([...lint, ...said]);
  expect(lessons).toHaveLength(1);
  const { draft, call } = proposeLesson(database, rule);
  expect(call?.example).toBe("npm run lint");
  expect(lessons).toMatchObject([{ ...draft, status: "candidate" }]);
});

test("a rule about no call of the session is shown when a session starts", () => {
  const { lessons } = scanned(agentSays(`#lesson ${rule} #/lesson`));
  expect(lessons).toMatchObject([
    {
      kind: "requirement",
      triggers: { injectOn: expect.arrayContaining(["SessionStart"]), commandPatterns: [] },
    },
  ]);
});

test("a report without a trigger gets the call that its sentences name", () => {
  const report =
    "#lesson\nmistake: it left new files behind\nfix: use git stash -u, not git stash\n#/lesson";
  const { lessons } = scanned(agentSays(report));
  const [pattern = ""] = lessons[0]?.triggers.commandPatterns ?? [];
  expect(pattern).toMatch(/^\^git\\s\+stash/u);
});

test("a question, a story and a word are no rules", () => {
  const story = `${"It went on and on. ".repeat(20)}\n\nThen it stopped.`;
  for (const text of ["shall we lint first?", story, "linting"])
    expect(scanned(agentSays(`#lesson\n${text}\n#/lesson`)).lessons).toEqual([]);
});

function scanned(story: Story) {
  const context = freshContext();
  const home = new Home();
  home.write(session(1, story));
  home.scan(context);
  const { database } = context;
  return { database, lessons: listLessons(database, { sort: "newest", limit: 10 }).lessons };
}
