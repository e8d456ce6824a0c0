import type { ChildProcess } from "node:child_process";
import { errorCode } from "../files/file-fault.ts";

/** A program that leads a process group, and what it has started. */
export interface ProcessGroup {
  readonly end: (signal: "SIGTERM" | "SIGKILL") => void;
  /** It has ended by itself. */
  readonly forget: () => void;
}

/**
 * Starts a program that leads a group of its own. A Ctrl-C at the terminal does not reach it, so it is ended when we are.
 * Who listens to these signals, too, decides what becomes of us, and then of the program.
 */
export function startGroup<Child extends ChildProcess>(
  start: (options: { readonly detached: boolean }) => Child,
): { readonly child: Child; readonly group: ProcessGroup } {
  let pid: number | undefined;
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    if (pid === undefined) return;
    try {
      process.kill(canLead ? -pid : pid, signal);
    } catch (error) {
      if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
    }
  };
  const group = { end, forget: () => forget(group) };
  // Before it starts: a signal that comes in between would leave it behind.
  if (alive.size === 0) listen();
  alive.add(group);
  try {
    const child = start({ detached: canLead });
    pid = child.pid;
    return { child, group };
  } catch (error) {
    group.forget();
    throw error;
  }
}

/** Elsewhere a program of its own group gets a window of its own. */
const canLead = process.platform !== "win32";

const alive = new Set<ProcessGroup>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function forget(group: ProcessGroup): void {
  if (!alive.delete(group) || alive.size > 0) return;
  process.off("exit", endAll);
  for (const name of signals) process.off(name, endUs);
}

function listen(): void {
  process.on("exit", endAll);
  // Before others: one that listens once is gone from the list when it is called.
  for (const name of signals) process.prependListener(name, endUs);
}

function endAll(): void {
  for (const group of alive) group.end("SIGKILL");
}

/** As the signal would have ended us if we had not listened. */
function endUs(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, endUs);
  process.kill(process.pid, signal);
}
