import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { EndedHere } from "../../../app/learn/queue-session.ts";
import type { Wiring } from "../../../app/wire.ts";
import { Fault } from "../../../system/fault.ts";
import { userHome } from "../../../system/paths.ts";
import { jsonText, type CommandKit } from "../command-kit.ts";
import type { LearnAction } from "./actions.ts";
import { channelsText } from "./channels-text.ts";
import { asker, learnGround, type LearnFlags } from "./learn-kit.ts";
import { runText, runValue } from "./run-text.ts";

export const runActions = { run, channels, ended } satisfies Record<string, LearnAction>;

/** Looks at what waits here; or at one session, in the project that it was about. */
async function run(kit: CommandKit, flags: LearnFlags, session: string | undefined): Promise<void> {
  const { terminal } = kit;
  const { environment } = terminal;
  const named = session === undefined ? undefined : await endedNamed(kit, flags, session);
  if (named?.isSilent === true) {
    throw new Fault("bad-input", `nobody says anything in ${session}`, {
      hint: "lessons learn channels prints what a model would see",
    });
  }
  const ground = await learnGround(kit, flags, named?.place.root);
  const { wiring, settings } = ground;
  // The log may know the project by a name that its folder does not tell.
  const place = named?.place ?? ground.place;
  named?.queue(wiring.paths.home, wiring.system);
  const { runLearning } = await import("../../../app/learn/run-learning.ts");
  const report = await runLearning(wiring, {
    place,
    settings,
    isNow: flags.now === true || named !== undefined,
    environment,
    ask: (await asker(environment))(settings),
    onStep: (step) => terminal.note(flags.json === true ? "" : `${step}\n`),
  });
  if (report.outcome === "none-waiting") process.exitCode = 1;
  if (report.outcome === "no-answer" || report.outcome === "bad-answer") process.exitCode = 2;
  terminal.write(
    flags.json === true
      ? jsonText("lessons-learning-run", runValue(report))
      : runText(report, terminal),
  );
}

/** What a model would see of a session, and nothing else of it. */
async function channels(kit: CommandKit, flags: LearnFlags, session = ""): Promise<void> {
  const { terminal } = kit;
  const { channels: shown } = await endedNamed(kit, flags, session);
  if (shown.userSignals.length === 0) process.exitCode = 1;
  if (flags.json === true) return terminal.write(jsonText("lessons-channels", { ...shown }));
  if (shown.userSignals.length === 0) return terminal.note(`${notTaken.silent}\n`);
  await terminal.writeAll([channelsText(shown, terminal)]);
}

/** What hooks call: nobody reads what it says, so that it says little. */
async function ended(kit: CommandKit, flags: LearnFlags, session = ""): Promise<void> {
  const { terminal } = kit;
  const { environment, workingDirectory } = terminal;
  const [{ sessionEnded }, { wire }, askWith] = await Promise.all([
    import("../../../app/learn/session-ended.ts"),
    import("../../../app/wire.ts"),
    asker(environment),
  ]);
  const report = await sessionEnded({
    name: placeOf(kit, session),
    environment,
    workingDirectory,
    wireAt: (directory): Wiring =>
      wire({ environment, workingDirectory: directory, settings: flags.set ?? [] }),
    askWith,
  });
  if (flags.json === true) {
    const { outcome } = report;
    const value = { outcome, run: outcome === "queued" ? runValue(report.run) : null };
    return terminal.write(jsonText("lessons-learning-ended", value));
  }
  terminal.write(
    report.outcome === "queued" ? runText(report.run, terminal) : `${notTaken[report.outcome]}\n`,
  );
}

const notTaken = {
  off: "Learning is off there: lessons learn --enable",
  silent: "Nobody says anything in that session.",
};

async function endedNamed(kit: CommandKit, flags: LearnFlags, session: string): Promise<EndedHere> {
  const { environment, workingDirectory } = kit.terminal;
  const [{ findSession }, { endedSession }] = await Promise.all([
    import("../../../app/learn/find-session.ts"),
    import("../../../app/learn/queue-session.ts"),
  ]);
  const machine = { home: userHome(environment), environment };
  const found = await kit.inWorkshop(flags, (workshop) =>
    findSession(workshop, machine, placeOf(kit, session)),
  );
  return endedSession(found, { environment, workingDirectory });
}

/** A file that is there is a file; anything else is an id. */
function placeOf({ terminal }: CommandKit, session: string): string {
  const file = resolve(terminal.workingDirectory, session);
  return existsSync(file) ? file : session;
}
