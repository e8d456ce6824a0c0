import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Program } from "../kit/program.ts";
import type { Chance } from "./budget.ts";

/** A command that writes, as a person or a script would type it. */
export interface WritingCommand {
  readonly args: readonly string[];
  readonly input?: string;
  /** The tag that all lessons of it have: all of them are there afterwards, or none. */
  readonly batch?: { readonly tag: string; readonly size: number };
}

const batchSize = 8;

export function anyWritingCommand(
  chance: Chance,
  number: number,
  known: readonly string[],
): WritingCommand {
  const slug = known[chance.below(Math.max(known.length, 1))] ?? "none-0000";
  return chance.of(writingCommands(number, slug))();
}

type Commands = readonly [() => WritingCommand, ...(() => WritingCommand)[]];

/** Every command that changes something of ours, of the agent's, or of a project. */
export function writingCommands(number: number, slug: string): Commands {
  const draft = (name: string, more: object = {}) => ({
    kind: "pitfall",
    summary: `${name} goes wrong at case ${number}`,
    body: { mistake: `${name} ${number}`, remediation: `another ${name} ${number}` },
    triggers: { toolNames: ["Bash"], commandPatterns: [`^tool${number}\\s+${name}\\b`] },
    ...more,
  });
  const batch = (tag: string) =>
    Array.from({ length: batchSize }, (_, each) =>
      draft(`part${each}`, { tags: [`topic:${tag}`] }),
    );
  return [
    () => ({ args: ["add", "--json"], input: JSON.stringify(draft("one")) }),
    () => {
      const tag = `added${number}`;
      const size = batchSize;
      return { args: ["add", "--json"], input: JSON.stringify(batch(tag)), batch: { tag, size } };
    },
    () => ({
      args: ["import", "../exported.jsonl"],
      batch: { tag: importTag, size: importSize },
    }),
    () => ({ args: ["edit", slug, "summary", `edited at ${number}`] }),
    () => ({ args: ["archive", slug, "--reason", "a test"] }),
    () => ({ args: ["restore", slug] }),
    () => ({ args: ["promote", "--ids", slug] }),
    () => ({ args: ["review", `approve ${slug}`] }),
    () => ({ args: ["undo", "--yes"] }),
    () => ({ args: ["good", slug] }),
    () => ({ args: ["bad", slug] }),
    () => ({ args: ["scan", "--auto"] }),
    () => ({ args: ["scan", "--full"] }),
    () => ({ args: ["compile"] }),
    () => ({ args: ["pause"] }),
    () => ({ args: ["resume"] }),
    () => ({ args: ["config", "set", "maxCandidatesPerScan", String(1 + (number % 50))] }),
    () => ({ args: ["backup"] }),
    () => ({ args: ["restore-backup", "--replace"] }),
    () => ({ args: ["export", "--output", `../export-${number % 5}.jsonl`] }),
    () => ({ args: ["init", "--yes"] }),
    () => ({ args: ["uninstall", "--yes"] }),
    () => ({ args: ["share", slug] }),
    () => ({ args: ["unshare", slug] }),
    () => ({ args: ["render"] }),
    () => ({ args: ["reconcile"] }),
    () => ({ args: ["upkeep", "--yes"] }),
    () => ({ args: ["doctor", "--fix"] }),
    () => ({ args: ["repairs", "on", "zsh-globs"] }),
    () => ({ args: ["repairs", "off", "zsh-globs"] }),
    () => ({ args: ["trial", "start"] }),
    () => ({ args: ["trial", "stop"] }),
    () => ({ args: ["learn", number % 2 === 0 ? "--enable" : "--disable"] }),
    () => ({ args: ["learn", "--clear", "--yes"] }),
    () => ({ args: ["gates", "new", `mine/case${number}`] }),
    () => ({ args: ["aggregate"] }),
    () => ({ args: ["forget", `part${number % batchSize}`, "--yes"] }),
  ];
}

/** A home with logs to read, an agent with settings of its own, a project, some lessons, and a backup of them. */
export function furnish(program: Program): readonly string[] {
  const { home } = program;
  const put = (path: string, text: string) => {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  put(".claude/settings.json", agentSettings);
  put("api/.git/HEAD", "ref: refs/heads/main\n");
  put("api/.git/config", '[remote "origin"]\n\turl = https://example.org/team/api.git\n');
  for (const session of [1, 2, 3])
    put(`.claude/projects/-api/${sessionId(session)}.jsonl`, log(session, home));
  const drafts = Array.from({ length: 12 }, (_, number) => ({
    kind: "pitfall",
    summary: `lesson number ${number}`,
    body: { mistake: `wrong ${number}`, remediation: `right ${number}` },
    triggers: { toolNames: ["Bash"], commandPatterns: [`^program${number}\\b`] },
  }));
  const procedure = {
    kind: "procedure",
    summary: "publish a package",
    body: { description: "how to", whenToUse: "at a release", steps: ["build", "tag"] },
    scope: "project:example.org/team/api",
  };
  const { lessons } = program.json(["add"], { input: JSON.stringify([...drafts, procedure]) }) as {
    readonly lessons: readonly { readonly slug: string }[];
  };
  program.ok(["backup"]);
  put("exported.jsonl", exportedElsewhere());
  return lessons.map(({ slug }) => slug);
}

/** Lessons of another home: all of them come, or none. */
function exportedElsewhere(): string {
  const elsewhere = new Program();
  const drafts = Array.from({ length: importSize }, (_, number) => ({
    kind: "pitfall",
    summary: `from elsewhere ${number}`,
    body: { mistake: `there ${number}`, remediation: `here ${number}` },
    tags: [`topic:${importTag}`],
  }));
  elsewhere.ok(["add", "--json"], { input: JSON.stringify(drafts) });
  return elsewhere.ok(["export"]);
}

const importTag = "elsewhere";
const importSize = 40;

export const agentSettings = '{\n  // mine\n  "model": "opus",\n  "env": { "KEY": "value" }\n}\n';

function sessionId(number: number): string {
  return `5e55101a-0000-4000-8000-00000000000${number}`;
}

/** Commands that fail and are made again in another way, as an agent writes it down. */
function log(session: number, home: string): string {
  const common = { cwd: home, sessionId: sessionId(session), version: "2.1.0" };
  const records = Array.from({ length: 60 }, (_, index) => {
    const id = `toolu_${session}_${index}`;
    const at = { timestamp: `2026-01-0${session}T12:00:${String(index).padStart(2, "0")}.000Z` };
    const isRight = index % 2 === 1;
    const command = `git stash ${isRight ? "-u" : "save --include-untracked-files"} ${index >> 1}`;
    const failed = { is_error: true, content: "Exit code 129\nerror: unknown option" };
    return [
      {
        ...common,
        ...at,
        type: "assistant",
        uuid: `a${index}`,
        message: {
          role: "assistant",
          content: [{ type: "tool_use", id, name: "Bash", input: { command } }],
        },
      },
      {
        ...common,
        ...at,
        type: "user",
        uuid: `u${index}`,
        message: {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: id, ...(isRight ? { content: "ok" } : failed) },
          ],
        },
      },
    ];
  });
  return records
    .flat()
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}
