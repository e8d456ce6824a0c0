import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

test("feedback is kept with its note, and show has it", () => {
  const program = new Program();
  const slug = program.addLesson("x");
  program.ok(["feedback", slug, "helpful"]);
  program.ok(["feedback", slug, "not-helpful", "--note", "fires at git stash list too"]);
  const { lesson } = program.json(["show", slug]) as { lesson: { feedback: unknown } };
  expect(lesson.feedback).toMatchObject([
    { verdict: "helpful", by: "person" },
    { verdict: "not-helpful", by: "person", note: "fires at git stash list too" },
  ]);
  expect(program.ok(["show", slug])).toContain("not-helpful: fires at git stash list too (person)");
});

test("only the two verdicts are known", () => {
  const program = new Program();
  const slug = program.addLesson("x");
  expect(program.run(["feedback", slug, "meh"]).err).toContain("helpful, not-helpful");
  expect(program.run(["feedback", "nobody", "helpful"]).status).toBe(2);
});
