import type { Command } from "commander";
import type { Calibration, JudgedSample } from "../runs/calibrate-gate.ts";
import { deserved, type Firing } from "../calibration.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import {
  jobsOf,
  reviewerFor,
  reviewerOf,
  withReviewerFlags,
  type ReviewerFlags,
} from "./gate-kit.ts";

export function calibrateCommand(kit: CommandKit): Command {
  const command = newCommand(
    "calibrate",
    "test whether a reviewer tells good notes from bad ones; nothing is saved",
    [
      "lessons gates calibrate prose/redundancy --runner claude-code --model haiku",
      "lessons gates calibrate prose/redundancy --runner codex --model m --json",
    ],
  ).argument("<gate>", "the gate's id, such as prose/redundancy");
  return withReviewerFlags(command).action((gate: string, options: CommonOptions & ReviewerFlags) =>
    calibrate(kit, gate, options),
  );
}

async function calibrate(
  kit: CommandKit,
  gate: string,
  options: CommonOptions & ReviewerFlags,
): Promise<void> {
  const { terminal, answer } = kit;
  const [{ calibrateGate }, { requireGateProject }, wiring, { runner, model }] = await Promise.all([
    import("../runs/calibrate-gate.ts"),
    import("../runs/gate-project.ts"),
    kit.wireFor(options),
    reviewerOf(kit, options),
  ]);
  const { signal, release } = terminal.listenForStop();
  try {
    const calibration = await calibrateGate(
      { project: requireGateProject(terminal), system: wiring.system },
      {
        gate,
        jobs: jobsOf(options, terminal.environment),
        ask: await reviewerFor({ runner, model }, terminal.environment),
        signal,
        onSample: ({ asked, all }) => terminal.progress(`${asked} of ${all} samples reviewed`),
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
  return `${row}, expected ${deserved[worth]}\n${hang("", plainText(said), { column: 7, width })}\n`;
}

/** What it came to. */
function calibrationSummary(calibration: Calibration, model: string, look: Look): string {
  const { gate, samples, problems, firing, isStopped } = calibration;
  const right = samples.filter((sample) => sample.isRight).length;
  const confused = samples.filter((sample) => sample.isConfused).length;
  const text = [
    `${gate.id} with ${model}: ${right} of ${plural(samples.length, "sample")} right.`,
    ...(confused === 0 ? [] : [`${confused} of these mixed up warn and fail.`]),
    ...problems.map(({ name, problem }) => `Left out: ${plainLine(name)} ${problem}.`),
    ...(isStopped ? ["Stopped before all samples were reviewed."] : [firingText(firing, gate.id)]),
  ];
  return paragraph(text.filter((part) => part !== "").join(" "), look);
}

function firingText(firing: Firing, id: string): string {
  switch (firing) {
    case "never":
      return `Too lenient: with this model, ${id} passes every bad sample. Make its warn and fail criteria more concrete.`;
    case "always":
      return `Too strict: with this model, ${id} passes no good sample. Say more clearly what is good enough.`;
    case "unknown":
      return "To judge the gate, it needs an answer for a good and a bad sample.";
    case "sometimes":
      return "";
  }
}
