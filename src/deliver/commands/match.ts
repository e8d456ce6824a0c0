import { Option, type Command } from "commander";
import type { MatchedLine } from "../explain/match-payloads.ts";
import { visibleJson } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { readPayloadText } from "./read-payload-text.ts";

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
    .addOption(new Option("--prefilter", "also say whether the launcher would start Node"))
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
