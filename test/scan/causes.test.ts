import { expect, test } from "vitest";
import { eachEpisode } from "../../src/capture/episodes/episodes.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Story } from "../adapters/scribe.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";
import type { WrittenFile } from "./written-session.ts";

/** One cause in the words of two sessions. */
const planted: readonly (readonly [cause: string, one: string, other: string])[] = [
  [
    "a stale folder",
    "The failures come from the stale build/snapshots directory, not from this change.",
    "All 14 failing tests are in `build/snapshots/run-Xk81Qz/`, left over from an earlier run.",
  ],
  [
    "a service that does not run",
    "This fails because Redis is not running.",
    "The integration suite can't connect: redis isn't started on this machine.",
  ],
  [
    "generated code",
    "Pre-existing failure: the generated API stubs are missing.",
    "Typecheck fails because the generated stubs have not been built yet.",
  ],
  [
    "a variable",
    "The deploy script exits early because `DEPLOY_REGION` is not set.",
    "Root cause: DEPLOY_REGION is missing from the environment.",
  ],
  [
    "a port",
    "The preview can't start because port 4173 is already in use.",
    "Port 4173 is taken by an old process, so the browser run fails.",
  ],
  [
    "a setting of the machine",
    "Commits fail here because `commit.gpgsign` is enabled globally.",
    "The tests that commit break because commit.gpgsign is turned on in the global git config.",
  ],
  [
    "submodules",
    "The build breaks because the git submodules were never initialised in this checkout.",
    "It turns out the submodules are not checked out, which is why cmake fails.",
  ],
  [
    "browsers",
    "The browser tests fail because the Playwright browsers are not installed in this container.",
    "Unrelated to my changes: the Playwright binaries are missing here.",
  ],
  [
    "containers",
    "Docker isn't available in the sandbox, so the container tests can't run.",
    "These errors are due to the Docker daemon not running.",
  ],
  [
    "an outdated package",
    "The lint step crashes because `@acme/rules` is outdated in node_modules.",
    "The crash comes from a stale @acme/rules package.",
  ],
  [
    "a lock",
    "The plan is refused because `.infra/state.lock` is held by another run.",
    "The plan failed due to a stale `.infra/state.lock`.",
  ],
  [
    "a runtime",
    "The install fails because Node 18 is too old for this workspace.",
    "The failure is caused by Node 18, which this toolchain does not support.",
  ],
  [
    "migrations",
    "The API tests fail because the database migrations have not been applied.",
    "The migrations were never run on the local database, that is why these tests fail.",
  ],
  [
    "credentials",
    "The upload fails because the AWS credentials expired.",
    "AWS credentials have expired, so the upload is refused.",
  ],
];

test.each(planted)("%s, named in two sessions, is one candidate", (_, one, other) => {
  const { context } = scanOf(session(1, said("a", one)), session(2, said("b", other)));
  expect(causesIn(context)).toEqual([{ sessions: 2, isFirst: false }]);
});

/** What two sessions say that is no cause to remember. */
const decoys: readonly (readonly [decoy: string, files: () => readonly WrittenFile[]])[] = [
  [
    "a cause that only one session names",
    () => [
      session(1, said("a", "This fails because `tmp/pages` is stale.")),
      session(2, said("b", "This fails because Kafka is not running.")),
    ],
  ],
  [
    "a cause that one session names twice",
    () => [
      session(1, [
        ...said("a", "The failures come from the stale `out/reports` folder."),
        ...said("b", "Again: the failures come from the stale `out/reports` folder."),
      ]),
    ],
  ],
  [
    "the bug of the work, twice in one session",
    () => [
      session(1, [
        ...said("a", "The test fails because `parseRange` returns the wrong value."),
        ...said("b", "The failure comes from `parseRange`: the last element is missing."),
      ]),
    ],
  ],
  both(
    "a function that both sessions work on",
    "The test fails because `parseRange` drops the last element.",
    "`parseRange` is wrong for empty input, which is why the test fails.",
  ),
  both(
    "general words about different things: a field",
    "This fails because the config is missing a field.",
    "This fails because the config is missing a value for the new option.",
  ),
  both(
    "general words about different things: an import",
    "The failure is due to a wrong import path.",
    "The error is due to a wrong import in the handler.",
  ),
  both(
    "general words about different things: a mock",
    "The test fails because the mock is stale.",
    "It fails because the mock is not set up.",
  ),
  both(
    "general words about different things: a file",
    "The build fails because the file does not exist.",
    "The check fails because the file is missing.",
  ),
  both(
    "general words about different things: a dependency",
    "The build fails because of a missing dependency in the auth module.",
    "The error is caused by a missing dependency of the billing page.",
  ),
  both(
    "general words about different things: a variable, a service",
    "The job fails because the environment variable is not set and the service is not running.",
    "The check fails because an environment variable is not set; the service is not running.",
  ),
  both(
    "a file that every project has",
    "The install fails because `package.json` is missing a script.",
    "The failure is due to an outdated version in `package.json`.",
  ),
  both(
    "a cause that only may be one",
    "This might be because Kafka is not running.",
    "The failure is probably due to Kafka, which is not running.",
  ),
  both(
    "a question",
    "Is it failing because the `vpn-gateway` is down?",
    "Does it fail because the `vpn-gateway` is down?",
  ),
  both(
    "a slip of the agent",
    "This fails because I left `debug/trace.log` behind.",
    "It failed because I had removed `debug/trace.log`, which is missing now.",
  ),
  both(
    "what is said not to be the cause",
    "This fails, but not because Elasticsearch is down.",
    "The failure is not due to Elasticsearch, which is not running anyway.",
  ),
  both(
    "a reason for what the agent does",
    "I'm running the suite again because `coverage/html` is stale.",
    "I will run it again because `coverage/html` is outdated.",
  ),
  [
    "a file that is edited before",
    () =>
      ["a", "b"].map((id, at) =>
        withEdits(
          session(at + 1, [
            ...edit(id, "/srv/api/config/limits.yaml"),
            ...said(id, "The check fails because `config/limits.yaml` is outdated."),
          ]),
        ),
      ),
  ],
  [
    "a file that is edited after",
    () =>
      ["a", "b"].map((id, at) =>
        withEdits(
          session(at + 1, [
            ...said(id, "The failures come from `src/billing/invoice.ts`, which is outdated."),
            ...edit(id, "/srv/api/src/billing/invoice.ts"),
          ]),
        ),
      ),
  ],
  [
    "two projects",
    () => [
      session(1, said("a", "The failures come from the stale `tmp/pages` folder.")),
      session(2, said("b", "The failures come from the stale `tmp/pages` folder."), {
        project: "/srv/web",
      }),
    ],
  ],
  [
    "a state of which nothing had failed",
    () =>
      ["a", "b"].map((id, at) =>
        session(at + 1, [works(id, "make site"), ...says("The `docs/site` folder is stale.")]),
      ),
  ],
];

test.each(decoys)("%s: no candidate", (_, files) => {
  expect(causesIn(scanOf(...files()).context)).toEqual([]);
});

test("all causes in one home stay apart, whatever else was said there", () => {
  const files = planted.flatMap(([, one, other], at) => [
    session(2 * at + 1, said(`a${at}`, one)),
    session(2 * at + 2, said(`b${at}`, other)),
  ]);
  const { context } = scanOf(...files);
  expect(causesIn(context)).toEqual(planted.map(() => ({ sessions: 2, isFirst: false })));
});

test("what was done before the call worked is the fix, and brings the cause into the first list", () => {
  const story = (id: string, clone: string): Story => [
    fails(`${id}1`, "git commit -m done"),
    ...says(
      `The pre-commit hook fails because the test runner picks up \`tmp/clones/${clone}/\` — not related to my change.`,
    ),
    works(`${id}2`, `rm -rf tmp/clones/${clone}`),
    works(`${id}3`, "git commit -m done"),
  ];
  const { context } = scanOf(
    session(1, story("a", "eval-Xk81Qz")),
    session(2, story("b", "eval-pQ77ab")),
  );
  expect(causesIn(context)).toEqual([{ sessions: 2, isFirst: true }]);
  expect(causeLessons(context)[0]).toMatchObject({
    kind: "pitfall",
    summary: "The pre-commit hook fails because the test runner picks up `tmp/clones/`",
    body: {
      mistake:
        "The pre-commit hook fails because the test runner picks up `tmp/clones/`. Seen when `git commit` failed.",
      remediation: "Remove what is left in `tmp/clones` first. (Worked 2 times.)",
    },
  });
});

test("a command that the agent only says helps is kept, and waits for a person's look", () => {
  const text =
    "Typecheck fails because the generated stubs are missing. Run `make stubs` first to create them.";
  const { context } = scanOf(session(1, said("a", text)), session(2, said("b", text)));
  expect(causesIn(context)).toEqual([{ sessions: 2, isFirst: false }]);
  expect(causeLessons(context)[0]?.body).toMatchObject({ remediation: "Run `make stubs` first." });
});

test("a failure that a pipe hides is believed when the agent says so", () => {
  const story = (id: string): Story => [
    works(id, "npm test 2>&1 | tail -5"),
    ...says("The 6 failures are all from `tmp/clones/`, a leftover checkout."),
  ];
  const { context } = scanOf(session(1, story("a")), session(2, story("b")));
  expect(causesIn(context)).toEqual([{ sessions: 2, isFirst: false }]);
});

test("a cause that a person approved gains what others say about it, and never comes twice", () => {
  const { home, context } = scanOf(
    session(1, said("a", "The failures come from the stale `tmp/clones` folder.")),
    session(2, said("b", "The tests fail because `tmp/clones` is stale.")),
  );
  const [lesson] = causeLessons(context);
  moveLesson(context, lesson?.slug ?? "", {
    verdict: "approve",
    by: "person",
    because: "seen often",
  });
  const other = "The tests fail because `@acme/rules` is missing in `tmp/clones`.";
  home.write(session(3, said("c", other)));
  home.write(session(4, said("d", other)));
  home.scan(context);
  expect(causeLessons(context)).toMatchObject([{ slug: lesson?.slug, sessionCount: 4 }]);
});

test("law: in which order sessions are read makes no difference", () => {
  const files = planted
    .slice(0, 4)
    .flatMap(([, one, other], at) => [
      session(2 * at + 1, said(`a${at}`, one)),
      session(2 * at + 2, said(`b${at}`, other)),
    ]);
  const home = new Home();
  const context = freshContext();
  for (const file of files.toReversed()) {
    home.write(file);
    home.scan(context);
  }
  const whole = canonicalStore(scanOf(...files).context.database);
  const inParts = canonicalStore(context.database);
  expect(inParts.lessons.length).toBeGreaterThan(3);
  expect(inParts.episodes).toEqual(whole.episodes);
});

function both(decoy: string, one: string, other: string): (typeof decoys)[number] {
  return [decoy, () => [session(1, said("a", one)), session(2, said("b", other))]];
}

/** A check fails, and the agent says something about it. */
function said(id: string, text: string): Story {
  return [fails(id, "npm test"), ...says(text)];
}

function fails(callId: string, command: string): Story[number] {
  return { step: "shell", callId, command, exitStatus: 1, output: "3 tests failed" };
}

function works(callId: string, command: string): Story[number] {
  return { step: "shell", callId, command, exitStatus: 0, output: "done" };
}

function says(text: string): Story {
  return [{ step: "agent-says", text }];
}

const editMark = "an edit that works";

function edit(id: string, path: string): Story {
  return [{ step: "edit-fails", callId: `edit-${id}`, path, message: editMark }];
}

/** The scribes only know edits that fail. */
function withEdits({ path, text }: WrittenFile): WrittenFile {
  const lines = text
    .split("\n")
    .map((line) =>
      line.includes(editMark)
        ? line
            .replace(`<tool_use_error>${editMark}</tool_use_error>`, "The file has been updated.")
            .replace('"is_error":true', '"is_error":false')
        : line,
    );
  return { path, text: lines.join("\n") };
}

function scanOf(...files: readonly WrittenFile[]) {
  const home = new Home();
  const context = freshContext();
  for (const file of files) home.write(file);
  home.scan(context);
  return { home, context };
}

function causeLessons(context: Context) {
  const slugs = new Set(
    [...eachEpisode(context.database)].flatMap(({ story, slug }) =>
      story.is === "cause" && slug !== null ? [slug] : [],
    ),
  );
  return listLessons(context.database, {
    statuses: ["candidate", "active"],
    sort: "newest",
    limit: 100,
  }).lessons.filter(({ slug }) => slugs.has(slug));
}

function causesIn(context: Context) {
  return causeLessons(context).map(({ sessionCount, flags }) => ({
    sessions: sessionCount,
    isFirst: !flags.includes("maybe"),
  }));
}
