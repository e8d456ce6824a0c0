import { join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { type Protected, protectedLessons } from "../../deliver/trial/trials.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import { ownerOf } from "../../redact/owner.ts";
import type { TrialReport } from "../trial/report.ts";
import { startedText, trialText } from "./trial-text.ts";

interface TrialFlags extends CommonOptions {
  readonly share?: number;
  readonly include?: readonly Protected[];
}

export function trialCommand(kit: CommandKit): Command {
  return newCommand("trial", "test whether lessons help by withholding them in some sessions", [
    "lessons trial start                  # withholds each in 20 % of sessions",
    "lessons trial start --share 50%      # the fastest answer",
    "lessons trial                        # shows the progress",
    "lessons trial stop                   # ends it and prints the report",
  ])
    .addArgument(
      new Argument("[act]", "start, stop or status (default: status)").choices([
        "start",
        "status",
        "stop",
      ]),
    )
    .option(
      "--share <percent>",
      "with start: share of sessions, 1% to 90% (default: 20%)",
      readShare,
    )
    .option(
      "--include <what>",
      "with start: also withhold critical, hold or fix lessons (separate with commas)",
      readIncluded,
    )
    .action(async (act: Act = "status", flags: TrialFlags) => {
      const { share, include, ...options } = flags;
      if (act !== "start" && (share ?? include) !== undefined)
        throw new Fault("bad-input", "--share and --include work only with lessons trial start", {
          hint: "you cannot change a running trial; to end it: lessons trial stop",
        });
      if (act === "status") return status(kit, options);
      // Which sessions go without help is not for the agent to choose.
      await kit.requirePerson({ what: `${act} a trial`, type: `lessons trial ${act}` });
      return act === "start" ? start(kit, flags) : stop(kit, options);
    });
}

type Act = "start" | "status" | "stop";

/** In thousandths, from `20%`, `20` or `0.2`. */
function readShare(text: string): number {
  const [, digits = "", percent = ""] = /^\s*(\d{0,3}(?:\.\d{1,3})?)\s*(%?)\s*$/u.exec(text) ?? [];
  const number = digits === "" ? Number.NaN : Number(digits);
  const share = Math.round(percent === "" && number < 1 ? number * 1000 : number * 10);
  if (share >= 10 && share <= 900) return share;
  throw new InvalidArgumentError("Use a share of sessions from 1% to 90%.");
}

function readIncluded(text: string): readonly Protected[] {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== "");
  const known = protectedLessons.filter((name) => words.includes(name));
  if (known.length > 0 && known.length === new Set(words).size) return known;
  throw new InvalidArgumentError(`Use one or more of ${protectedLessons.join(", ")}.`);
}

async function start(kit: CommandKit, { share = 200, include = [], ...options }: TrialFlags) {
  const { startTrial } = await import("../trial/start-trial.ts");
  const { deliverySetup } = await import("../../deliver/init/delivery-setup.ts");
  const { inContext, deliveryValues, paths } = await kit.wireFor(options);
  const config = await deliveryValues();
  const started = await inContext((context) =>
    startTrial({ ...context, config }, { share, included: include }),
  );
  const { environment } = kit.terminal;
  const isSetUp = deliverySetup({ home: userHome(environment), environment }, paths).way !== "none";
  const { trial } = started;
  await kit.answer(options, {
    type: "lessons-trial-start",
    value: {
      id: trial.id,
      sharePercent: trial.share / 10,
      included: trial.included,
      startedAt: trial.startedAt,
      triedLessons: trial.lessons.length,
      protected: started.protected,
      unseen: started.unseen,
    },
    text: () => startedText(started, { ...kit.terminal, isSetUp }),
  });
}

async function status(kit: CommandKit, options: CommonOptions): Promise<void> {
  const report = await withNotes(kit, options, async (context) => {
    const { trialReport } = await import("../trial/report.ts");
    return trialReport(context);
  });
  await kit.answer(options, {
    type: "lessons-trial",
    value: { trial: report ?? null },
    nothing: report === undefined ? noTrial : undefined,
    text: () => (report === undefined ? "" : trialText(report, kit.terminal)),
  });
}

const noTrial =
  "No trial yet. lessons trial start withholds each lesson in some sessions and measures whether it helps.\n";

async function stop(kit: CommandKit, options: CommonOptions): Promise<void> {
  const report = await withNotes(
    kit,
    options,
    async (context): Promise<TrialReport | undefined> => {
      const { endTrial, runningTrial } = await import("../../deliver/trial/trials.ts");
      const { trialReport } = await import("../trial/report.ts");
      const running = runningTrial(context.database);
      if (running === undefined) return undefined;
      const stoppedAt = context.system.now();
      endTrial(context.database, running.id, stoppedAt);
      return trialReport(context, { ...running, stoppedAt });
    },
  );
  await kit.answer(options, {
    type: "lessons-trial",
    value: { trial: report ?? null },
    nothing:
      report === undefined
        ? "No trial is running. To see the last one: lessons trial\n"
        : undefined,
    text: () => (report === undefined ? "" : trialText(report, kit.terminal)),
  });
}

/** With what hooks have noted until now, and by the settings that hooks go by. */
async function withNotes<Result>(
  kit: CommandKit,
  options: CommonOptions,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { takeSpool } = await import("../../deliver/spool/take-spool.ts");
  const { inContext, deliveryValues, paths } = await kit.wireFor(options);
  const { environment } = kit.terminal;
  const config = await deliveryValues();
  return inContext(async (context) => {
    await takeSpool(context.database, {
      folder: join(paths.home, "spool"),
      owner: ownerOf(environment, userHome(environment)),
    });
    return work({ ...context, config });
  });
}
