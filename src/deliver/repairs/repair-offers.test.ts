import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { add, freshContext, freshFolder, gitStash } from "../../../test/kit/store.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { repairOffers } from "./repair-offers.ts";

const scope = "project:ours" as const;

function ground(calls: readonly (Partial<LedgerCall> & { readonly said?: string })[]) {
  const context = freshContext();
  const { database } = context;
  const home = realpathSync(freshFolder());
  keepLedger(
    database,
    calls.map(({ said: _, ...call }, ordinal) => ledgerCall({ ordinal, ...call })),
  );
  for (const [ordinal, { said = "" }] of calls.entries())
    database.prepare("UPDATE calls SET error_head = ? WHERE ordinal = ?").run(said, ordinal);
  const root = join(home, "project");
  mkdirSync(root);
  const offers = () =>
    repairOffers(database, {
      environment: { HOME: home },
      project: { root, projectId: "ours", scope },
      safety: { userHome: home, projects: [root] },
    });
  return { context, home, root, offers };
}

const failing = (fact: string, said = "", more: Partial<LedgerCall> = {}) => ({
  fact,
  said,
  outcome: "error" as const,
  ...more,
});
const inSession = (number: number) => ({ ...ourLog, number, sessionId: `s${number}` });

test("zsh's failed globs call for its repair, but for what it would not mend", () => {
  const { offers } = ground([
    failing("zsh-glob", "(eval):1: no matches found: *.go"),
    failing("zsh-glob", "(eval):1: no matches found: a?", { log: inSession(2) }),
    failing("zsh-glob", "(eval):1: == not found", { log: inSession(2) }),
    failing("zsh-glob", "zsh:1: bad pattern: [a"),
    failing("zsh-glob", "zsh:1: no matches found: *", { treatment: "repaired" }),
  ]);
  const zsh = { value: "", scope: "machine", facts: ["zsh-glob"] };
  expect(offers()).toEqual([
    { ...zsh, name: "zsh-globs", failedCalls: 3, sessions: 2 },
    { ...zsh, name: "zsh-equals", failedCalls: 1, sessions: 1 },
  ]);
});

test("a folder is offered where a missing program is: where it was called by its path, and where people keep programs", () => {
  const { home, offers } = ground([
    failing("not-installed jq"),
    failing("not-installed rg", "", { log: inSession(2) }),
    failing("not-installed nowhere"),
    { command: "~/tools/jq . a", outcome: "ok" },
    { command: "/home/[user]/tools/rg x | head", outcome: "ok" },
  ]);
  expect(offers()).toEqual([]);
  const folder = (name: string, ...programs: readonly string[]) => {
    mkdirSync(join(home, name), { recursive: true, mode: 0o755 });
    for (const program of programs) writeFileSync(join(home, name, program), "", { mode: 0o755 });
    return join(home, name);
  };
  const path = { name: "path", scope: "machine" };
  const tools = folder("tools", "jq", "rg");
  const usual = folder("go/bin", "rg");
  writeFileSync(join(usual, "jq"), "", { mode: 0o644 });
  expect(offers()).toEqual([
    {
      ...path,
      value: tools,
      facts: ["not-installed jq", "not-installed rg"],
      failedCalls: 2,
      sessions: 2,
    },
    { ...path, value: usual, facts: ["not-installed rg"], failedCalls: 1, sessions: 1 },
  ]);
});

test("a program inside a project is not offered", () => {
  const { root, offers } = ground([
    failing("not-installed tsc"),
    { command: "~/project/bin/tsc", outcome: "ok" },
  ]);
  mkdirSync(join(root, "bin"), { mode: 0o755 });
  writeFileSync(join(root, "bin/tsc"), "", { mode: 0o755 });
  expect(offers()).toEqual([]);
});

test("the repository of gh is the one that made its calls work, else that of a remote on GitHub", () => {
  const { context, root, offers } = ground([
    failing("no-known-remote", "", { command: "git status\ngh pr view" }),
    failing("no-known-remote", "", { command: "git push" }),
    failing("no-known-remote", "", {
      command: "gh pr view",
      log: { ...inSession(2), projectId: "other" },
    }),
  ]);
  const offered = {
    name: "gh-repo",
    scope,
    facts: ["no-known-remote"],
    failedCalls: 1,
    sessions: 1,
  };
  const clonedFrom = (url: string) =>
    writeFileSync(join(root, ".git/config"), `[remote "origin"]\n\turl = ${url}\n`);
  mkdirSync(join(root, ".git"));
  clonedFrom("git@gitlab.com:octo/elsewhere.git");
  expect(offers()).toEqual([{ ...offered, value: "" }]);
  clonedFrom("git@github-work:octo/hello.git");
  expect(offers()).toEqual([{ ...offered, value: "octo/hello" }]);
  const { id } = add(context, { ...gitStash, scope });
  const fix = JSON.stringify({ how: "instead", from: "gh", to: "gh pr view -R octo/named" });
  context.database
    .prepare("UPDATE lessons SET about = 'no-known-remote', fix = ? WHERE id = ?")
    .run(fix, id);
  expect(offers()).toEqual([{ ...offered, value: "octo/named" }]);
});
