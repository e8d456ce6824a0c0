/** What a room of `src` may import. The table is the architecture; the test only reads it. */
export interface RoomRule {
  /** Other rooms, or single files (`agents/<agent>/hook.ts`). A room may always import itself. */
  readonly rooms: readonly string[];
  readonly packages?: readonly string[];
  /** No input or output, no clock, no randomness: nothing of Node. */
  readonly isPure?: true;
}

/** The small rooms below everything: they import only each other and the two parsers. */
const pure = [
  "shell",
  "match",
  "redact",
  "lesson/record",
  "lesson/score",
  "lesson/likeness",
] as const;

const base = [...pure, "platform"];
const record = [...base, "lesson"];
const agents = [...record, "agents"];
const capture = [...agents, "capture"];
const replay = [...capture, "measure/replay"];
const deliver = [...replay, "deliver", "deliver/fix"];
const doubt = [...deliver, "measure/doubt"];
const gates = [...doubt, "gates"];
const review = [...gates, "review"];
const measure = [...review, "measure"];
const knowledge = [...measure, "knowledge"];
const care = [...knowledge, "care"];
const surface = [...care, "knowledge/statusline", "cli", "<room>/commands", "review/screen"];

/**
 * Imports go one way: each room may use those above it in this table. A part that may less than its room, or more, has a
 * line of its own, and the longest name that fits a file decides.
 */
export const importTable: Readonly<Record<string, RoomRule>> = {
  shell: { rooms: pure, packages: ["unbash"], isPure: true },
  match: { rooms: pure, packages: ["unbash", "@eslint-community/regexpp"], isPure: true },
  redact: { rooms: pure, isPure: true },
  "lesson/record": { rooms: pure, isPure: true },
  "lesson/score": { rooms: pure, isPure: true },
  "lesson/likeness": { rooms: pure, isPure: true },
  platform: { rooms: base, packages: ["zod", "jsonc-parser", "yaml", "picomatch", "diff"] },
  lesson: { rooms: record, packages: ["zod", "yaml"] },
  agents: { rooms: agents },
  capture: { rooms: capture },
  // What a trigger would have done: asked by delivery, review and measuring alike, so it stands below them.
  "measure/replay": { rooms: replay },
  // Whether a fact still holds: asked by review before anybody measures anything, and it must know what was delivered.
  "measure/doubt": { rooms: doubt },
  deliver: { rooms: deliver, packages: ["zod", "yaml"] },
  // A program of its own inside the agent: no dependency, no database, no validator.
  "deliver/hook": {
    rooms: [
      ...pure,
      "agents/our-text",
      "agents/delivery.ts",
      "agents/in-process.ts",
      "deliver/hook/agent.ts",
      "capture/reports/protocol.ts",
      "capture/reports/report-marks.ts",
      "deliver/card/session-turn.ts",
      "deliver/card/start-plan.ts",
      "deliver/claims.ts",
      "deliver/compile/cache-index.ts",
      "deliver/compile/narrowing.ts",
      "deliver/confirm/plan-file.ts",
      "deliver/fix",
      "deliver/hint/failure-lines.ts",
      "deliver/hint/result-bucket.ts",
      "deliver/pause.ts",
      "deliver/plan",
      "deliver/repairs/catalogue.ts",
      "deliver/repairs/chosen-repairs.ts",
      "deliver/repairs/environment-lines.ts",
      "deliver/repairs/safety.ts",
      "deliver/trial/session-trial.ts",
      "deliver/world.ts",
      "gates/warnings-note.ts",
      "knowledge/index/knowledge-index.ts",
      "knowledge/index/project-file.ts",
      "platform/files/names.ts",
      "platform/process/deadline.ts",
      "platform/project/place.ts",
      "platform/project/project-file.ts",
      "platform/project/stack.ts",
      "platform/project/unnamed-identity.ts",
    ],
  },
  // What a line becomes is decided by the line and the lesson alone, in the hook and wherever it is explained.
  "deliver/fix": { rooms: pure, isPure: true },
  // The one module that says which agent calls our programs.
  "deliver/hook/agent.ts": { rooms: ["agents/<agent>/hook.ts", "agents/delivery.ts"] },
  // Before review, not after it: an approval asks the gates that a kind must have passed.
  gates: { rooms: gates },
  review: { rooms: review, packages: ["zod"] },
  measure: { rooms: measure },
  knowledge: { rooms: knowledge, packages: ["zod", "yaml"] },
  // A program of its own, too, which the agent calls at every turn.
  "knowledge/statusline": {
    rooms: [
      ...base,
      "knowledge",
      "deliver/claims.ts",
      "deliver/compile/cache-index.ts",
      "deliver/hook/agent.ts",
      "deliver/hook/notices.ts",
      "gates/warnings-note.ts",
    ],
  },
  care: { rooms: care },
  // What a person sees: it may ask any room, and only the command line starts it.
  "<room>/commands": {
    rooms: surface,
    packages: ["commander", "@clack/prompts"],
  },
  "review/screen": { rooms: surface, packages: ["fast-string-width", "fast-wrap-ansi"] },
  cli: {
    rooms: surface,
    packages: ["commander", "@clack/prompts", "fast-string-width", "fast-wrap-ansi"],
  },
};

/** Node modules that belong to one room. */
export const reservedNodeModules: Readonly<Record<string, string>> = {
  "node:sqlite": "platform/database/",
};

/** What a test beside the code may use on top. */
export const testPackages: readonly string[] = [
  "vitest",
  "fast-check",
  "@eslint-community/regexpp",
  "picomatch",
  "yaml",
];
