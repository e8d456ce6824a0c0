import {
  defaultPriorityWeights,
  type PriorityWeights,
} from "../../lesson/score/observed-signals.ts";
import { observedKinds } from "../../lesson/score/repetition.ts";

/** One setting: what it may be, what holds when nobody has said anything, and what it is for. */
export interface Setting<Value = unknown> {
  readonly takes: Form;
  readonly usual: Value;
  readonly about: string;
  readonly example: Value;
  /** Refused in a project's file. */
  readonly isUserOnly?: boolean | undefined;
  /** Only a person changes it: it decides what is read, started, redacted, delivered, or what becomes active or archived. */
  readonly isPersonal?: boolean | undefined;
}

/** What a value may be, in words that need no validator. */
export type Form =
  | { readonly is: "boolean" }
  | { readonly is: "number" | "integer"; readonly min: number; readonly max: number }
  | { readonly is: "choice"; readonly of: readonly string[] }
  | { readonly is: "text"; readonly most?: number | undefined }
  | { readonly is: "model" }
  | { readonly is: "list"; readonly of: Form; readonly most: number };

/** How far a rule of upkeep that can archive may go by itself. */
export const retirements = ["off", "propose", "archive"] as const;
export type Retirement = (typeof retirements)[number];

/**
 * All settings, in the order of the docs. The schema, the defaults, the keys and the published documents come from here.
 * No validator is needed to read it: most commands start where nobody has said anything.
 */
export const settings = {
  // Hooks know what the user's own file had at the last compilation. In a project's file these would have no effect.
  ...userOnly({
    injectionBudgetBytes: integer(
      { min: 256, max: 65_536, usual: 4096, example: 2048 },
      "Maximum bytes of lessons shown at one tool call",
    ),
    maxLessonsPerInjection: integer(
      { min: 1, max: 20, usual: 3, example: 2 },
      "Maximum number of lessons shown at one tool call",
    ),
    ...personal({
      minConfidence: number(
        { min: 0, max: 1, usual: 0.5, example: 0.6 },
        "Lessons below this confidence are kept but not shown; approving one raises it to this value",
      ),
      minPriority: integer(
        { min: 1, max: 10, usual: 1, example: 4 },
        "Lessons below this priority are kept but not shown",
      ),
    }),
    compactionReinjectionThreshold: integer(
      { min: 1, max: 10, usual: 7, example: 9 },
      "Lessons of this priority or higher may be shown again after the agent compacted its context",
    ),
    relevanceThreshold: number(
      { min: 0, max: 1, usual: 0.7, example: 0.9 },
      "How well a lesson must fit a call to be shown there",
    ),
    dedupeScope: choice(
      { of: ["session", "agent"], usual: "session", example: "agent" },
      "Whether a lesson is shown once per session, or once per agent in it",
    ),
    protocol: choice(
      { of: ["off", "short", "full"], usual: "full", example: "short" },
      "How much a session start explains about reporting lessons",
    ),
    debugComment: yesOrNo(
      false,
      "Whether a comment after the lessons lists what was shown and what did not fit",
    ),
    ...personal({
      notify: choice(
        { of: ["off", "holds", "all"], usual: "holds", example: "all" },
        "What you see on screen: nothing; session starts and held or fixed calls; or also every lesson shown",
      ),
    }),
    withError: yesOrNo(
      true,
      "Whether a lesson about a failed call is shown with the error, in one line",
    ),
    cliIntelThreshold: integer(
      { min: 0, max: 1000, usual: 5, example: 8 },
      "How many active lessons a tool needs to get its own skill; 0 switches skills off",
    ),
    ...personal({
      // A repository that was cloned must not decide which files of this machine are read.
      scanPaths: list<string>(
        { of: { is: "text" }, most: 100, example: ["~/old-logs/.claude/projects"] },
        "More folders with session logs, besides each agent's own",
      ),
      privateHosts: list<string>(
        { of: { is: "text", most: 200 }, most: 100, example: ["acme.dev"] },
        "Hosts to redact, with their subdomains and URLs; if set, URLs of private networks are redacted too",
      ),
    }),
    autoScanIntervalHours: number(
      { min: 0, max: 8760, usual: 24, example: 6 },
      "Hours between automatic scans; 0 switches them off",
    ),
  }),
  maxCandidatesPerScan: integer(
    { min: 1, max: 10_000, usual: 50, example: 20 },
    "How many candidates a scan shows; it stores all of them",
  ),
  scoring: {
    multiSessionBonus: weight(
      "multiSessionBonus",
      "Added to the priority when seen in two or more sessions",
    ),
    multiProjectBonus: weight("multiProjectBonus", "Added when seen in two or more projects"),
    hangTimeoutBonus: weight("hangTimeoutBonus", "Added when it caused a hang or a timeout"),
    dataLossBonus: weight(
      "dataLossBonus",
      "Added when a report says that it lost data or failed silently, or when the exit status hid a failure that was not fixed",
    ),
    userCorrectionBonus: weight(
      "userCorrectionBonus",
      "Added when the user corrected the agent right after the failed call, or said that it hangs",
    ),
    fixConfirmedBonus: weight("fixConfirmedBonus", "Added when the correction worked"),
    singleOccurrencePenalty: weight("singleOccurrencePenalty", "Added when it was seen only once"),
  },
  learning: {
    // A repository that was cloned must not decide what is started, nor what it costs this person.
    ...personal({
      enabled: yesOrNo(false, "Whether a model learns how you work from finished sessions"),
      program: choice(
        { of: ["claude", "codex", "gemini"], usual: "claude", example: "codex" },
        "The agent program to ask, with your account",
      ),
      model: modelName(
        { usual: "sonnet", example: "haiku" },
        "The model to ask; programs other than claude use their own default instead of sonnet",
      ),
      batchSize: integer(
        { min: 1, max: 10, usual: 3, example: 5 },
        "Sessions per run; 3 becomes 5 once the project has 15 observations",
      ),
      dailyCap: integer(
        { min: 0, max: 50, usual: 5, example: 2 },
        "Maximum runs per day and project; 0 means none",
      ),
    }),
    softCap: integer(
      { min: 1, max: 1000, usual: 50, example: 20 },
      "Above this number of observations of a kind, the least certain ones need attention",
    ),
    ...personal({
      autoActivate: list<(typeof observedKinds)[number]>(
        { of: { is: "choice", of: observedKinds }, most: 4, example: ["decision"] },
        "Kinds whose reviewed observations become active automatically and are rendered into their project",
      ),
    }),
    debug: yesOrNo(false, "Whether the learning log records every step and keeps rejected answers"),
  },
  // A repository that was cloned must not decide what this person lets pass.
  gates: personal({
    required: list<string>(
      { of: { is: "text", most: 200 }, most: 100, example: ["lesson/trigger-precise"] },
      "Gates and bundles that a lesson must pass (warnings are allowed) before you can approve it",
    ),
    runner: choice(
      { of: ["claude-code", "codex"], usual: "claude-code", example: "codex" },
      "The agent program that runs gate reviews, unless --runner names another",
    ),
    model: modelName(
      { usual: "sonnet", example: "opus" },
      "The model that runs gate reviews, unless --model names another; reviews are kept per model",
    ),
  }),
  render: {
    otherAgents: yesOrNo(
      false,
      "Whether to render skills and a block with the known facts, rules and knowledge index for Codex, Gemini CLI, OpenCode and others too",
    ),
  },
  detectors: {
    reports: { enabled: detector("`#lesson` tags and `[PROCESS_KNOWLEDGE]` blocks of the agent") },
    errorCorrection: {
      enabled: detector("calls that failed for a repeated reason"),
      fixWithinCalls: integer(
        { min: 1, max: 200, usual: 20, example: 10 },
        "How many calls after the failure a changed call still counts as its fix",
      ),
    },
    retryLoop: {
      enabled: detector("calls that keep failing"),
      minAttempts: integer(
        { min: 2, max: 20, usual: 3, example: 4 },
        "Number of failures that make a loop",
      ),
    },
    hang: { enabled: detector("calls that the user says hang") },
    userCorrection: {
      enabled: detector("corrections by the user"),
      minWords: integer(
        { min: 1, max: 50, usual: 2, example: 4 },
        "Shorter messages (in words) do not count as corrections",
      ),
    },
    rejection: { enabled: detector("calls that the user rejected with a reason") },
    explicitLesson: {
      enabled: detector("rules that the user states or writes to a memory file"),
      memoryWithinCalls: integer(
        { min: 1, max: 200, usual: 15, example: 5 },
        "How many calls after a user message a write to a memory file counts as the user's lesson",
      ),
    },
    selfDiagnosis: {
      enabled: detector("failures whose cause the agent named"),
      withinCalls: integer(
        { min: 0, max: 200, usual: 5, example: 2 },
        "How many calls after the failure the agent's explanation still counts",
      ),
    },
    repeatedMistake: {
      enabled: detector("minor failures that repeat in other sessions"),
      minSessions: integer(
        { min: 2, max: 100, usual: 2, example: 3 },
        "Number of sessions that must show such a failure",
      ),
    },
  },
  // What becomes of a person's lessons is not for a repository to say.
  upkeep: personal({
    daily: yesOrNo(true, "Whether upkeep checks your lessons once a day, after an automatic scan"),
    drafts: retirement("off", "candidates without a change or a new sighting for draftExpiryDays"),
    draftExpiryDays: integer(
      { min: 1, max: 3650, usual: 30, example: 60 },
      "Days without a change after which a candidate counts as old",
    ),
    expired: retirement("propose", "lessons whose validUntil has passed"),
    superseded: retirement("propose", "lessons that another active lesson replaces"),
    doubtful: retirement("propose", "lessons about calls that have worked since"),
    outgrown: retirement(
      "propose",
      "mistakes with the agent's own tools that newer agents or models no longer make",
    ),
    unhelpful: retirement(
      "propose",
      "active lessons that are mostly overruled or rated not helpful",
    ),
    unhelpfulShare: number(
      { min: 0, max: 1, usual: 0.5, example: 0.3 },
      "Share of overruled or bad ratings above which a lesson counts as unhelpful",
    ),
    unhelpfulLeast: integer(
      { min: 1, max: 1000, usual: 3, example: 5 },
      "Minimum number of such cases",
    ),
    neverMatched: yesOrNo(
      true,
      "Whether upkeep marks active lessons that did not fire for neverMatchedDays",
    ),
    neverMatchedDays: integer(
      { min: 1, max: 3650, usual: 90, example: 180 },
      "Days without firing before a lesson is marked",
    ),
    missingFiles: yesOrNo(true, "Whether upkeep marks lessons that name missing files"),
    deadTriggers: yesOrNo(
      true,
      "Whether upkeep marks active lessons whose trigger can no longer fire",
    ),
    uncheckedCritical: yesOrNo(
      true,
      "Whether upkeep marks CRITICAL lessons not checked for uncheckedCriticalDays",
    ),
    uncheckedCriticalDays: integer(
      { min: 1, max: 3650, usual: 90, example: 180 },
      "Days after which a CRITICAL lesson needs another check",
    ),
    learned: yesOrNo(
      true,
      "Whether upkeep marks learned observations beyond learning.softCap, and those seen often but still doubtful",
    ),
    inflation: yesOrNo(
      true,
      "Whether upkeep warns when more than half of the active lessons are CRITICAL",
    ),
  }),
};

/** Settings by name, in groups that have names, too. */
export interface SettingGroup {
  readonly [name: string]: Setting | SettingGroup;
}

export function isSetting(member: Setting | SettingGroup): member is Setting {
  return "takes" in member;
}

/** Every setting with its value. */
export type Config = { readonly type: "lessons-config"; readonly version: 1 } & Values<
  typeof settings
>;

export type DetectorSettings = Config["detectors"];
export type UpkeepSettings = Config["upkeep"];

type Values<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Setting<infer Value>
    ? Value
    : Values<Group[Name]>;
};

/** What holds when nobody has said anything, which is how most commands start. */
export const configDefaults: Config = {
  type: "lessons-config",
  version: 1,
  ...usualValues(settings),
};

function usualValues<Group extends SettingGroup>(group: Group): Values<Group> {
  const values = Object.entries(group).map(([name, member]) => [
    name,
    isSetting(member) ? member.usual : usualValues(member),
  ]);
  return Object.fromEntries(values);
}

function userOnly<Group extends SettingGroup>(group: Group): Group {
  return marked(group, { isUserOnly: true });
}

/** What needs a person is not for a repository to say either. */
function personal<Group extends SettingGroup>(group: Group): Group {
  return marked(group, { isUserOnly: true, isPersonal: true });
}

function marked<Group extends SettingGroup>(group: Group, marks: Partial<Setting>): Group {
  const rows = Object.entries(group).map(([name, setting]) => [name, { ...setting, ...marks }]);
  return Object.fromEntries(rows);
}

interface NumberRow {
  readonly min: number;
  readonly max: number;
  readonly usual: number;
  readonly example: number;
}

function integer({ min, max, usual, example }: NumberRow, about: string): Setting<number> {
  return { takes: { is: "integer", min, max }, usual, example, about };
}

function number({ min, max, usual, example }: NumberRow, about: string): Setting<number> {
  return { takes: { is: "number", min, max }, usual, example, about };
}

function weight(name: keyof PriorityWeights, about: string): Setting<number> {
  const usual = defaultPriorityWeights[name];
  return number({ min: -10, max: 10, usual, example: usual + 1 }, about);
}

function yesOrNo(usual: boolean, about: string): Setting<boolean> {
  return { takes: { is: "boolean" }, usual, example: !usual, about };
}

/** Every detector can be switched off. */
function detector(finds: string): Setting<boolean> {
  return yesOrNo(true, `Whether scans look for ${finds}`);
}

function choice<const Name extends string>(
  row: { readonly of: readonly Name[]; readonly usual: Name; readonly example: Name },
  about: string,
): Setting<Name> {
  return { takes: { is: "choice", of: row.of }, usual: row.usual, example: row.example, about };
}

/** Every rule that can archive may be switched off, or only propose. */
function retirement(usual: Retirement, finds: string): Setting<Retirement> {
  const example = usual === "archive" ? "propose" : "archive";
  const about = `What upkeep does with ${finds}: nothing, suggest archiving, or archive`;
  return choice({ of: retirements, usual, example }, about);
}

/** Handed to a program as one word behind a flag. */
function modelName(
  { usual, example }: { readonly usual: string; readonly example: string },
  about: string,
): Setting<string> {
  return { takes: { is: "model" }, usual, example, about };
}

function list<Value>(
  row: { readonly of: Form; readonly most: number; readonly example: readonly Value[] },
  about: string,
): Setting<readonly Value[]> {
  return {
    takes: { is: "list", of: row.of, most: row.most },
    usual: [],
    example: row.example,
    about,
  };
}
