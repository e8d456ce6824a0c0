import { expect, test } from "vitest";
import { unnamedIdentity } from "./unnamed-identity.ts";

function named(root: string): string {
  return unnamedIdentity({ root, isRepository: false });
}

test.each([
  ["below the agent's own folder", "/srv/shop/.claude/worktrees/brave-fox", "/srv/shop"],
  ["below a folder of the project", "/srv/shop/.worktrees/fix-cart", "/srv/shop"],
  ["beside it, under its name", "/srv/worktrees/shop/brave-fox/shop", "/srv/shop"],
])("a worktree that is gone is the project: %s", (_, worktree, project) => {
  expect(named(worktree)).toBe(named(project));
});

test("other folders are themselves", () => {
  expect(named("/srv/shop")).not.toBe(named("/srv/bank"));
  expect(named("/srv/worktrees/shop/a/shop")).not.toBe(named("/srv/worktrees/bank/a/bank"));
});
