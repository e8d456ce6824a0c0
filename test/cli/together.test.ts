import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { Program } from "../kit/program.ts";
import { noon } from "../kit/store.ts";
import { TerminalSession } from "../kit/terminal.ts";

const twenty = Array.from({ length: 20 }, (_, number) => `n${String(number).padStart(2, "0")}`);

test("twenty edits of one lesson at once: none is lost", async () => {
  const program = new Program();
  const slug = program.addLesson("x");
  const failed = await failedOf(
    program,
    twenty.map((name) => ["edit", slug, "tags", `+topic:${name}`]),
  );
  expect(failed).toEqual([]);
  const { lesson } = program.json(["show", slug]);
  expect((lesson as { tags: string[] }).tags).toEqual(twenty.map((name) => `topic:${name}`));
});

test("twenty lessons at once into a home that is not there yet: all are kept, and hooks have all of them", async () => {
  const program = new Program();
  const failed = await failedOf(
    program,
    twenty.map((name) => [
      "add",
      "--summary",
      name,
      "--mistake",
      name,
      "--remediation",
      "do it right",
      "--command",
      `^${name}`,
    ]),
  );
  expect(failed).toEqual([]);
  const { lessons } = program.json(["list"]) as { lessons: { summary: string }[] };
  expect(lessons.map(({ summary }) => summary).toSorted()).toEqual(twenty);
  const cache = readFileSync(join(program.home, ".lessons/cache/lesson-cache.json"), "utf8");
  expect(twenty.filter((name) => !cache.includes(`^${name}`))).toEqual([]);
});

test("who waits in a terminal is told for what, and the command is done when the other one is", async () => {
  const program = new Program();
  const slug = program.addLesson("x");
  const database = openDatabase(join(program.home, ".lessons", "lessons.db"), noon);
  database.exec("BEGIN IMMEDIATE");
  const session = new TerminalSession(program, ["edit", slug, "tags", "+topic:patience"]);
  await session.answer("waiting for another lessons command to finish writing…", "");
  database.exec("COMMIT");
  database.close();
  expect((await session.end()).status).toBe(0);
});

/** What went wrong in each of these that did not succeed, started at once. */
async function failedOf(
  program: Program,
  commands: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const outcomes = commands.map(async (command) => {
    const child = program.start(command);
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [code] = await once(child, "close");
    return code === 0 ? [] : [`${command.join(" ")} ended with ${code}: ${said}`];
  });
  return (await Promise.all(outcomes)).flat();
}
