import { quoteWord } from "../shell/word.ts";
import type { HookLaunch } from "./delivery.ts";

/**
 * The line by which an agent without a list of arguments starts our hook. The same in every version: some agents ask the person
 * again when it changes.
 */
export function commandLine(
  launch: HookLaunch,
  agent: string,
  event: string,
  bucket?: string,
): string {
  const { command, args } = launch(event);
  const words = [command, ...args, `@${agent}`, event, ...(bucket === undefined ? [] : [bucket])];
  return words.map(quoteWord).join(" ");
}
