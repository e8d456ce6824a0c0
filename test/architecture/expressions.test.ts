import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRegExpLiteral, visitRegExpAST } from "@eslint-community/regexpp";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { isPlainlyLinear } from "../../src/match/pattern/linear.ts";
import { measureGrowth } from "../../src/match/pattern/speed.ts";

/**
 * The files with expressions that take longer than in proportion to their text, and how many, by what keeps the text short. All
 * other expressions may read whatever comes from logs, projects and payloads: no long line holds them up.
 */
const short: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "a number": { "cli/layout.ts": 1 },
  "what a person types": {
    "capture/rules/rule-parts.ts": 1,
    "deliver/commands/repairs.ts": 1,
    "gates/runs/find-gates.ts": 1,
    "measure/commands/trial.ts": 1,
    "review/decision/sentence-reader.ts": 1,
    "review/screen/edit-field.ts": 1,
  },
  "the name of a file, or a variable of the agent's": {
    "agents/claude-code/hook.ts": 1,
    "cli/trusted-home.ts": 1,
    "deliver/claims.ts": 1,
  },
  "a field of a lesson, which has a limit": {
    "capture/facts/fact-draft.ts": 1,
    "capture/facts/literal-fix.ts": 1,
    "lesson/likeness/opposite-advice.ts": 1,
    "lesson/outside/text.ts": 1,
    "match/pattern/around.ts": 1,
    "match/prefilter/grep-lines.ts": 1,
  },
  "cut before": {
    "agents/codex/call-end.ts": 2,
    "agents/codex/glance.ts": 1,
    "knowledge/file-facts.ts": 1,
  },
};

const limit = { timeout: 300_000 };
const source = join(import.meta.dirname, "../../src");

// It judges all of them: some twelve seconds of a processor.
test("no text makes an expression slow, but where something keeps it short", limit, () => {
  const files = globSync("**/*.ts", { cwd: source }).filter((file) => !file.endsWith(".test.ts"));
  const slow = files.map((file) => {
    const expressions = expressionsIn(readFileSync(join(source, file), "utf8"));
    return [file, expressions.filter((each) => isEndless(each) && isSlow(each)).length] as const;
  });
  expect(Object.fromEntries(slow.filter(([, count]) => count > 0))).toEqual(
    Object.assign({}, ...Object.values(short)),
  );
});

/** The form proves something only without the flags that change what the form means. */
function isSlow({ source: text, flags }: RegExp): boolean {
  const isPlain = /^[gi]*$/.test(flags);
  const pattern = { source: text, flags: flags.includes("i") ? "i" : "" } as const;
  return (
    !(isPlain && isPlainlyLinear(pattern)) && measureGrowth({ source: text, flags }) !== undefined
  );
}

function expressionsIn(code: string): readonly RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (isObject(node)) {
      if (isObject(node["regex"])) {
        const { pattern, flags } = node["regex"];
        found.push(new RegExp(String(pattern), String(flags)));
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync("code.ts", code).program);
  return found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether something in it may go on for ever. What has a limit costs at most so many times more. */
function isEndless(expression: RegExp): boolean {
  let isFound = false;
  visitRegExpAST(parseRegExpLiteral(expression), {
    onQuantifierEnter: ({ max }) => {
      isFound ||= max === Infinity;
    },
  });
  return isFound;
}
