import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const graph = {
  nodes: [
    {
      id: "process_a",
      type: "Concept",
      label: "Do it so",
      confidence: 1,
      process_type: "requirement",
      priority: "HIGH",
      requirement: { constraint: "so" },
      trigger_conditions: { triad_names: ["deployment"], file_patterns: ["*.py"] },
    },
  ],
  links: [],
};

function withGraph(): Program {
  const program = new Program();
  mkdirSync(join(program.home, "shop/.git"), { recursive: true });
  writeFileSync(join(program.home, "shop/graph.json"), JSON.stringify(graph));
  return program;
}

function scopes(program: Program): readonly string[] {
  const { lessons } = JSON.parse(program.ok(["list", "--json"])) as {
    lessons: { scope: string }[];
  };
  return lessons.map(({ scope }) => scope);
}

test("imports ask for a scope on a terminal, and the project of the files is the first answer", async () => {
  const program = withGraph();
  const session = new TerminalSession(program, ["import", "shop/graph.json"]);
  await session.answer("Where do these lessons apply?", "\r");
  await session.answer("1 would become active, 0 would hold calls. Keep these states?", "y");
  expect((await session.end()).status).toBe(0);
  expect(scopes(program)).toEqual([expect.stringMatching(/^project:/)]);
  expect(program.ok(["list", "--status", "active"])).toContain("Do it so");
  // What is here already is not asked about again.
  expect((await new TerminalSession(program, ["import", "shop/graph.json"]).end()).shown).toContain(
    "known",
  );
});

test("Enter alone does not make what somebody else approved active", async () => {
  const program = withGraph();
  const session = new TerminalSession(program, ["import", "shop/graph.json"]);
  await session.answer("Where do these lessons apply?", "\r");
  await session.answer("Keep these states?", "\r");
  expect((await session.end()).status).toBe(0);
  expect(program.ok(["list", "--status", "candidate"])).toContain("Do it so");
});

test("whoever leaves the question imports nothing", async () => {
  const program = withGraph();
  const session = new TerminalSession(program, ["import", "shop/graph.json"]);
  await session.answer("Where do these lessons apply?", "\u0003");
  expect((await session.end()).status).not.toBe(0);
  expect(program.run(["list"]).status).toBe(1);
});

test("--scope answers beforehand; without it and without a terminal they hold everywhere, and that is said", () => {
  const told = withGraph();
  told.ok(["import", "shop", "--scope", "project"]);
  expect(scopes(told)).toEqual([expect.stringMatching(/^project:/)]);
  const silent = withGraph();
  expect(oneLine(silent.run(["import", "shop"]).err)).toContain("They apply to every project");
  expect(scopes(silent)).toEqual(["global"]);
  expect(withGraph().run(["import", "shop", "--scope", "here"])).toMatchObject({ status: 2 });
});
