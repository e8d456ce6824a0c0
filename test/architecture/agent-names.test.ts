import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Files outside of `src/agents` that name an agent all the same, and why they have to. */
const reasons: Readonly<Record<string, string>> = {
  "capture/derive/said-rule.ts": "words that people say",
  "capture/failures/harness-slips.ts": "the wording of a program in its logs",
  "capture/sayings/correction-words.ts": "words that people say",
  "capture/sayings/files-named.ts": "names of memory files, as people say them",
  "cli/trusted-home.ts": "the variable that the hook knows a project by",
  "deliver/hook/agent.ts": "the one module that says which agent calls our programs",
  "gates/review-state.ts": "runners as they are typed and stored",
  "gates/store/review-migrations.ts": "the database allows these runners",
  "knowledge/render/targets.ts": "who reads the folder that several agents share",
  "lesson/outside/entry.ts": "other systems watched one agent only",
  "match/prefilter/atom.ts": "what stands around every call in a payload",
  "platform/configuration/settings.ts": "the values of a setting",
  "redact/secrets/assignment.ts": "names that people give to keys",
  "redact/secrets/people.ts": "how a folder is named that gives the user away",
};

/** Said anywhere: names that stand in files of projects, and command lines as a person types them. */
const sayings = [
  /"claude-(?:command|skill)"/g,
  /\blessons (?:config|gates|import|init|learn|review|scan) .*/g,
];

const agents = /claude|codex|gemini|opencode|copilot/i;

test("an agent is named in its own folder and, for a reason, in these files", () => {
  const source = join(import.meta.dirname, "../../src");
  const naming = globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.startsWith("agents/") && !file.endsWith(".test.ts"))
    .filter((file) => {
      const text = readFileSync(join(source, file), "utf8");
      return agents.test(sayings.reduce((rest, saying) => rest.replaceAll(saying, ""), text));
    });
  expect(naming.toSorted()).toEqual(Object.keys(reasons));
});
