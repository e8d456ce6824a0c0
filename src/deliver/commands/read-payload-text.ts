import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** Payloads from a file, or from standard input for `-` and where nothing is named. */
export async function readPayloadText(
  { readInput, hasPipedInput, workingDirectory }: Terminal,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined && file !== "-") return readTextFile(file, workingDirectory);
  if (file === "-" || hasPipedInput) return readInput();
  throw new Fault("bad-input", "there are no payloads to look at", {
    hint: "name a file of hook payloads, or give them on standard input",
  });
}
