import type { Attack, Plant, Step } from "./attack.ts";
import { gitSettings } from "./git-settings.ts";

/**
 * Every file of a project that any part of the program reads. Whoever adds one adds it here, and it is tried as a link to a
 * device, as a pipe, as a file without end, as a link to a secret and as noise.
 */
const projectFiles = [
  ".lessons/config.json",
  ".lessons/lessons/from-a-stranger-0001.md",
  ".lessons/gates/house/plain.md",
  ".lessons/reviews.db",
  ".lessons/reviews.db-wal",
  ".memory/.learning-manifest.json",
  ".memory/learning.json",
  ".memory/knowledge/decisions.md",
  ".memory/knowledge/pitfalls.md",
  ".claude/settings.json",
  ".claude/settings.local.json",
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  ".gitignore",
  "CLAUDE.md",
  "README.md",
] as const;

/** Those of git's own. */
const gitFiles = [
  ".git/HEAD",
  ".git/config",
  ".git/packed-refs",
  ".git/shallow",
  ".git/refs/heads/main",
  ".git/refs/stash",
  ".git/objects/info/alternates",
  `.git/objects/pack/pack-${"a".repeat(40)}.idx`,
] as const;

/** What a day in a project consists of. What is broken may be said; nothing may hang, and what hooks do never fails. */
const day: readonly Step[] = [
  { hook: "SessionStart" },
  { statusLine: true },
  { call: { tool_name: "Bash", tool_input: { command: "git stash" } } },
  { run: ["scan", "--auto"] },
  { run: ["review", "--json"], status: "ends" },
  { run: ["gates", "list"], status: "ends" },
  { run: ["knowledge", "index"], status: "ends" },
  { run: ["learn"], status: "ends" },
  { run: ["reconcile"], status: "ends" },
  { run: ["doctor"], status: "ends" },
];

const kinds: readonly {
  readonly name: string;
  readonly as: (at: string) => Plant;
}[] = [
  { name: "a link to a device without end", as: (at) => ({ at, link: "/dev/zero" }) },
  { name: "a pipe that nobody writes to", as: (at) => ({ at, pipe: true }) },
  { name: "a file of a terabyte", as: (at) => ({ at, sparseBytes: 1e12 }) },
  { name: "a link to a secret of the user", as: (at) => ({ at, linkToSecret: true }) },
  { name: "noise", as: (at) => ({ at, text: "\u0000\u001B[2J{{{[[[".repeat(5000) }) },
];

const repository: Plant = { at: "clone/.git/HEAD", text: "ref: refs/heads/main\n" };

/** A log of a session that was held in the clone. */
const logOfClone: Plant = {
  at: "user/.claude/projects/-clone/5e55101a-0000-4000-8000-00000000beef.jsonl",
  text: `${JSON.stringify({
    type: "user",
    cwd: "$CLONE",
    sessionId: "5e55101a-0000-4000-8000-00000000beef",
    uuid: "u1",
    timestamp: "2026-01-01T12:00:00.000Z",
    version: "2.1.0",
    message: { role: "user", content: "hello" },
  })}\n`,
};

export const clones: readonly Attack[] = [
  ...kinds.map(({ name, as }) => ({
    name: `every file of a project is ${name}`,
    plants: [repository, logOfClone, ...projectFiles.map((path) => as(`clone/${path}`))],
    steps: day,
  })),
  ...kinds.map(({ name, as }) => ({
    name: `every file of git's is ${name}`,
    plants: [logOfClone, ...gitFiles.map((path) => as(`clone/${path}`))],
    steps: day.slice(0, 4),
  })),
  ...(["long indexes", "differences of differences"] as const).map((objects) => ({
    name: `a small repository whose objects take no end of reading: ${objects}`,
    plants: [{ at: "clone", objects }, logOfClone],
    steps: day.slice(0, 4),
  })),
  {
    name: "git's settings are lines of nothing, as many as are read",
    plants: [
      repository,
      logOfClone,
      { at: "clone/.git/config", text: `[remote "origin"]\n${"\n".repeat(250_000)}` },
    ],
    steps: day.slice(0, 4),
  },
  {
    name: "the folders of a project are links to elsewhere",
    plants: [
      repository,
      {
        at: "user/elsewhere/config.json",
        text: '{ "type": "lessons-config", "version": 1, "maxCandidatesPerScan": 1 }',
      },
      { at: "user/elsewhere/knowledge/decisions.md", text: "# Decisions\n\n## ADR-001: theirs\n" },
      { at: "clone/.lessons", link: "$USER/elsewhere" },
      { at: "clone/.memory", link: "$USER/elsewhere" },
    ],
    steps: [
      ...day,
      { run: ["config", "get", "maxCandidatesPerScan"], says: "is behind a link" },
      { run: ["config", "get", "maxCandidatesPerScan"], says: /^(?!1$)\d+$/m },
      { run: ["knowledge", "index"], status: 1 },
    ],
  },
  {
    name: "settings of a project that are no JSON stop nothing",
    plants: [{ at: "clone/.lessons/config.json", text: "{ not json" }],
    steps: [
      { run: ["scan"], says: "its settings are ignored" },
      { run: ["status"], says: "warning:" },
      {
        run: ["config", "set", "maxCandidatesPerScan", "2", "--project"],
        status: 2,
        says: "is not JSON",
      },
    ],
  },
  ...gitSettings.map((git) => ({
    name: `a repository whose settings name a program: ${git.name}`,
    plants: [{ at: "clone", git }, logOfClone],
    steps: [
      { hook: "SessionStart" },
      { run: ["scan", "--auto"] },
      { run: ["gates", "list"] },
      { run: ["render", "--dry-run"], status: "ends" },
    ] satisfies readonly Step[],
  })),
];

/** Only where the test may give files away. */
export const givenClones: readonly Attack[] = [
  {
    name: "settings in the folder above belong to somebody else",
    plants: [
      {
        at: "above/.lessons/config.json",
        text: '{ "type": "lessons-config", "version": 1, "maxCandidatesPerScan": 1 }',
        owner: 12_345,
      },
    ],
    steps: [
      { run: ["config", "get", "maxCandidatesPerScan"], says: "belongs to another user" },
      { run: ["config", "get", "maxCandidatesPerScan"], says: /^(?!1$)\d+$/m },
    ],
  },
];
