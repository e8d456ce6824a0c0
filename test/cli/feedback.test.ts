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

test("good and bad are the two verdicts in one word, and each delivered text prints them as they are typed", () => {
  const program = new Program();
  const slug = program.addLesson("x");
  const { text } = program.json(["explain", slug]) as { text: string };
  const printed = [...text.matchAll(/lessons ((?:good|bad) [a-z0-9-]+)/g)].map(
    ([, typed]) => typed,
  );
  expect(printed).toEqual([`good ${slug}`, `bad ${slug}`]);
  for (const typed of printed) program.ok((typed ?? "").split(" "));
  program.ok(["bad", slug, "--note", "too broad"]);
  const { lesson } = program.json(["show", slug]) as { lesson: { feedback: unknown } };
  expect(lesson.feedback).toMatchObject([
    { verdict: "helpful" },
    { verdict: "not-helpful" },
    { verdict: "not-helpful", note: "too broad" },
  ]);
});
