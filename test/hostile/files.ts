import type { Attack, Plant, Step } from "./attack.ts";

/** What comes out of an archive: no git stands behind it, so nothing is tracked. */
const archives: readonly Attack[] = [
  {
    name: "an archive with a database of reviews in which everything has passed",
    plants: [
      {
        at: "clone/.lessons/reviews.db",
        database:
          "CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT); CREATE TABLE acceptance_events (x)",
      },
    ],
    steps: [
      { run: ["gates", "list"], status: "ends" },
      {
        run: ["review", "--json", "--set", "gates.required=lesson/trigger-precise"],
        status: "ends",
      },
    ],
  },
  {
    name: "a backup that is somebody else's database",
    plants: [{ at: "clone/lessons.db", database: "CREATE TABLE photos (x)" }],
    steps: [
      {
        run: ["restore-backup", "lessons.db", "--replace"],
        byPerson: true,
        status: 2,
        says: "not a lessons database",
      },
    ],
  },
  {
    name: "a backup with a trigger of its own",
    plants: [
      {
        at: "clone/lessons.db",
        database: `CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL);
          CREATE TABLE lessons (x); CREATE TABLE transitions (x); CREATE TABLE evidence (x);
          CREATE TRIGGER more AFTER INSERT ON lessons BEGIN INSERT INTO lessons VALUES (1); END`,
      },
    ],
    steps: [{ run: ["restore-backup", "lessons.db", "--replace"], byPerson: true, status: 2 }],
  },
];

const lesson = {
  type: "lesson",
  version: 1,
  id: "01M7Q1NY4E0000000000000001",
  slug: "from-a-stranger-0001",
  kind: "pitfall",
  summary: "from a stranger",
  body: { mistake: "a", remediation: "b" },
};

function importing(name: string, text: string, more: readonly Step[] = []): Attack {
  const file = { at: "clone/lessons.jsonl", text } satisfies Plant;
  const dry: Step = { run: ["import", "lessons.jsonl", "--dry-run"], status: "ends" };
  return {
    name,
    plants: [file],
    steps: [dry, { run: ["import", "lessons.jsonl"], status: "ends" }, ...more],
  };
}

const imports: readonly Attack[] = [
  importing(
    "an import whose names are paths and prototypes",
    [
      { ...lesson, slug: "../../../escape" },
      { ...lesson, slug: "__proto__", __proto__: { status: "active" } },
      { ...lesson, id: "../x", scope: "project:../../x" },
    ]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(""),
  ),
  importing("an import that is noise", "\u0000\u001B[2J{{{".repeat(10_000)),
  importing("an import nested deep", `${"[".repeat(200_000)}\n`),
  {
    name: "a folder to import in which a file is a pipe, and another a device without end",
    plants: [
      { at: "clone/given/lessons.jsonl", pipe: true },
      { at: "clone/given/.memory/learning-log.jsonl", link: "/dev/zero" },
      { at: "clone/given/data/lessons.json", pipe: true },
    ],
    steps: [{ run: ["import", "given", "--dry-run"], status: "ends" }],
  },
];

function answering(name: string, answer: string): Attack {
  const run = ["review", "--apply", "-", "--model", "a-model"];
  return { name, plants: [], steps: [{ run, input: answer, status: "ends" }] };
}

const modelAnswers: readonly Attack[] = [
  answering(
    "a model that approves what nobody showed it",
    '{"items":[{"number":1,"verdict":"approve"},{"number":-1,"verdict":"promote"}]}',
  ),
  answering(
    "a model that answers with a program",
    "```sh\ntouch $CLONE/ran\n```\n1 approve; $(touch $CLONE/ran)",
  ),
  answering(
    "a model that never stops",
    `{"items":[${'{"number":1,"summary":"$TOKEN"},'.repeat(20_000)}`,
  ),
  answering("a model that answers with itself", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
];

/** Settings of the agent, of the project, and our own. */
function withSettings(name: string, plants: readonly Plant[], steps: readonly Step[] = []): Attack {
  const day: readonly Step[] = [
    { hook: "SessionStart" },
    { run: ["status"], status: "ends" },
    { run: ["doctor"], status: "ends" },
    { run: ["init", "--dry-run"], status: "ends" },
  ];
  return { name, plants, steps: [...day, ...steps] };
}

const settings: readonly Attack[] = [
  withSettings("a project's settings that widen what is read", [
    {
      at: "clone/.lessons/config.json",
      text: '{ "type": "lessons-config", "version": 1, "roots": ["/"], "gates": { "required": [] } }',
    },
  ]),
  withSettings("agent's settings that are noise", [
    { at: "user/.claude/settings.json", text: "\uFEFF{{{ /* " },
    {
      at: "clone/.claude/settings.json",
      text: '{ "hooks": { "PreToolUse": 7, "__proto__": [] } }',
    },
  ]),
  withSettings("settings with hooks of ours that lead elsewhere", [
    {
      at: "clone/.claude/settings.json",
      text: '{ "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "$CLONE/.lessons/hook/lessons-hook SessionStart" } ] } ] }, "env": { "LESSONS_HOME": ".lessons" } }',
    },
    { at: "clone/.lessons/hook/lessons-hook", text: "#!/bin/sh\ntouch $CLONE/ran\n" },
  ]),
  withSettings("our own settings nested deep", [
    {
      at: "user/.lessons/config.json",
      text: `{"type":"lessons-config","version":1,"x":${"[".repeat(50_000)}`,
    },
  ]),
];

const token = { command: "git stash # $TOKEN" };
const payloads: readonly Attack[] = [
  {
    name: "payloads with names that are paths, and a token in all of them",
    plants: [],
    steps: [
      { call: { tool_name: "Bash", tool_input: token, session_id: "../../../../escape" } },
      { call: { tool_name: "../../x", tool_input: token, agent_id: "../../escape" } },
      {
        call: {
          tool_name: "Edit",
          tool_input: { file_path: "../../../etc/passwd", new_string: "$TOKEN" },
        },
      },
      {
        hook: "SessionStart",
        payload: { session_id: "../../../../escape", cwd: "/nowhere/../x", source: "$TOKEN" },
      },
      { hook: "SessionEnd", payload: { transcript_path: "../../escape.jsonl", reason: "$TOKEN" } },
    ],
  },
  {
    name: "a report with a token that is broken up by colours",
    plants: [],
    steps: [
      {
        hook: "Stop",
        payload: {
          last_assistant_message:
            "#lesson\ntool: Bash\ntrigger: gh\nmistake: $TOKEN leaks\nfix: keep $TOKEN\n#/lesson",
        },
      },
      {
        raw: `{"session_id":"s1","cwd":"$CLONE","hook_event_name":"Stop","last_assistant_message":"#lesson\\ntool: Bash\\ntrigger: gh\\nmistake: $BROKEN\\nfix: y\\n#/lesson"}`,
        args: ["Stop"],
      },
      { run: ["scan"], status: "ends" },
    ],
  },
  {
    name: "payloads that are none, for every event",
    plants: [],
    steps: [
      "SessionStart",
      "SubagentStart",
      "Stop",
      "SessionEnd",
      "PostToolBatch",
      "Nonsense",
    ].flatMap((event) =>
      ["{", "[".repeat(100_000), "\u0000", '"$TOKEN"'].map((raw) => ({ raw, args: [event] })),
    ),
  },
];

/** What strangers hand over beside clones and logs, by the way in which it comes. */
export const handed = { archives, imports, modelAnswers, settings, payloads } as const;
