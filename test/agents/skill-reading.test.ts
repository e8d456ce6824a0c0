import { expect, test } from "vitest";
import { newTextIn, requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, lessonsPlugin, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

/** Six lessons about one tool, of which one holds in this project alone. */
function sandboxWithSkill(): Sandbox {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  const [{ scope }] = JSON.parse(
    lessons(
      sandbox,
      ["import", "-", "--scope", "project", "--json"],
      JSON.stringify({ nodes: [ownNode], links: [] }),
    ),
  ).files.map(({ openScope }: { openScope: string }) => ({ scope: openScope }));
  expect(scope).toMatch(/^project:/);
  keep(
    sandbox,
    ...["one", "two", "three", "four", "five"].map((name) =>
      pitfall(`${name} about git`, onCommand("^git status\\b"), { tags: ["tool:git"] }),
    ),
    pitfall("six of this project", onCommand("^git status\\b"), { tags: ["tool:git"], scope }),
  );
  return sandbox;
}

const ownNode = {
  id: "process_own",
  type: "Concept",
  label: "Only here",
  confidence: 1,
  process_type: "requirement",
  priority: "HIGH",
  requirement: { constraint: "only here" },
  trigger_conditions: { file_patterns: ["*.nothing"] },
};

test.each([
  ["with the hooks of init", []],
  ["with the plugin", [lessonsPlugin]],
])(
  "the agent may read the skill that a line names, without being asked, %s",
  async (_, plugins) => {
    const sandbox = sandboxWithSkill();
    const first = await runWithLessons(sandbox, {
      prompt: "go",
      plugins,
      script: { main: [calls(bash("git status")), "done"] },
    });
    const told = newTextIn(requestsOf(first, "main")[1]);
    const path = /All 6 lessons about git, most important first: (\S+)/.exec(told)?.[1] ?? "";
    const second = await runWithLessons(sandbox, {
      prompt: "go",
      plugins,
      script: { main: [calls({ name: "Read", input: { file_path: path } }), "done"] },
    });
    const [result] = toolResultsIn(requestsOf(second, "main")[1]);
    expect(result).toMatchObject({ isError: false });
    expect(result?.text).toContain("five about git");
    expect(result?.text).toContain("six of this project");
  },
);
