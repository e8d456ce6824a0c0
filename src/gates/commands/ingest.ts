import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { ingestText } from "./ingest-text.ts";
import { ingestValue } from "./gate-value.ts";

interface IngestFlags extends CommonOptions {
  readonly reviewRunId: number;
  readonly inputFile: string;
  readonly partial?: boolean;
}

export function ingestCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "ingest",
    "take a reviewer's answer: results, and what is accepted from now on",
    [
      "lessons gates ingest --review-run-id 7 --input-file answer.md",
      "lessons gates ingest --review-run-id 7 --input-file answer.md --partial",
    ],
  )
    .addOption(
      new Option("--review-run-id <number>", "the run that was asked")
        .argParser(readCount)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--input-file <file>", "the answer").makeOptionMandatory())
    .addOption(
      new Option(
        "--partial",
        "take what can be read and leave the rest missing; else all or nothing",
      ),
    )
    .action(async (options: IngestFlags) => {
      const [{ inGateContext }, { ingestRun }, { readAnswer }] = await Promise.all([
        import("../runs/gate-context.ts"),
        import("../runs/ingest-run.ts"),
        import("../runs/ingest-run.ts"),
      ]);
      const bundle = readAnswer(terminal.workingDirectory, options.inputFile);
      const report = await inContext(options, (context) =>
        inGateContext(context, { ...terminal, isWriting: true }, (room) =>
          ingestRun(room, {
            run: options.reviewRunId,
            bundle,
            isPartial: options.partial === true,
          }),
        ),
      );
      if (options.json === true)
        return terminal.write(jsonText("lessons-gates-ingested", ingestValue(report)));
      const { answer, remarks } = ingestText(report, terminal);
      terminal.write(answer);
      terminal.note(remarks);
    });
}
