import type { Command } from "commander";
import type { MatchedLine } from "../explain/match-payloads.ts";
import { visibleJson } from "../../redact/visible-json.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";

interface MatchFlags extends CommonOptions {
  readonly prefilter?: boolean;
}

export function matchCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("match", "say what hook payloads would be told, as JSON Lines", [
    "lessons match payloads.jsonl",
    `echo '{"tool_name":"Bash","tool_input":{"command":"git stash"}}' | lessons match`,
    "lessons match payloads.jsonl --prefilter | jq 'select(.prefilter.startsNode)'",
  ])
    .argument("[file]", "payloads, one a line, or one JSON object; - is standard input")
    .option("--prefilter", "also say whether the launcher would start Node")
    .action(async (file: string | undefined, options: MatchFlags) => {
      const [text, { matchPayloads }, { prepareRehearsal }] = await Promise.all([
        readPayloadText(terminal, file),
        import("../explain/match-payloads.ts"),
        import("../explain/rehearsal.ts"),
      ]);
      const { paths, deliveryValues, inContext } = await wireFor(options);
      const config = await deliveryValues();
      const { environment } = terminal;
      const rehearsal = await inContext((context) =>
        prepareRehearsal(context, { paths, config, environment }),
      );
      const tally = new Tally();
      const lines = matchPayloads(text, rehearsal, options.prefilter ? { cache: paths.cache } : {});
      await terminal.writeAll(tally.counted(lines));
      terminal.exitStatus = tally.status();
    });
}

/** A line that could not be read is said in its place, and remembered until the end. */
class Tally {
  #bad = 0;
  #delivered = 0;

  *counted(lines: Iterable<MatchedLine>): Generator<string> {
    for (const line of lines) {
      if ("problem" in line) this.#bad += 1;
      else this.#delivered += line.delivered.length;
      yield `${visibleJson({ type: "lessons-match", version: 1, ...line })}\n`;
    }
  }

  status(): number {
    if (this.#bad > 0) return 2;
    return this.#delivered > 0 ? 0 : 1;
  }
}

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
