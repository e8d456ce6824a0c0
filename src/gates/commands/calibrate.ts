import type { Command } from "commander";
import type { Calibration, JudgedSample } from "../runs/calibrate-gate.ts";
import { deserved, type Firing } from "../calibration.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { jobsOf, reviewerFor, withReviewerFlags, type ReviewerFlags } from "./gate-kit.ts";

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
  { terminal, answer, wireFor }: CommandKit,
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
    await answer(options, {
      type: "lessons-gates-calibration",
      value: { runner, model, ...calibration },
      text: () => calibrationText(calibration, terminal),
      aside: calibrationSummary(calibration, model, terminal),
    });
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

/** A row for each sample; below one that is not as it should be what the reviewer said. */
function calibrationText({ samples }: Calibration, look: Look): string {
  const widest = Math.max(...samples.map(({ name }) => name.length));
  return samples.map((sample) => sampleText(sample, widest, look)).join("");
}

function sampleText(sample: JudgedSample, widest: number, { style, width }: Look): string {
  const { name, worth, verdict, isRight, isConfused, said } = sample;
  const seen = isConfused ? style("yellow", "near ") : style("green", "right");
  const word = isRight ? seen : style("red", "wrong");
  const row = `${word}  ${plainLine(name).padEnd(widest)}  ${verdict ?? "no answer"}`;
  if (isRight && !isConfused) return `${row}\n`;
  return `${row}, it should ${deserved[worth]}\n${hang("", plainText(said), { column: 7, width })}\n`;
}

/** What it came to. */
function calibrationSummary(calibration: Calibration, model: string, look: Look): string {
  const { gate, samples, problems, firing, isStopped } = calibration;
  const right = samples.filter((sample) => sample.isRight).length;
  const confused = samples.filter((sample) => sample.isConfused).length;
  const text = [
    `${gate.id} with ${model}: ${right} of ${plural(samples.length, "sample")} right.`,
    ...(confused === 0
      ? []
      : [`Of these ${confused} with a warning for a failure, or the other way round.`]),
    ...problems.map(({ name, problem }) => `Left out: ${plainLine(name)} ${problem}.`),
    ...(isStopped ? ["Stopped before all were asked."] : [firingText(firing, gate.id)]),
  ];
  return paragraph(text.filter((part) => part !== "").join(" "), look);
}

function firingText(firing: Firing, id: string): string {
  switch (firing) {
    case "never":
      return `It never fires: with this model ${id} lets every bad sample pass. Make its criteria for warn and fail more concrete.`;
    case "always":
      return `It always fires: with this model ${id} lets no good sample pass. Say more clearly what is good enough.`;
    case "unknown":
      return "Whether it tells good from bad needs an answer about a good and a bad sample.";
    case "sometimes":
      return "";
  }
}
