/**
 * Every command, once. The short help, the program, completion, docs/cli.md and "did you mean" all read this table.
 * It loads nothing: `commands.ts` says where each command is.
 */
export interface CommandEntry {
  readonly name: string;
  readonly group: CommandGroup;
  /** One line for the short help. */
  readonly about: string;
  /** What the short help shows behind the name. */
  readonly takes?: string;
  /** Other names for the same command, from habit. */
  readonly aliases?: readonly string[];
  /** The noun that it stands under: `project render`. */
  readonly under?: string;
  /** Of an older name: what to type today. The older name goes on working. */
  readonly today?: string;
  /** It takes something away. Nobody is led to it by a typo that could mean something else. */
  readonly removes?: true;
  /** People change something with it, and `undo` takes that back. */
  readonly isUndoable?: true;
  /** The common flags that it has no use for, so that none is taken and ignored. */
  readonly without?: readonly string[];
}

/**
 * `everyday` and `sometimes` have a line in the short help, `more` a name. `developers` have theirs in
 * `lessons help dev`. `older` and `internal` are in no help.
 */
export type CommandGroup = "everyday" | "sometimes" | "more" | "developers" | "older" | "internal";

/** What runs where no command is named. */
export const dashboardName = "dashboard";

/** In the order of the help. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: dashboardName,
    group: "internal",
    about: "See repeated mistakes, what needs you, what helped, and the next step.",
  },
  {
    name: "review",
    isUndoable: true,
    takes: '["approve 1 3"]',
    group: "everyday",
    about: "Approve or archive new lessons.",
  },
  {
    name: "add",
    isUndoable: true,
    takes: '["rule"]',
    group: "everyday",
    about: "Write a lesson in one line.",
    aliases: ["new"],
  },
  {
    name: "list",
    takes: "[words]",
    group: "everyday",
    about: "List your lessons, or search them.",
    aliases: ["ls", "find"],
  },
  {
    name: "show",
    takes: "<slug>",
    group: "everyday",
    about: "Show a lesson, when agents see it, and why.",
    aliases: ["why"],
  },
  {
    name: "edit",
    isUndoable: true,
    takes: "<slug> …",
    group: "everyday",
    about: "Change a lesson.",
  },
  {
    name: "stats",
    group: "everyday",
    about: "See what your lessons saved.",
  },
  {
    name: "undo",
    isUndoable: true,
    group: "everyday",
    about: "Undo the last change.",
  },
  {
    name: "init",
    isUndoable: true,
    group: "everyday",
    about: "Connect lessons to your agent.",
    aliases: ["install", "setup", "connect"],
    without: ["--set"],
  },
  {
    name: "scan",
    group: "sometimes",
    about: "Read new session logs.",
  },
  {
    name: "card",
    group: "sometimes",
    about: "Show the session card.",
  },
  {
    name: "repairs",
    isUndoable: true,
    group: "sometimes",
    about: "Fix your agent's shell.",
  },
  {
    name: "trial",
    isUndoable: true,
    group: "sometimes",
    about: "Test if lessons help.",
  },
  {
    name: "pause",
    isUndoable: true,
    group: "sometimes",
    about: "Stop showing lessons.",
    aliases: ["mute"],
    without: ["--set"],
  },
  {
    name: "doctor",
    isUndoable: true,
    group: "sometimes",
    about: "Find and fix problems.",
  },
  {
    name: "archive",
    isUndoable: true,
    group: "sometimes",
    about: "Archive a lesson.",
    aliases: ["rm", "remove", "delete"],
    removes: true,
  },
  {
    name: "restore",
    isUndoable: true,
    group: "sometimes",
    about: "Restore a lesson.",
    aliases: ["unarchive"],
  },
  {
    name: "good",
    isUndoable: true,
    group: "sometimes",
    about: "This lesson helped.",
  },
  {
    name: "bad",
    isUndoable: true,
    group: "sometimes",
    about: "This lesson was wrong.",
  },
  {
    name: "share",
    isUndoable: true,
    group: "sometimes",
    about: "Share with your team.",
  },
  {
    name: "import",
    isUndoable: true,
    group: "sometimes",
    about: "Import lessons.",
  },
  {
    name: "export",
    group: "sometimes",
    about: "Export lessons.",
  },
  {
    name: "config",
    isUndoable: true,
    group: "sometimes",
    about: "Show or change settings.",
    aliases: ["settings"],
  },
  {
    name: "backup",
    group: "sometimes",
    about: "Back up or restore.",
  },
  {
    name: "learn",
    group: "sometimes",
    about: "Learn from sessions.",
  },
  {
    name: "uninstall",
    isUndoable: true,
    group: "sometimes",
    about: "Disconnect your agent.",
    aliases: ["disconnect"],
    removes: true,
    without: ["--set"],
  },
  {
    name: "start",
    group: "more",
    about: "See which mistakes your agents repeat on this machine.",
  },
  {
    name: "status",
    group: "more",
    about: "See what is connected, read and shown.",
  },
  {
    name: "reviews",
    group: "more",
    about: "See past reviews.",
  },
  {
    name: "confirm",
    isUndoable: true,
    takes: "<digest>",
    group: "more",
    about: "Apply the review that your agent prepared.",
  },
  {
    name: "project",
    takes: "render|reconcile|knowledge",
    group: "more",
    about: "Write lessons into a project, or read its records.",
  },
  {
    name: "gates",
    isUndoable: true,
    group: "more",
    about: "Check notes and lessons with your own questions.",
  },
  {
    name: "privacy",
    group: "more",
    about: "See what is stored, and where.",
  },
  {
    name: "forget",
    group: "more",
    about: "Erase a text everywhere.",
    removes: true,
  },
  {
    name: "completion",
    group: "more",
    about: "Set up shell completion.",
    without: ["--json", "--set"],
  },
  {
    name: "render",
    under: "project",
    isUndoable: true,
    group: "more",
    about: "Write active workflows, procedures, decisions and pitfalls into this project.",
  },
  {
    name: "reconcile",
    under: "project",
    isUndoable: true,
    group: "more",
    about: "Sync your edits to rendered files; deleting one archives its lesson.",
  },
  {
    name: "knowledge",
    under: "project",
    group: "more",
    about: "Read a project's recorded decisions and pitfalls.",
  },
  {
    name: "dev",
    takes: "compile|match|ledger|aggregate|backtest|hook",
    group: "developers",
    about: "For developers of hooks and triggers.",
  },
  {
    name: "compile",
    under: "dev",
    group: "developers",
    about: "Rebuild the hook cache (automatic when lessons change).",
  },
  {
    name: "match",
    under: "dev",
    group: "developers",
    about: "Show which lessons a hook payload would receive.",
  },
  {
    name: "ledger",
    under: "dev",
    group: "developers",
    about: "Show the calls and failures read from logs.",
  },
  {
    name: "aggregate",
    under: "dev",
    group: "developers",
    about: "Rank stored candidates again, without reading logs.",
  },
  {
    name: "backtest",
    under: "dev",
    group: "developers",
    about: "Replay triggers over your own calls.",
  },
  {
    name: "hook",
    under: "dev",
    group: "developers",
    about: "Run the hook on a payload, as an agent would.",
    without: ["--set"],
  },
  older("decide", 'review "approve 1"'),
  older("promote", 'review "approve <slug>"'),
  older("explain", "show"),
  older("search", "list <words>"),
  older("tags", "list --tags"),
  older("feedback", "good or lessons bad"),
  {
    ...older("resume", "pause --off"),
    aliases: ["unpause", "unmute"],
    without: ["--set"],
  },
  older("unshare", "share --remove"),
  {
    ...older("restore-backup", "backup --restore"),
    without: ["--set"],
  },
  older("upkeep", "doctor"),
  older("render", "project render"),
  older("reconcile", "project reconcile"),
  older("knowledge", "project knowledge"),
  { ...older("compile", "dev compile"), aliases: ["build"] },
  older("match", "dev match"),
  older("ledger", "dev ledger"),
  older("aggregate", "dev aggregate"),
  older("backtest", "dev backtest"),
  {
    name: "statusline",
    group: "internal",
    about: "What the status line shows.",
    without: ["--set", "--json", "--no-color"],
  },
  {
    name: "complete-slug",
    group: "internal",
    about: "What completion scripts call.",
  },
];

/** It goes on working, by the loader that has its name. */
function older(name: string, today: string): CommandEntry {
  return { name, today, group: "older", about: `Now: lessons ${today}` };
}

/** The command that a person means by the words they typed, and how many of those words name it. */
export function commandNamed(words: readonly string[]): FoundCommand | undefined {
  const [first = "", second = ""] = words;
  const entry = atTop.find(({ name, aliases }) => name === first || aliases?.includes(first));
  if (entry === undefined) return undefined;
  const inner = commandTable.find(({ name, under }) => under === entry.name && name === second);
  return { entry, inner };
}

export interface FoundCommand {
  readonly entry: CommandEntry;
  /** The one under the noun, where that was typed, too. */
  readonly inner: CommandEntry | undefined;
}

/** The name under which `undo` lists what this command changes; undefined where it changes nothing of a person's. */
export function journalName(words: readonly string[]): string | undefined {
  const found = commandNamed(words);
  if (found === undefined) return undefined;
  const { entry, inner = entry } = found;
  if (inner.today !== undefined) return journalName(inner.today.split(" "));
  return inner.isUndoable === true ? inner.name : undefined;
}

/** Those that are called by one word. */
export const atTop = commandTable.filter(({ under }) => under === undefined);

export function commandsUnder(noun: string): readonly CommandEntry[] {
  return commandTable.filter(({ under }) => under === noun);
}
