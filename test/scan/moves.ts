import type { Step, Story } from "../adapters/scribe.ts";

/** Something that happens in a session: a few steps, in one of its variants. */
export interface Move {
  readonly move: MoveName;
  readonly variant: number;
}

/** The story of a session. Call ids begin with `prefix`, so that they differ from session to session. */
export function storyOf(told: readonly Move[], prefix: string): Story {
  let calls = 0;
  const nextId = () => `${prefix}_${calls++}`;
  return [
    { step: "person-says", text: "please look after the build – merci" },
    ...told.flatMap(({ move, variant }) => moves[move](variant, nextId)),
  ];
}

type Write = (variant: number, nextId: () => string) => readonly Step[];

export const moveNames = [
  "fixed",
  "unfixed",
  "weak",
  "loop",
  "works",
  "slip",
  "corrected",
  "rejected",
  "ruled",
  "learned",
  "tagged",
  "reported",
  "torn",
  "withdrawn",
  "diagnosed",
  "hangs",
  "delegated",
  "compacted",
  "pretended",
  "unknown",
] as const;
type MoveName = (typeof moveNames)[number];

const shell = (callId: string, command: string, exitStatus = 0, output = "fine"): Step => ({
  step: "shell",
  callId,
  command,
  exitStatus,
  output,
});

/** Calls that fail for a reason that comes back, and what worked instead. */
const slips = [
  ["python build.py", 127, "bash: python: command not found", "python3 build.py"],
  ["python check.py", 127, "bash: python: command not found", "python3.12 check.py"],
  ["cargo build --fats", 1, "error: unexpected argument '--fats' found", "cargo build"],
  ["cargo build --fats", 1, "error: unexpected argument '--fats' found", "cargo build --release"],
  ["rg --fixd naïve src", 2, "rg: unrecognized flag --fixd", "rg --fixed-strings naïve src"],
  [
    "git push origin main",
    1,
    "remote: error: GH006: Protected branch update failed for refs/heads/main.",
    "git push origin topic",
  ],
] as const;

/** A cause in two wordings. */
const causes = [
  { step: "agent-says", text: "The sync fails because `var/mirror` is stale." },
  { step: "agent-says", text: "The failures come from the leftover `var/mirror` folder." },
] as const;

const corrections = [
  "no, that's wrong, never edit the generated files by hand",
  "no, that's wrong, never edit the generated files in the tree by hand",
  "That's not what I asked for: always use tabs in the Makefile, not spaces",
  "That's not what I asked for: always use spaces in the Makefile, not tabs",
  "you forgot to bump the version in manifest.json – “again”",
] as const;

const tags = [
  "trigger: make deploy\nmistake: deploy stops without a target\nfix: run make deploy TARGET=staging",
  "trigger: make deploy\nmistake: deploy stops without any target\nfix: run make deploy TARGET=staging",
  "tool: Bash\nmistake: the cache is stale → tests lie\nfix: run make clean before the tests, which applies ADR-007\nscope: global",
] as const;

/** Reports that cannot be read, and some that leave out what they must say. */
const tornReports = [
  "#lesson\nmistake: never finished",
  "#lesson\nfix: nobody knows of what\n#/lesson",
  "[PROCESS_KNOWLEDGE]\ntype: poem\nlabel: roses\n[/PROCESS_KNOWLEDGE]\nand\n#lesson\n#/lesson",
] as const;

/** Each is what some detector looks for, or what must not mislead one. */
const moves: Readonly<Record<MoveName, Write>> = {
  fixed: (variant, nextId) => {
    const [command, status, output, fix] = at(slips, variant);
    const between = variant % 3 === 0 ? [shell(nextId(), "ls -la")] : [];
    return [shell(nextId(), command, status, output), ...between, shell(nextId(), fix)];
  },
  unfixed: (variant, nextId) => {
    const [command, status, output] = at(slips, variant);
    return [shell(nextId(), command, status, output)];
  },
  weak: (variant, nextId) => [
    shell(nextId(), `./sync ${variant % 2}`, 3, `the mirror said ${variant}`),
  ],
  loop: (variant, nextId) => {
    const [command, status, output] = at(slips, variant);
    return Array.from({ length: 3 + (variant % 2) }, () =>
      shell(nextId(), command, status, output),
    );
  },
  works: (variant, nextId) => [shell(nextId(), `make part-${variant % 4}`)],
  slip: (variant, nextId) => [
    {
      step: "edit-fails",
      callId: nextId(),
      path: `/srv/api/src/ä${variant % 2}.ts`,
      message: "String to replace not found in file.",
    },
  ],
  corrected: (variant) => [
    { step: "agent-says", text: "All done." },
    { step: "person-says", text: at(corrections, variant) },
    {
      step: "agent-says",
      text: variant % 3 === 0 ? "Let me look." : "You're right, my mistake. Moving it back.",
    },
  ],
  rejected: (variant, nextId) => [
    {
      step: "rejected-shell",
      callId: nextId(),
      command: "rm -rf dist",
      reason: `never delete ${at(["dist", "the dist folder"], variant)}, stop doing that`,
    },
  ],
  ruled: (variant) => [
    {
      step: "person-says",
      text: `From now on always run ${at(["make lint", "make lint fmt", "npm ci"], variant)} before you push.`,
    },
  ],
  learned: (variant) => [
    {
      step: "agent-says",
      text: `Lesson learned: the emulator needs ${at(["a reset", "one reset"], variant)} first – always run it.`,
    },
  ],
  tagged: (variant) => [
    { step: "agent-says", text: `Noted.\n#lesson\n${at(tags, variant)}\n#/lesson\nGo on.` },
  ],
  reported: (variant) => [
    {
      step: "agent-says",
      text: `[PROCESS_KNOWLEDGE]\ntype: ${at(["pattern", "warning"], variant)}\nlabel: Seed the ${at(["database", "queue"], variant)}\ndescription: Seed it before the end-to-end tests\n[/PROCESS_KNOWLEDGE]`,
    },
  ],
  torn: (variant) => [{ step: "agent-says", text: at(tornReports, variant) }],
  withdrawn: () => [{ step: "agent-says", text: "On second thought:\n#lesson:cancel\n" }],
  diagnosed: (variant, nextId) => [
    shell(nextId(), `./sync ${variant % 2}`, 3, `the mirror said ${variant}`),
    { step: "agent-says", text: "The problem is that the mirror does not support parallel runs." },
    ...(variant % 3 === 0 ? [] : [causes[variant % 2 === 0 ? 0 : 1]]),
  ],
  hangs: (_, nextId) => [
    shell(nextId(), "npm start"),
    { step: "person-says", text: "it is stuck, the command hangs" },
  ],
  delegated: (variant, nextId) => {
    const [command, exitStatus, output] = at(slips, variant);
    return [{ step: "subagent-shell", callId: nextId(), command, exitStatus, output }];
  },
  compacted: () => [{ step: "compaction", summary: "no, that's wrong, it was about\u2028builds" }],
  pretended: () => [{ step: "looks-like-person", text: "no, that's wrong, never do that" }],
  unknown: () => [{ step: "unknown-record" }],
};

function at<Item>(items: readonly Item[], variant: number): Item {
  const item = items[variant % items.length];
  if (item === undefined) throw new RangeError("there are no variants");
  return item;
}
