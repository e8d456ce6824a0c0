import { join } from "node:path";
import { Option, type Command } from "commander";
import type { GateContext } from "../runs/gate-context.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { runners, type Runner } from "../review-state.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { brokenGateValue } from "./gate-value.ts";
import { hang, plural } from "../../cli/layout.ts";

interface CreateFlags extends CommonOptions {
  readonly runner: Runner;
  readonly model: string;
}

export function createRunsCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand("create-runs", "write the prompts for reviewing a note, one for each lens", [
    "lessons gates create-runs --runner live-agent --model opus README.md prose",
    "lessons gates create-runs --runner codex --model m docs/api.md prose --json",
    "lessons gates create-runs --runner codex --model m lesson:git-stash lesson",
  ])
    .argument("<note>", "a Markdown file of the project, or lesson:<slug>")
    .argument("<gate...>", "ids (prose/redundancy) or bundles (prose)")
    .addOption(
      new Option("--runner <runner>", "who answers").choices(runners).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        "--model <name>",
        "the model partition that the review is for",
      ).makeOptionMandatory(),
    )
    .action(async (note: string, gates: readonly string[], options: CreateFlags) => {
      const { inGateContext } = await import("../runs/gate-context.ts");
      const made = await inContext(options, (context) =>
        inGateContext(context, { ...terminal, isWriting: true }, (room) =>
          create(room, options, { note, gates }),
        ),
      );
      if (options.json === true) return terminal.write(jsonText("lessons-gates-runs", made));
      for (const run of made.runs) {
        terminal.write(
          `Run ${run.review_run_id}: ${plural(run.pairs.length, "pair")}\n  prompt  ${plainLine(run.prompt_path)}\n  answer  ${plainLine(run.bundle_output_path)}\n`,
        );
      }
      for (const { gate_path, problem } of made.broken_gates)
        terminal.note(`Left out: ${plainLine(gate_path)} ${plainLine(problem)}.\n`);
      for (const { gate_id } of made.left_out)
        terminal.note(`Left out: ${gate_id} is not for this note (applies-to).\n`);
      const { width } = terminal;
      terminal.note(`${hang("", nextStep, { column: 0, width })}\n`);
    });
}

const nextStep =
  "Give each prompt to the reviewer and let it write its answer there. Then, for each run: lessons gates ingest --review-run-id <run> --input-file <answer>";

async function create(
  room: GateContext,
  by: CreateFlags,
  named: { readonly note: string; readonly gates: readonly string[] },
) {
  const [{ createRuns }, { batchesOfNote }, { findGates, gatesOfProject }, { requireNote }] =
    await Promise.all([
      import("../runs/create-runs.ts"),
      import("../runs/create-runs.ts"),
      import("../runs/find-gates.ts"),
      import("../runs/find-notes.ts"),
    ]);
  const { root } = room.project;
  const { gates, broken } = findGates(gatesOfProject(room.project), named.gates);
  const note = requireNote(room, named.note);
  const batches = batchesOfNote(note, gates);
  const runs = createRuns(room, by, batches);
  const asked = new Set(batches.flatMap(({ pairs }) => pairs.map(({ gate }) => gate.path)));
  return {
    runs: runs.map((run) => ({
      review_run_id: run.id,
      prompt_path: join(root, run.promptPath),
      bundle_output_path: join(root, run.bundleOutputPath),
      pairs: run.pairs.map((pair) => ({ note_path: pair.note.path, gate_path: pair.gate.path })),
    })),
    left_out: gates
      .filter(({ path }) => !asked.has(path))
      .map(({ id, path }) => ({ gate_id: id, gate_path: path })),
    broken_gates: broken.map(brokenGateValue),
  };
}
