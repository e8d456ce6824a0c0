import { once } from "node:events";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

test("eight edits of one lesson at once: none is lost", async () => {
  const program = new Program();
  const slug = program.addLesson("x");
  const children = Array.from({ length: 8 }, (_, n) =>
    program.start(["edit", slug, "tags", `+topic:n${n}`]),
  );
  const codes = await Promise.all(
    children.map(async (child) => (await once(child, "exit"))[0] as number),
  );
  expect(codes).toEqual(Array.from({ length: 8 }, () => 0));
  const { lesson } = program.json(["show", slug]);
  expect((lesson as { tags: string[] }).tags).toEqual(
    Array.from({ length: 8 }, (_, n) => `topic:n${n}`),
  );
});
