import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { askAgent } from "../../agents/ask-agent.ts";
import { modelFor, type LearningSettings } from "../learn/learning-settings.ts";
import { runLearning, type RunRequest } from "../learn/run-learning.ts";
import type { RunReport } from "../learn/run-report.ts";
import {
  endedSession,
  findSession,
  sessionEnded,
  type EndedHere,
  type EndedReport,
} from "../learn/session-ended.ts";
import { wire } from "../../cli/wire.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import type { CommandKit } from "../../cli/command-kit.ts";
import { paragraph } from "../../cli/layout.ts";
import { learnGround, type LearnFlags } from "./learn-kit.ts";
import { channelsText, runText, runValue } from "./run-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** Looks at what waits here; or at one session, in the project that it was about. */
export async function run(
  kit: CommandKit,
  flags: LearnFlags,
  session: string | undefined,
): Promise<void> {
  const { terminal } = kit;
  const { environment } = terminal;
  const named = session === undefined ? undefined : await endedNamed(kit, flags, session);
  if (named?.isSilent === true) {
    throw new Fault("bad-input", `${session} has no messages`, {
      hint: "lessons learn channels prints what a model would see",
    });
  }
  const ground = await learnGround(kit, flags, named?.place.root);
  const { wiring, learning } = ground;
  const { settings, fault } = learning;
  if (fault !== undefined) throw fault;
  // The log may know the project by a name that its folder does not tell.
  const place = named?.place ?? ground.place;
  named?.queue(wiring.paths.home, wiring.system);
  const report = await stoppable(terminal, (signal) =>
    runLearning(wiring, {
      place,
      settings,
      isNow: flags.now === true || named !== undefined,
      session: named?.name,
      environment,
      ask: askWith(environment, settings),
      signal,
      onStep: (step) => terminal.note(flags.json === true ? "" : `${step}\n`),
    }),
  );
  terminal.exitStatus = exitStatus(report);
  await kit.answer(flags, {
    type: "lessons-learning-run",
    value: runValue(report),
    text: () => runText(report, terminal),
  });
}

/** Asks the program that the settings name. */
function askWith(environment: NodeJS.ProcessEnv, settings: LearningSettings): RunRequest["ask"] {
  return (question, signal) =>
    askAgent(settings.program, question, { environment, model: modelFor(settings), signal });
}

/** Ctrl-C ends the program that is asked, and lets the sessions wait on. */
async function stoppable<Result>(
  terminal: Terminal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, release } = terminal.listenForStop();
  try {
    return await work(signal);
  } finally {
    release();
  }
}

/** 0 when sessions were looked at; later tries that found nothing to do change nothing about that. */
function exitStatus({ next = [], ...first }: RunReport): number {
  const outcomes = new Set([first, ...next].map(({ outcome }) => outcome));
  if (outcomes.has("stopped")) return 130;
  if (outcomes.has("no-answer") || outcomes.has("bad-answer")) return 2;
  return idle.has(first.outcome) ? 1 : 0;
}

const idle: ReadonlySet<RunReport["outcome"]> = new Set(["none-waiting", "capped", "busy"]);

/** What a model would see of a session, and nothing else of it. */
export async function channels(kit: CommandKit, flags: LearnFlags, session = ""): Promise<void> {
  const { terminal, answer } = kit;
  const { channels: shown } = await endedNamed(kit, flags, session);
  await answer(flags, {
    type: "lessons-channels",
    value: shown,
    nothing: shown.userSignals.length === 0 ? `${notTaken.silent}\n` : undefined,
    text: () => channelsText(shown, terminal),
  });
}

/** What hooks call: nobody reads what it says, so that it says little. */
export async function ended(kit: CommandKit, flags: LearnFlags, session = ""): Promise<void> {
  const { terminal } = kit;
  const { environment, workingDirectory } = terminal;
  const report = await stoppable(terminal, (signal) =>
    sessionEnded({
      name: placeOf(kit, session),
      environment,
      workingDirectory,
      wireAt: (directory) =>
        wire({
          environment,
          workingDirectory: directory,
          settings: flags.set ?? [],
          caller: kit.who,
        }),
      askWith: (settings) => askWith(environment, settings),
      signal,
    }),
  );
  if (report.outcome === "broken-settings") terminal.exitStatus = 2;
  await kit.answer(flags, {
    type: "lessons-learning-ended",
    value: report.outcome === "queued" ? { ...report, run: runValue(report.run) } : report,
    text: () => endedText(report, terminal),
  });
}

function endedText(report: EndedReport, terminal: Terminal): string {
  if (report.outcome === "queued") return runText(report.run, terminal);
  if (report.outcome !== "broken-settings") return `${notTaken[report.outcome]}\n`;
  const text = `The session waits until this is fixed: ${report.problem}`;
  return paragraph(text, terminal);
}

const notTaken = {
  off: "Learning is off there. To switch it on: lessons learn --enable",
  silent: "That session has no messages.",
};

async function endedNamed(kit: CommandKit, flags: LearnFlags, session: string): Promise<EndedHere> {
  const { environment, workingDirectory } = kit.terminal;
  const machine = { home: userHome(environment), environment };
  const found = await kit.inContext(flags, (context) =>
    findSession(context, machine, placeOf(kit, session)),
  );
  return endedSession(found, { environment, workingDirectory });
}

/** A file that is there is a file; anything else is an id. */
function placeOf({ terminal }: CommandKit, session: string): string {
  const file = resolve(terminal.workingDirectory, session);
  return existsSync(file) ? file : session;
}
