import { expect, test } from "vitest";
import {
  defaultPriorityWeights,
  type PriorityWeights,
} from "../../src/lesson/score/observed-signals.ts";
import { configSchema } from "../../src/platform/configuration/schema.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { freshContext } from "../kit/store.ts";
import type { Story } from "../adapters/scribe.ts";
import { Home } from "./home.ts";
import { agentSays, missingPython, session } from "./one-session.ts";

const hangs: Story = [
  { step: "shell", callId: "h", command: "npm start", exitStatus: 0, output: "fine" },
  { step: "person-says", text: "it is stuck, the command hangs" },
];
const runsOutOfTime: Story = [
  {
    step: "shell",
    callId: "t",
    command: "npm run e2e",
    exitStatus: 143,
    output: "Command timed out after 2m 0.0s",
  },
];
const losesData: Story = agentSays(
  "#lesson\ntrigger: git stash\nmistake: untracked files are lost\nfix: git stash -u\ntags: severity:data-loss\n#/lesson",
);
const badFlag: Story = [
  {
    step: "shell",
    callId: "f",
    command: "cargo build --fats",
    exitStatus: 1,
    output: "error: unexpected argument '--fats' found",
  },
];

/** One mistake in two projects, with its fix; a hang that the user had to name; a timeout; a loss of data; a failure that nobody mended. */
const files = [
  session(1, missingPython("a"), { project: "/home/dev/api" }),
  session(2, missingPython("b"), { project: "/home/dev/web" }),
  session(3, hangs),
  session(4, losesData),
  session(5, badFlag),
  session(6, runsOutOfTime),
];

const none: PriorityWeights = {
  multiSessionBonus: 0,
  multiProjectBonus: 0,
  hangTimeoutBonus: 0,
  dataLossBonus: 0,
  userCorrectionBonus: 0,
  fixConfirmedBonus: 0,
  singleOccurrencePenalty: 0,
};

/** How much 2 as a weight adds to each mistake. */
const added = {
  multiSessionBonus: { python: 2, hang: 0, stop: 0, loss: 0, flag: 0 },
  multiProjectBonus: { python: 2, hang: 0, stop: 0, loss: 0, flag: 0 },
  hangTimeoutBonus: { python: 0, hang: 2, stop: 2, loss: 0, flag: 0 },
  dataLossBonus: { python: 0, hang: 0, stop: 0, loss: 2, flag: 0 },
  userCorrectionBonus: { python: 0, hang: 2, stop: 0, loss: 0, flag: 0 },
  fixConfirmedBonus: { python: 2, hang: 0, stop: 0, loss: 0, flag: 0 },
  singleOccurrencePenalty: { python: 0, hang: 2, stop: 2, loss: 2, flag: 2 },
} satisfies Record<keyof PriorityWeights, Priorities>;

test.each(Object.entries(added))(
  "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  (name, expected) => {
    const before = prioritiesWith(none);
    const after = prioritiesWith({ ...none, [name]: 2 });
    expect({
      python: after.python - before.python,
      hang: after.hang - before.hang,
      stop: after.stop - before.stop,
      loss: after.loss - before.loss,
      flag: after.flag - before.flag,
    }).toEqual(expected);
  },
);

test("the table names every weight", () => {
  expect(Object.keys(added)).toEqual(Object.keys(defaultPriorityWeights));
});

interface Priorities {
  readonly python: number;
  readonly hang: number;
  readonly stop: number;
  readonly loss: number;
  readonly flag: number;
}

function prioritiesWith(scoring: PriorityWeights): Priorities {
  const home = new Home();
  for (const file of files) home.write(file);
  const context = { ...freshContext(), config: configSchema.parse({ scoring }) };
  home.scan(context);
  const { lessons } = canonicalStore(context.database);
  context.database.close();
  const priorityOf = (start: string) =>
    Number(lessons.find(({ summary }) => String(summary).startsWith(start))?.["priority"]);
  return {
    python: priorityOf("`python` is not installed"),
    hang: priorityOf("`npm start` takes longer"),
    stop: priorityOf("`npm run e2e` takes longer"),
    loss: priorityOf("untracked files are lost"),
    flag: priorityOf("`cargo build` has no option"),
  };
}
