import { Argument, type Command } from "commander";
import { Fault } from "../../platform/fault.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import type { LearnAction, LearnFlags } from "./learn-kit.ts";

export function learnCommand(kit: CommandKit): Command {
  return newCommand("learn", "let your model learn how you work from finished sessions", [
    "lessons learn --enable              # starts learning in the background",
    "lessons learn                       # shows the status of this project",
    "lessons learn run --now             # learns from waiting sessions now",
    "lessons learn run ~/.claude/projects/p/5e55.jsonl",
    "lessons learn channels 5e55101a     # what the model would see",
    "lessons learn --configure model=haiku dailyCap=2",
  ])
    .addArgument(
      new Argument(
        "[step]",
        "run: learn from waiting sessions; channels: print what the model sees of a session; ended: add a session to the waiting ones, as hooks do",
      ).choices(["run", "channels", "ended"]),
    )
    .argument("[session]", "a log file, a session id, or the beginning of one")
    .option("--enable", "switch learning on in all your projects")
    .option("--disable", "switch it off")
    .option("--project", "with --enable and --disable: only in this project")
    .option("--status", "show the status of this project (the default)")
    .option("--list", "list this project's observations, most certain first")
    .option("--review", "list the observations that need you, and why")
    .option(
      "--configure [key=value...]",
      "set model, batchSize, dailyCap, debug for this project; without values, lessons asks",
    )
    .option("--clear", "archive all observations of this project")
    .option("--purge", "move unusable waiting sessions to the backups")
    .option("--now", "with run: do not wait for a full batch")
    .option("--yes", "with --clear and --purge: do not ask")
    .action(async (step: string | undefined, session: string | undefined, flags: LearnFlags) => {
      const action = await actions[actionOf(step, session, flags)]();
      await action(kit, flags, session);
    });
}

/** What `lessons learn` can do, by the word or the flag that asks for it. Loaded when it is asked for. */
const actions = {
  enable: async () => (await import("./change-actions.ts")).enable,
  disable: async () => (await import("./change-actions.ts")).disable,
  configure: async () => (await import("./change-actions.ts")).configure,
  clear: async () => (await import("./change-actions.ts")).clear,
  purge: async () => (await import("./change-actions.ts")).purge,
  status: async () => (await import("./show-actions.ts")).status,
  list: async () => (await import("./show-actions.ts")).list,
  review: async () => (await import("./show-actions.ts")).review,
  run: async () => (await import("./run-actions.ts")).run,
  channels: async () => (await import("./run-actions.ts")).channels,
  ended: async () => (await import("./run-actions.ts")).ended,
} satisfies Record<string, () => Promise<LearnAction>>;

type ActionName = keyof typeof actions;

const flagActions = [
  "enable",
  "disable",
  "status",
  "list",
  "review",
  "configure",
  "clear",
  "purge",
] as const satisfies readonly ActionName[];

/** One thing at a time; flags that belong to another one are a slip. */
function actionOf(
  step: string | undefined,
  session: string | undefined,
  flags: LearnFlags,
): ActionName {
  const given = flagActions.filter((name) => flags[name] !== undefined);
  const steps = stepActions.filter((name) => name === step);
  const [wanted = "status", other] = [...steps, ...given];
  if (other !== undefined)
    throw wrong(`${spelled(wanted)} and ${spelled(other)} cannot be combined`);
  for (const { flag, owners } of companions) {
    if (flags[flag] !== undefined && !owners.includes(wanted))
      throw wrong(`--${flag} needs ${owners.map(spelled).join(" and ")}`);
  }
  const needsSession = wanted === "channels" || wanted === "ended";
  if (needsSession && session === undefined) throw wrong(`lessons learn ${wanted} needs a session`);
  return wanted;
}

const stepActions = ["run", "channels", "ended"] as const satisfies readonly ActionName[];

const companions: readonly {
  readonly flag: keyof LearnFlags;
  readonly owners: readonly ActionName[];
}[] = [
  { flag: "now", owners: ["run"] },
  { flag: "yes", owners: ["clear", "purge"] },
  { flag: "project", owners: ["enable", "disable"] },
];

function spelled(name: string): string {
  return stepActions.some((step) => step === name) ? name : `--${name}`;
}

function wrong(message: string): Fault {
  return new Fault("bad-input", message, { hint: "lessons learn --help" });
}
