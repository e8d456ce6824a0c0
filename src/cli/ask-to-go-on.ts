import type { Terminal } from "./terminal.ts";

/** Asks a person; without one there is nobody who could agree. */
export async function askToGoOn(
  terminal: Terminal,
  question: string,
  /** What Enter alone means. */
  { usual = true }: { readonly usual?: boolean } = {},
): Promise<"yes" | "no" | "nobody"> {
  if (terminal.ends === undefined) return "nobody";
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question, initialValue: usual, ...terminal.ends });
  return !isCancel(answer) && answer ? "yes" : "no";
}
