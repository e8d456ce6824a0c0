import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { block } from "../gates/gate-ground.ts";
import { oneLine, Program, type Outcome } from "../kit/program.ts";

const gate = "lesson/remediation-concrete";

/** Somebody who wants every lesson to have passed a gate, in a project. */
class StrictProgram extends Program {
  readonly project = join(this.home, "project");
  readonly slug: string;

  constructor() {
    super();
    mkdirSync(this.project);
    execFileSync("git", ["init", "-q", this.project]);
    this.slug = this.addLesson("git stash forgets", "--status", "candidate");
    this.ok(["config", "set", "gates.required", gate]);
  }

  here(...args: readonly string[]): Outcome {
    return this.run(args, { cwd: this.project });
  }

  /** A review from its prompt to its acceptance. */
  review(result: "PASS" | "FAIL"): void {
    const by = ["--runner", "live-agent", "--model", "opus"];
    const note = `lesson:${this.slug}`;
    const { runs } = JSON.parse(this.here("gates", "create-runs", ...by, note, gate, "--json").out);
    const [run] = runs;
    const prompt = readFileSync(run.promptPath, "utf8");
    const nonce = /this run's code `([^`]+)`/.exec(prompt)?.[1] ?? "";
    writeFileSync(run.bundleOutputPath, block(nonce, 1, result));
    const id = String(run.run);
    const input = ["--review-run-id", id, "--input-file", run.bundleOutputPath];
    const { status, err } = this.here("gates", "ingest", ...input);
    if (status !== 0) throw new Error(err);
  }

  status(): string {
    const { lesson } = JSON.parse(this.here("show", this.slug, "--json").out);
    return lesson.status;
  }
}

/** Every way to make a candidate active. */
const ways: readonly (readonly [string, (program: StrictProgram) => readonly string[]])[] = [
  ["promote", ({ slug }) => ["promote", "--ids", slug]],
  ["edit status active", ({ slug }) => ["edit", slug, "status", "active"]],
  ["decide approve", () => ["decide", "approve 1", "--yes"]],
];

test.each(ways)(
  "%s is refused while a required gate is missing, failed or stale, and goes through when it holds",
  (_, way) => {
    const program = new StrictProgram();
    program.here("review", "--plain");
    const refused = (why: string) => {
      const { status, err } = program.here(...way(program));
      expect({ status, err: oneLine(err) }).toEqual({
        status: 2,
        err: expect.stringContaining(`${program.slug} cannot be approved: ${gate} ${why}`),
      });
      // Another review of a lesson that failed would find nothing stale.
      const show = `see why: lessons gates show lesson:${program.slug} ${gate}; then fix it: lessons edit ${program.slug}; or add --force`;
      const sweep = `lessons gates sweep ${gate} --note lesson:${program.slug}`;
      const isFailed = why.startsWith("failed");
      expect([oneLine(err).includes(show), oneLine(err).includes(sweep)]).toEqual([
        isFailed,
        !isFailed,
      ]);
      expect(program.status()).toBe("candidate");
    };
    refused("has no review here");
    program.review("FAIL");
    refused("failed (opus, ");
    program.ok(["edit", program.slug, "remediation", "use git stash -u"]);
    program.here("review", "--plain");
    refused("is stale: the lesson changed since its review");
    program.review("PASS");
    expect(program.here(...way(program)).status).toBe(0);
    expect(program.status()).toBe("active");
  },
);

test("an edit in the same decision makes a review stale, so that nothing unreviewed slips through", () => {
  const program = new StrictProgram();
  program.review("PASS");
  program.here("review", "--plain");
  const sentence = "edit 1 remediation to do nothing at all, then approve";
  expect(oneLine(program.here("decide", sentence, "--yes").err)).toContain("is stale");
  expect(program.status()).toBe("candidate");
});

test.each(ways)("%s --force goes through, and the reason is kept in the history", (_, way) => {
  const program = new StrictProgram();
  program.here("review", "--plain");
  const because = ["--force", "--because", "reviewed by hand"];
  expect(program.here(...way(program), ...because).status).toBe(0);
  const { lesson } = JSON.parse(program.here("show", program.slug, "--json").out);
  const text = JSON.stringify(lesson);
  expect(lesson.status).toBe("active");
  expect(text).toContain(`reviewed by hand, forced: ${gate} has no review here`);
});

test("outside of any project a required gate counts as missing, and the message says how to review", () => {
  const program = new StrictProgram();
  program.review("PASS");
  const { status, err } = program.run(["promote", "--ids", program.slug]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("has no review here: this is not a project");
  expect(oneLine(err)).toContain("in its project: lessons gates sweep");
});

test("a project's own settings cannot say which gates are required", () => {
  const program = new StrictProgram();
  mkdirSync(join(program.project, ".lessons"));
  writeFileSync(
    join(program.project, ".lessons/config.json"),
    JSON.stringify({ type: "lessons-config", version: 1, gates: { required: [] } }),
  );
  const { status, err } = program.here("promote", "--ids", program.slug);
  expect({ status, err: oneLine(err) }).toEqual({
    status: 2,
    err: expect.stringContaining("gates.required"),
  });
  expect(program.ok(["list", "--status", "candidate"])).toContain(program.slug);
});

test("--because without --force is refused", () => {
  const program = new StrictProgram();
  const { status, err } = program.here("promote", "--ids", program.slug, "--because", "x");
  expect([status, oneLine(err)]).toEqual([2, expect.stringContaining("add --force")]);
});

test("the review shows what gates found: in the list, on the card and in JSON", () => {
  const program = new StrictProgram();
  program.review("FAIL");
  const day = "\\d{4}-\\d\\d-\\d\\d";
  expect(program.here("review", "--plain").out).toMatch(
    new RegExp(`   Gate: ${gate}: fail · fresh · opus · ${day}\\n`),
  );
  expect(oneLine(program.here("review", "--card", "1").out)).toMatch(
    new RegExp(`gates ${gate}: fail · fresh · opus · ${day}`),
  );
  const { cards } = JSON.parse(program.here("review", "--json").out);
  expect(cards[0].gates).toEqual([
    { gate, model: "opus", decision: "fail", freshness: "fresh", at: expect.any(String) },
  ]);
});
