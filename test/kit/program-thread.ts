import { workerData } from "node:worker_threads";
import { allCommands } from "../../src/cli/commands.ts";
import { run } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import type { Call, Outcome, ThreadParts } from "./called-program.ts";

/** The program, called once for each message. Its environment and its folder are those of the call. */
const { calls, answers } = workerData as ThreadParts;

calls.on("message", (call: Call) => {
  void outcomeOf(call).then((outcome) => {
    calls.postMessage(outcome);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  });
});

async function outcomeOf({
  args,
  input,
  environment,
  cwd,
  isAttended,
  startedBy,
}: Call): Promise<Outcome> {
  const said = { out: "", err: "" };
  const terminal: Terminal = {
    write: (text) => void (said.out += text),
    writeAll: async (pieces) => {
      for (const piece of pieces) said.out += piece;
    },
    note: (text) => void (said.err += text),
    progress: () => {},
    style: (_format, text) => text,
    width: 80,
    hasPipedInput: true,
    // A person types these commands, whatever started the tests.
    isAttended,
    startedBy: async () => startedBy,
    readInput: async () => input,
    // Signals are for processes: `Program.start`.
    listenForStop: () => ({ signal: new AbortController().signal, release: () => {} }),
    environment,
    workingDirectory: cwd,
    exitStatus: 0,
  };
  const bug = Promise.withResolvers<never>();
  const report = (error: unknown) => bug.reject(error);
  process.once("uncaughtException", report);
  try {
    return { status: await Promise.race([run(args, terminal, allCommands), bug.promise]), ...said };
  } catch (error) {
    return { status: null, ...said, err: `${said.err}${String(error)}` };
  } finally {
    process.off("uncaughtException", report);
  }
}
