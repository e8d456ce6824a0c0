import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type HookContext, type HookHome, hookHome } from "./home.ts";

export function hookContext(say: HookContext["say"]): HookContext {
  const home = hookHome(process.env);
  const now = new Date();
  return { home, environment: process.env, now, log: (line) => logLine(home, now, line), say };
}

/**
 * One line about what went wrong, for whoever asks later. Nothing of a payload is in it. The log is bounded,
 * and where it cannot be written, nothing is said: a hook never stands in the way.
 */
function logLine({ log }: HookHome, now: Date, text: string): void {
  try {
    mkdirSync(log, { recursive: true, mode: 0o700 });
    const file = join(log, "hook.log");
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longestLog) renameSync(file, `${file}.1`);
    const line = text.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, longestLine);
    appendFileSync(file, `${now.toISOString()} ${line}\n`, { mode: 0o600 });
  } catch {
    // A full disk or a read-only home.
  }
}

const longestLog = 262_144;
const longestLine = 500;

/**
 * What went wrong, for the log. Messages of the system name whole paths, and those of parsers quote what
 * they read: of the first stays the folder of ours, of the second nothing.
 */
export function errorText(error: unknown, home: string): string {
  if (!(error instanceof Error)) return "an unknown error";
  if (error instanceof SyntaxError) return "a file of the cache is not JSON";
  if (!("code" in error) || typeof error.code !== "string") return error.message;
  const call = "syscall" in error ? ` at ${String(error.syscall)}` : "";
  const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
  const [place = ""] = path === undefined ? [] : relative(home, path).split(sep);
  return `${error.code}${call}${place === "" || place === ".." ? "" : ` in ${place}`}`;
}

/** Whether the system says this about what went wrong. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
