import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calibrateGate, type Calibration } from "../../src/gates/runs/calibrate-gate.ts";
import { checkTriggers } from "../../src/lesson/draft.ts";
import type { AskReviewer } from "../../src/gates/runs/sweep.ts";
import { gatesOfProject } from "../../src/gates/runs/find-gates.ts";
import { readSamples } from "../../src/gates/calibration.ts";
import { Fault } from "../../src/platform/fault.ts";
import { freshFolder } from "../kit/store.ts";
import { block, GateGround } from "./gate-ground.ts";

function withSamples(): GateGround {
  const ground = new GateGround();
  ground.gate("house/plain");
  const samples = { "good-1": "fine", "good-2": "fine too", "bad-1": "foul", "bad-2": "foul too" };
  for (const [name, text] of Object.entries(samples))
    ground.write(`.lessons/gates/house/plain.samples/${name}.md`, `It is ${text}.\n`);
  return ground;
}

/** A reviewer that looks at the text of the note. */
const judging =
  (verdict: (prompt: string) => string): AskReviewer =>
  async (prompt) => {
    const nonce = /this run's code `([^`]+)`/.exec(prompt)?.[1] ?? "";
    return { text: block(nonce, 1, verdict(prompt)) };
  };

function calibrated(ground: GateGround, ask: AskReviewer, gate = "house/plain") {
  const { project, system } = ground.context;
  return calibrateGate(
    { project, system },
    { gate, ask, jobs: 2, signal: new AbortController().signal, onSample: () => {} },
  );
}

const results = ({ samples, firing }: Calibration) => [
  ...samples.map(({ name, verdict, isRight }) => `${name} ${verdict} ${isRight}`),
  firing,
];

test("a reviewer that tells good from bad has all samples right", async () => {
  const ask = judging((prompt) => (prompt.includes("foul") ? "FAIL" : "PASS"));
  expect(results(await calibrated(withSamples(), ask))).toEqual([
    "bad-1.md fail true",
    "bad-2.md fail true",
    "good-1.md pass true",
    "good-2.md pass true",
    "sometimes",
  ]);
});

test("what a reviewer gets wrong is listed with its words, and a gate that never or always fires is said to be so", async () => {
  const never = await calibrated(
    withSamples(),
    judging(() => "PASS"),
  );
  expect(never.firing).toBe("never");
  expect(never.samples.filter(({ isRight }) => !isRight)).toMatchObject([
    { name: "bad-1.md", verdict: "pass", said: "Looked at it.\n\n## Result: PASS\n" },
    { name: "bad-2.md" },
  ]);
  const always = await calibrated(
    withSamples(),
    judging(() => "WARN"),
  );
  expect(always.firing).toBe("always");
  expect(always.samples.filter(({ isRight }) => isRight)).toHaveLength(2);
});

test("a gate with bad samples only that fires at none of them is said to fire never", async () => {
  const ground = withSamples();
  for (const name of ["good-1", "good-2"])
    ground.remove(`.lessons/gates/house/plain.samples/${name}.md`);
  const { firing } = await calibrated(
    ground,
    judging(() => "PASS"),
  );
  expect(firing).toBe("never");
});

test("a warning for a failure is right, and said to be confused", async () => {
  const ground = withSamples();
  ground.write(".lessons/gates/house/plain.samples/warn-1.md", "It is foul here and there.\n");
  const { samples } = await calibrated(
    ground,
    judging((prompt) => (prompt.includes("foul") ? "WARN" : "PASS")),
  );
  expect(samples.map((sample) => [sample.name, sample.isRight, sample.isConfused])).toEqual([
    ["bad-1.md", true, true],
    ["bad-2.md", true, true],
    ["good-1.md", true, false],
    ["good-2.md", true, false],
    ["warn-1.md", true, false],
  ]);
});

test("nothing is kept: no run, no pair, no acceptance, no file", async () => {
  const ground = withSamples();
  await calibrated(
    ground,
    judging(() => "PASS"),
  );
  for (const table of ["review_runs", "review_pairs", "acceptance_events", "review_file_snapshots"])
    expect(ground.rows(`SELECT count(*) AS count FROM ${table}`)).toEqual([{ count: 0 }]);
  const { root } = ground.context.project;
  expect(
    readdirSync(join(root, ".lessons")).filter((name) => !name.startsWith("reviews.db")),
  ).toEqual(["gates"]);
});

test("a prompt holds one sample and does not say what it is worth", async () => {
  const prompts: string[] = [];
  await calibrated(
    withSamples(),
    judging((prompt) => {
      prompts.push(prompt);
      return "PASS";
    }),
  );
  expect(prompts).toHaveLength(4);
  for (const prompt of prompts) {
    expect(prompt.match(/It is (?:fine|foul)/g)).toHaveLength(1);
    expect(prompt).not.toMatch(/(?:good|bad)-\d/);
    expect(prompt).toContain('note 1 is "sample.md"');
  }
});

test("a sample that is written as a lesson is shown as one", async () => {
  const ground = withSamples();
  ground.write(".lessons/gates/house/plain.samples/good-1.md", "# x\n\n- kind: pitfall\n");
  const paths: string[] = [];
  await calibrated(
    ground,
    judging((prompt) => {
      paths.push(/^note 1 is "(.*)":$/m.exec(prompt)?.[1] ?? "");
      return "PASS";
    }),
  );
  expect(paths.toSorted()).toEqual(["lesson:sample", "sample.md", "sample.md", "sample.md"]);
});

test("an answer that cannot be taken and a program that fails are no verdicts, and the others go on", async () => {
  const ask: AskReviewer = async (prompt, options) => {
    if (prompt.includes("fine too")) throw new Fault("agent-refused", "it ended", { hint: "" });
    if (prompt.includes("foul too")) return { text: "It is foul." };
    return judging(() => "PASS")(prompt, options);
  };
  const { samples, firing } = await calibrated(withSamples(), ask);
  expect(samples.map(({ verdict, said }) => [verdict, said])).toEqual([
    ["pass", expect.any(String)],
    [null, "the answer cannot be used: it has no block"],
    ["pass", expect.any(String)],
    [null, "it ended"],
  ]);
  expect(firing).toBe("never");
});

test("a project's gate without samples is held against those of the built-in one of its id, and links are not followed", async () => {
  const ground = new GateGround();
  ground.builtInGate("house/plain");
  ground.gate("house/plain", "Is it plainer?");
  const all = judging(() => "PASS");
  await expect(calibrated(ground, all)).rejects.toThrow("house/plain has no samples");
  const { root, builtInGates } = ground.context.project;
  const folder = join(builtInGates, "house/plain.samples");
  ground.write("outside/good-1.md", "fine\n");
  symlinkSync(join(root, "outside"), folder);
  await expect(calibrated(ground, all)).rejects.toThrow("house/plain has no samples");
  unlinkSync(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, "bad-9.md"), "foul\n");
  const { samples, gate } = await calibrated(ground, all);
  expect([gate.isBuiltIn, samples.map(({ name }) => name)]).toEqual([false, ["bad-9.md"]]);
});

test("only files that are named good, warn or bad are samples; one with another name and one that cannot be read are named", () => {
  const ground = withSamples();
  const folder = ".lessons/gates/house/plain.samples";
  ground.write(`${folder}/README.md`, "how\n");
  ground.write(`${folder}/goodbye.txt`, "bye\n");
  ground.write(`${folder}/.hidden`, "x\n");
  ground.write(`${folder}/fail-1.md`, "foul\n");
  ground.write(`${folder}/warn-1.md`, "so so\n");
  ground.write(`${folder}/bad-3.md`, "a\0b");
  const { root } = ground.context.project;
  const { samples, problems } = readSamples(join(root, ".lessons/gates"), "house/plain");
  expect(samples.map(({ name, worth }) => `${worth} ${name}`)).toEqual([
    "bad bad-1.md",
    "bad bad-2.md",
    "good good-1.md",
    "good good-2.md",
    "warn warn-1.md",
  ]);
  const misnamed = "is not named good-….md, warn-….md or bad-….md";
  expect(problems).toEqual([
    { name: "bad-3.md", problem: "is not UTF-8 text" },
    { name: "fail-1.md", problem: misnamed },
    { name: "goodbye.txt", problem: misnamed },
  ]);
});

test("every built-in gate comes with at least two good, two bad and one warn sample; those of lesson gates are written as lessons", () => {
  const builtIn = join(import.meta.dirname, "../../library/gates");
  const { gates } = gatesOfProject({ root: freshFolder(), builtInGates: builtIn });
  expect(gates.length).toBeGreaterThanOrEqual(11);
  for (const { id, lens } of gates) {
    const { samples, problems } = readSamples(builtIn, id);
    const count = (worth: string) => samples.filter((sample) => sample.worth === worth).length;
    expect({
      id,
      good: count("good") >= 2,
      bad: count("bad") >= 2,
      warn: count("warn") >= 1,
      problems,
    }).toEqual({
      id,
      good: true,
      bad: true,
      warn: true,
      problems: [],
    });
    for (const { name, text } of samples) {
      expect(text.length).toBeGreaterThan(100);
      if (lens === "lesson")
        expect(`${id} ${name} ${text}`).toMatch(
          /# .+\n\n- kind: \w+\n- level: \w+\n- scope: \S+\n\n## Triggers\n/,
        );
    }
  }
  expect(readFileSync(join(builtIn, "../../package.json"), "utf8")).toContain('"library"');
});

test("the trigger that lesson/trigger-precise calls good does what its criteria ask, and its warn samples do not", () => {
  const builtIn = join(import.meta.dirname, "../../library/gates");
  const gate = readFileSync(join(builtIn, "lesson/trigger-precise.md"), "utf8");
  const { samples } = readSamples(builtIn, "lesson/trigger-precise");
  const patternOf = (name: string) => {
    const text = samples.find((sample) => sample.name === name)?.text ?? "";
    return String(JSON.parse(/^- commandPatterns: (.*)$/m.exec(text)?.[1] ?? '""'));
  };
  expect(gate).toContain(`\`${patternOf("good-1.md")}\`. **Pass**`);
  const mistakes = [
    "git stash",
    "git stash push -m fix-ui",
    "git stash save wip",
    "git stash --keep-index",
    "git stash -q",
    'git stash push -m "all of it" src',
  ];
  const others = [
    "git stash -u",
    "git stash --include-untracked",
    "git stash push -ku -m x",
    "git stash -a",
    "git stash push --all",
    "git stash pop",
    "git stash list",
    "git stash drop",
    "git stash show -p",
    "git status",
  ];
  const firedBy = (pattern: string) =>
    [...mistakes, ...others].filter((command) => new RegExp(pattern).test(command));
  expect(firedBy(patternOf("good-1.md"))).toEqual(mistakes);
  for (const name of ["warn-1.md", "warn-2.md"])
    expect(firedBy(patternOf(name))).toEqual(
      expect.arrayContaining(["git stash", "git stash pop"]),
    );
});

test("every pattern in a sample can be saved", async () => {
  const builtIn = join(import.meta.dirname, "../../library/gates");
  const { gates } = gatesOfProject({ root: freshFolder(), builtInGates: builtIn });
  const patterns = gates
    .flatMap(({ id }) => readSamples(builtIn, id).samples)
    .flatMap(({ text }) => /^- commandPatterns: (.*)$/m.exec(text)?.[1] ?? [])
    .map((pattern) => String(JSON.parse(pattern)));
  expect(patterns.length).toBeGreaterThan(15);
  const commandPatterns = [...new Set(patterns)];
  expect(await checkTriggers({ commandPatterns })).toEqual({ problems: [], unproven: [] });
});

test("a gate that is for lessons and for files has samples of both", () => {
  const builtIn = join(import.meta.dirname, "../../library/gates");
  const { gates } = gatesOfProject({ root: freshFolder(), builtInGates: builtIn });
  const both = gates.filter(({ lens, appliesTo }) => lens === "prose" && appliesTo.length > 1);
  expect(both.map(({ id }) => id)).toEqual(["prose/redundancy", "prose/source-residue"]);
  for (const { id } of both) {
    const { samples } = readSamples(builtIn, id);
    for (const worth of ["good", "bad"]) {
      const texts = samples.filter((sample) => sample.worth === worth).map(({ text }) => text);
      expect(new Set(texts.map((text) => text.includes("\n- kind: "))).size).toBe(2);
    }
  }
});
