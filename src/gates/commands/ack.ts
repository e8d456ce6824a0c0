import { Option, type Command } from "commander";
import { plainLine } from "../../redact/plain-text.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

interface AckFlags extends CommonOptions {
  readonly model: string;
}

export function ackCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "ack",
    "accept a trivial change without a new review; the last review holds on",
    [
      "lessons gates ack --model opus README.md prose/redundancy",
      "lessons gates ack --model opus docs/api.md prose semantic/scope",
    ],
  )
    .argument("<note>", "a Markdown file of the project, or lesson:<slug>")
    .argument("<gate...>", "ids (prose/redundancy) or bundles (prose)")
    .addOption(
      new Option(
        "--model <name>",
        "the model partition whose review is to hold",
      ).makeOptionMandatory(),
    )
    .action(async (note: string, gates: readonly string[], options: AckFlags) => {
      const [{ inGateContext }, { ackReviews }] = await Promise.all([
        import("../runs/gate-context.ts"),
        import("../runs/ack-reviews.ts"),
      ]);
      const { model } = options;
      const acked = await inContext(options, (context) =>
        inGateContext(context, { ...terminal, isWriting: true }, (room) =>
          ackReviews(room, { model, note, gates }),
        ),
      );
      if (options.json === true) {
        const pairs = acked.map(({ notePath, gatePath, gateId }) => ({
          note_path: notePath,
          gate_path: gatePath,
          gate_id: gateId,
        }));
        return terminal.write(jsonText("lessons-gates-acked", { model, acked: pairs }));
      }
      for (const { notePath, gateId } of acked)
        terminal.write(`acked: ${plainLine(notePath)} ${gateId}\n`);
    });
}
