import { expect, test } from "vitest";
import { artifactNames } from "./targets.ts";

test.each([
  ["claude-command", "init-x7k2", ["init", "init-x7k2"]],
  ["claude-skill", "init-x7k2", ["init-x7k2"]],
  ["claude-skill", "code-review-x7k2", ["code-review-x7k2"]],
  ["claude-skill", "add-an-endpoint-x7k2", ["add-an-endpoint", "add-an-endpoint-x7k2"]],
  ["agents-skill", "verify-0000", ["verify-0000"]],
  // A name that a person gave, as it is.
  ["claude-skill", "deploy", ["deploy"]],
] as const)("a file for %s of %s may be called %j", (target, slug, names) => {
  expect(artifactNames(target, slug)).toEqual(names);
});
