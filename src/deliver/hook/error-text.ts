import { relative, sep } from "node:path";

/**
 * What went wrong, for the log. Messages of the system name whole paths, and those of parsers quote what
 * they read: of the first stays the folder of ours, of the second nothing.
 */
export function errorText(error: unknown, home: string): string {
  if (!(error instanceof Error)) return "something that is no error";
  if (error instanceof SyntaxError) return "a file of the cache is not JSON";
  if (!("code" in error) || typeof error.code !== "string") return error.message;
  const call = "syscall" in error ? ` at ${String(error.syscall)}` : "";
  const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
  const [place = ""] = path === undefined ? [] : relative(home, path).split(sep);
  return `${error.code}${call}${place === "" || place === ".." ? "" : ` in ${place}`}`;
}
