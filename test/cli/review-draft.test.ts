import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Program } from "../kit/program.ts";
import { ScreenSession } from "../kit/screen-session.ts";
import { press } from "../kit/type-keys.ts";

const size = { columns: 100, rows: 30 };

/** Three candidates that wait. */
function withCandidates(): Program {
  const program = new Program();
  for (const name of ["one", "two", "three"])
    program.ok([
      "add",
      "--kind=pitfall",
      `--summary=Lesson ${name}`,
      `--slug=lesson-${name}`,
      `--mistake=Calling ${name} fails`,
      `--remediation=Call it ${name}ly`,
      `--command=^${name}\\b`,
      "--tool=Bash",
      "--status=candidate",
    ]);
  return program;
}

function review(program: Program): ScreenSession {
  const session = new ScreenSession([...program.commandLine, "review"], size, {
    ...program.environment,
  });
  onTestFinished(() => session.close());
  return session;
}

test("a review that is killed loses no decision, and nothing is active before the confirmation", async () => {
  const program = withCandidates();
  const killed = review(program);
  await killed.type("", "Lesson one");
  await killed.type("y", "1 approved");
  await killed.type("x2", "1 to archive");
  killed.signal("SIGKILL");
  await killed.end();
  expect(program.run(["list", "--status", "active"]).status).toBe(1);

  const resumed = review(program);
  await resumed.type("", "Resumed with 2 decisions from last time");
  await resumed.type("c", "Archive 1");
  expect(resumed.screen()).toContain("No agent is connected");
  const { after } = await resumed.end("y");
  expect(after).toContain("✓ Approved: lesson-");
  expect(after).toContain("(duplicate)");
  expect(existsSync(join(program.home, ".lessons/review-draft.jsonl"))).toBe(false);
});

test("what changed after it was decided is not decided, and the next review says so", async () => {
  const program = withCandidates();
  const left = review(program);
  await left.type("", "Lesson one");
  await left.type("y", "1 approved");
  const { after } = await left.end(press.interrupt);
  expect(after).toContain("1 decision saved as a draft; nothing is active yet.");
  for (const name of ["one", "two", "three"])
    program.ok(["edit", `lesson-${name}`, "summary", `Now ${name}`]);
  const again = review(program);
  await again.type("", "1 decision dropped: those lessons changed.");
  await again.end("q");
});

test("two reviews at once keep what each decides, and both can be confirmed", async () => {
  const program = withCandidates();
  const [first, second] = [review(program), review(program)];
  await first.type("", "Lesson one");
  await second.type("", "Lesson one");
  await first.type("y", "1 approved");
  await second.type(press.down, "▸");
  await second.type("y", "1 approved");
  const third = review(program);
  await third.type("", "Resumed with 2 decisions");
  await third.end("\u0003");
  await first.type("c", "Approve 1");
  expect((await first.end("y")).after).toContain("✓ Approved: ");
  await second.type("c", "Approve 1");
  expect((await second.end("y")).after).toContain("✓ Approved: ");
  expect(program.ok(["list", "--status", "active"]).match(/· active/g)).toHaveLength(2);
});

test("what another review has decided meanwhile is refused by name, and let go at the next start", async () => {
  const program = withCandidates();
  const [first, second] = [review(program), review(program)];
  // Both are open before either decides: who opens later goes on with what was decided.
  for (const session of [first, second]) await session.type("", "Lesson one");
  for (const session of [first, second]) {
    await session.type("y", "1 approved");
    await session.type("c", "Approve 1");
  }
  expect((await first.end("y")).after).toContain("✓ Approved: ");
  const refused = await second.type("y", "Nothing was saved: these lessons changed");
  expect(refused).toContain("(now active)");
  await second.end("q");
  const again = review(program);
  await again.type("", "1–2 of 2");
  expect(again.screen()).not.toContain("Resumed");
  await again.end("q");
});
