import { tmpdir } from "node:os";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from "node:worker_threads";

/** One call of the program. */
export interface Call {
  readonly args: readonly string[];
  readonly input: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** A person sits at it. */
  readonly isAttended: boolean;
  /** The programs that started it. */
  readonly startedBy: readonly string[];
}

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** What the thread is given. */
export interface ThreadParts {
  readonly calls: MessagePort;
  readonly answers: Int32Array;
}

/**
 * Calls the program from source, in a thread that stays for the next call: no process is started and nothing is
 * loaded twice. The thread has next to nothing of our environment, so what the program takes from anywhere but its
 * terminal is missing there.
 */
export function callProgram(call: Call): Outcome {
  thread ??= startThread();
  const before = Atomics.load(thread.answers, 0);
  thread.port.postMessage(call);
  Atomics.wait(thread.answers, 0, before, longestMs);
  const answer = receiveMessageOnPort(thread.port);
  if (answer !== undefined) return answer.message as Outcome;
  throw new Error(`lessons ${call.args.join(" ")} did not end`);
}

const longestMs = 60_000;
let thread: { readonly port: MessagePort; readonly answers: Int32Array } | undefined;

function startThread(): NonNullable<typeof thread> {
  const { port1: port, port2: calls } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("program-thread.ts", import.meta.url), {
    workerData: { calls, answers } satisfies ThreadParts,
    transferList: [calls],
    env: { PATH: process.env["PATH"], TMPDIR: tmpdir() },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  worker.unref();
  port.unref();
  return { port, answers };
}
