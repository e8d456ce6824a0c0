import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const enter = "\r";
const interrupt = "\u0003";

test("asked step by step, a lesson is saved; a wrong answer is asked again", async () => {
  const program = new Program();
  const session = new TerminalSession(program, ["add"]);
  await session.answer("What kind?", enter);
  await session.answer("What is it about?", `vitest never ends${enter}`);
  await session.answer("What goes wrong, and why?", `it watches files${enter}`);
  await session.answer("What to do instead?", `vitest run${enter}`);
  await session.answer("Area?", enter);
  await session.answer("Impact?", enter);
  await session.answer("Which tools?", `Bash${enter}`);
  await session.answer("For which commands?", `^vitest(${enter}`);
  await session.answer("It is not a regular expression", `\u007F$${enter}`);
  await session.answer("For which files?", enter);
  await session.answer("Tags?", `tool:vitest${enter}`);
  await session.answer("How important?", enter);
  await session.answer("Save it?", enter);
  expect((await session.end()).status).toBe(0);
  expect(program.json(["show", "vitest"])["lesson"]).toMatchObject({
    summary: "vitest never ends",
    body: { mistake: "it watches files", remediation: "vitest run" },
    tags: ["tool:vitest"],
    priority: 7,
    triggers: { toolNames: ["Bash"], commandPatterns: ["^vitest$"] },
  });
});

test("Ctrl-C half-way saves nothing and says so", async () => {
  const program = new Program();
  const session = new TerminalSession(program, ["add"]);
  await session.answer("What kind?", enter);
  await session.answer("What is it about?", interrupt);
  const { shown, status } = await session.end();
  expect(status).toBe(130);
  expect(shown).toContain("Nothing was saved.");
  expect(program.run(["list"]).status).toBe(1);
});

test("on a terminal there is colour, unless somebody does not want it", async () => {
  const program = new Program();
  program.addLesson("x");
  const shown = async (args: readonly string[]) =>
    (await new TerminalSession(program, args).end()).shown;
  expect(await shown(["list"])).toContain("\u001B[38;5;130mHIGH\u001B[39m");
  expect(await shown(["list", "--no-color"])).not.toContain("\u001B");
  program.environment["NO_COLOR"] = "1";
  expect(await shown(["list"])).not.toContain("\u001B");
});

test("found words are marked on a terminal", async () => {
  const program = new Program();
  program.addLesson("untracked files");
  expect((await new TerminalSession(program, ["search", "untracked"]).end()).shown).toContain(
    "\u001B[38;5;130muntracked\u001B[39m",
  );
});
