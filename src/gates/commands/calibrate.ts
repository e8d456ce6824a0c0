import type { Command } from "commander";
import type { Calibration } from "../runs/calibrate-gate.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { calibrationSummary, calibrationText } from "./calibration-text.ts";
import { jobsOf, reviewerFor, withReviewerFlags, type ReviewerFlags } from "./reviewer-flags.ts";

export function calibrateCommand(kit: CommandKit): Command {
  const command = newCommand(
    "calibrate",
    "see whether a reviewer tells good notes from bad ones by a gate; nothing is kept",
    [
      "lessons gates calibrate prose/redundancy --runner claude-code --model haiku",
      "lessons gates calibrate prose/redundancy --runner codex --model m --json",
    ],
  ).argument("<gate>", "its id, such as prose/redundancy");
  return withReviewerFlags(command).action((gate: string, options: CommonOptions & ReviewerFlags) =>
    calibrate(kit, gate, options),
  );
}

async function calibrate(
  { terminal, wireFor }: CommandKit,
  gate: string,
  options: CommonOptions & ReviewerFlags,
): Promise<void> {
  const [{ calibrateGate }, { requireGateProject }, { requireModel }, wiring] = await Promise.all([
    import("../runs/calibrate-gate.ts"),
    import("../runs/gate-project.ts"),
    import("../runs/create-runs.ts"),
    wireFor(options),
  ]);
  const { runner } = options;
  const model = requireModel(options.model);
  const { signal, release } = terminal.listenForStop();
  try {
    const calibration = await calibrateGate(
      { project: requireGateProject(terminal), system: wiring.system },
      {
        gate,
        jobs: jobsOf(options, terminal.environment),
        ask: await reviewerFor({ runner, model }, terminal.environment),
        signal,
        onSample: ({ asked, all }) => terminal.progress(`${asked} of ${all} samples asked`),
      },
    );
    terminal.progress("");
    terminal.exitStatus = exitCodeOf(calibration);
    if (options.json === true)
      return terminal.write(
        jsonText("lessons-gates-calibration", { runner, model, ...valueOf(calibration) }),
      );
    terminal.write(calibrationText(calibration, terminal));
    terminal.note(calibrationSummary(calibration, model, terminal));
  } finally {
    release();
  }
}

/** 1: the reviewer got some wrong. 2: about some there is no answer. */
function exitCodeOf({ samples, problems, isStopped }: Calibration): number {
  if (isStopped) return 130;
  if (problems.length > 0 || samples.some(({ verdict }) => verdict === null)) return 2;
  return samples.every(({ isRight }) => isRight) ? 0 : 1;
}

function valueOf({ gate, samples, problems, firing, isStopped }: Calibration) {
  return {
    gate_id: gate.id,
    gate_path: gate.path,
    right: samples.filter(({ isRight }) => isRight).length,
    confused: samples.filter(({ isConfused }) => isConfused).length,
    firing,
    is_stopped: isStopped,
    samples: samples.map(({ name, worth, verdict, isRight, isConfused, said }) => ({
      name,
      worth,
      decision: verdict,
      is_right: isRight,
      is_confused: isConfused,
      text: said,
    })),
    problems: problems.map(({ name, problem }) => ({ name, problem })),
  };
}
