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
      "Most bytes of lessons that one tool call gets",
    ),
    maxLessonsPerInjection: integer(
      { min: 1, max: 20, usual: 3, example: 2 },
      "Most lessons that one tool call gets",
    ),
    minConfidence: number(
      { min: 0, max: 1, usual: 0.5, example: 0.6 },
      "Lessons below it are kept, but not delivered; approving one raises it to this",
    ),
    minPriority: integer(
      { min: 1, max: 10, usual: 1, example: 4 },
      "Lessons below it are kept, but not delivered",
    ),
    compactionReinjectionThreshold: integer(
      { min: 1, max: 10, usual: 7, example: 9 },
      "From this priority on a lesson may come again after the agent compacted its context",
    ),
    relevanceThreshold: number(
      { min: 0, max: 1, usual: 0.7, example: 0.9 },
      "How well a lesson must fit a call to be delivered there",
    ),
    dedupeScope: choice(
      { of: ["session", "agent"], usual: "session", example: "agent" },
      "Whether a lesson comes once per session, or once for each agent in it",
    ),
    protocol: choice(
      { of: ["off", "short", "full"], usual: "full", example: "short" },
      "How much agents are told at the start about reporting what they learn",
    ),
    debugComment: yesOrNo(
      false,
      "Whether a comment behind the lessons names what was delivered and what did not fit",
    ),
    notify: choice(
      { of: ["off", "holds", "all"], usual: "holds", example: "all" },
      "What you see on the screen: nothing, session starts and calls that were held or corrected, or every delivered lesson as well",
    ),
    withError: yesOrNo(
      true,
      "Whether a lesson about a call that fails comes with its error, in one line",
    ),
    cliIntelThreshold: integer(
      { min: 0, max: 1000, usual: 5, example: 8 },
      "From how many active lessons on a tool gets a skill of its own; 0 switches that off",
    ),
    // A repository that was cloned must not decide which files of this machine are read.
    scanPaths: list<string>(
      { of: { is: "text" }, most: 100, example: ["~/old-logs/.claude/projects"] },
      "Folders with session logs, besides those where each agent keeps its own",
    ),
    privateHosts: list<string>(
      { of: { is: "text", most: 200 }, most: 100, example: ["acme.dev"] },
      "Hosts that are redacted with all below them and their URLs; with one named, URLs of private networks are, too",
    ),
    autoScanIntervalHours: number(
      { min: 0, max: 8760, usual: 24, example: 6 },
      "Hours between two scans that start by themselves; 0 switches them off",
    ),
  }),
  maxCandidatesPerScan: integer(
    { min: 1, max: 10_000, usual: 50, example: 20 },
    "How many candidates a scan shows; all are stored",
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
      "Added when a report says that it lost data or failed silently, or when the call's status hid a failure that nobody mended",
    ),
    userCorrectionBonus: weight(
      "userCorrectionBonus",
      "Added when the user corrected the agent right after the failed call, or said that it hangs",
    ),
    fixConfirmedBonus: weight(
      "fixConfirmedBonus",
      "Added when the correction was followed by success",
    ),
    singleOccurrencePenalty: weight("singleOccurrencePenalty", "Added when it was seen only once"),
  },
  learning: {
    // A repository that was cloned must not decide what is started, nor what it costs this person.
    ...userOnly({
      enabled: yesOrNo(
        false,
        "Whether a model of yours looks for ways of working in sessions that have ended",
      ),
      program: choice(
        { of: ["claude", "codex", "gemini"], usual: "claude", example: "codex" },
        "The agent's program that is asked, with the account that it is signed in to",
      ),
      model: modelName(
        { usual: "sonnet", example: "haiku" },
        "The model that is asked; other programs than claude take their own instead of sonnet",
      ),
      batchSize: integer(
        { min: 1, max: 10, usual: 3, example: 5 },
        "How many sessions are looked at in one run; 3 becomes 5 from 15 observations of the project on",
      ),
      dailyCap: integer(
        { min: 0, max: 50, usual: 5, example: 2 },
        "Most runs a day for each project; 0 is none",
      ),
    }),
    softCap: integer(
      { min: 1, max: 1000, usual: 50, example: 20 },
      "From how many observations of a kind on those that are least sure need attention",
    ),
    ...userOnly({
      autoActivate: list<(typeof observedKinds)[number]>(
        { of: { is: "choice", of: observedKinds }, most: 4, example: ["decision"] },
        "Kinds whose observations become active by themselves once they are reviewed, and are rendered into their project",
      ),
    }),
    debug: yesOrNo(
      false,
      "Whether the log of learning says every step, and keeps answers that were refused",
    ),
  },
  // A repository that was cloned must not decide what this person lets pass.
  gates: userOnly({
    required: list<string>(
      { of: { is: "text", most: 200 }, most: 100, example: ["lesson/trigger-precise"] },
      "Gates and bundles that a lesson must have passed, or only been warned of, before it is promoted",
    ),
  }),
  render: {
    otherAgents: yesOrNo(
      false,
      "Whether skills and the index of knowledge are also rendered where Codex, Gemini CLI and OpenCode look",
    ),
  },
  detectors: {
    reports: { enabled: detector("`#lesson` tags and `[PROCESS_KNOWLEDGE]` blocks of the agent") },
    errorCorrection: {
      enabled: detector("calls that failed for a reason that comes back"),
      fixWithinCalls: integer(
        { min: 1, max: 200, usual: 20, example: 10 },
        "How many calls later a changed call still counts as the fix",
      ),
    },
    retryLoop: {
      enabled: detector("the same call failing again and again"),
      minAttempts: integer(
        { min: 2, max: 20, usual: 3, example: 4 },
        "From how many failures on it is a loop",
      ),
    },
    hang: { enabled: detector("calls that the user says hang") },
    userCorrection: {
      enabled: detector("corrections by the user"),
      minWords: integer(
        { min: 1, max: 50, usual: 2, example: 4 },
        "Messages with fewer words are no corrections",
      ),
    },
    rejection: { enabled: detector("calls that the user rejected with a reason") },
    explicitLesson: {
      enabled: detector("lessons that somebody says outright or has written to a memory file"),
      memoryWithinCalls: integer(
        { min: 1, max: 200, usual: 15, example: 5 },
        "How many calls after the user spoke a write to a memory file counts as their lesson",
      ),
    },
    selfDiagnosis: {
      enabled: detector("the agent naming the cause of a failure"),
      withinCalls: integer(
        { min: 0, max: 200, usual: 5, example: 2 },
        "How many calls after the failure it still speaks of it",
      ),
    },
    repeatedMistake: {
      enabled: detector("failures that mean little alone and come back in other sessions"),
      minSessions: integer(
        { min: 2, max: 100, usual: 2, example: 3 },
        "In how many sessions such a failure must be seen",
      ),
    },
  },
  // What becomes of a person's lessons is not for a repository to say.
  upkeep: userOnly({
    daily: yesOrNo(
      true,
      "Whether upkeep looks at the lessons once a day, behind a scan that starts by itself",
    ),
    drafts: retirement(
      "off",
      "candidates that nobody has touched or seen again for draftExpiryDays",
    ),
    draftExpiryDays: integer(
      { min: 1, max: 3650, usual: 30, example: 60 },
      "After how many untouched days a candidate is an old draft",
    ),
    expired: retirement("propose", "lessons whose validUntil has passed"),
    superseded: retirement("propose", "lessons that another active lesson replaces"),
    doubtful: retirement("propose", "lessons about calls that have worked since"),
    outgrown: retirement(
      "propose",
      "slips with the agent's own tools that newer agents or models no longer make",
    ),
    unhelpful: retirement(
      "propose",
      "active lessons that are mostly overruled or called not helpful",
    ),
    unhelpfulShare: number(
      { min: 0, max: 1, usual: 0.5, example: 0.3 },
      "Above which share of its deliveries a lesson counts as unhelpful",
    ),
    unhelpfulLeast: integer(
      { min: 1, max: 1000, usual: 3, example: 5 },
      "How often that must have happened at least",
    ),
    neverMatched: yesOrNo(
      true,
      "Whether upkeep marks active lessons that fired at no call for neverMatchedDays",
    ),
    neverMatchedDays: integer(
      { min: 1, max: 3650, usual: 90, example: 180 },
      "For how many days a lesson may fire at nothing",
    ),
    missingFiles: yesOrNo(
      true,
      "Whether upkeep marks lessons that name files which their project no longer has",
    ),
    deadTriggers: yesOrNo(
      true,
      "Whether upkeep marks active lessons whose trigger can no longer fire",
    ),
    inflation: yesOrNo(
      true,
      "Whether upkeep says when more than half of the active lessons are CRITICAL",
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
  const refused = Object.entries(group).map(([name, setting]) => [
    name,
    { ...setting, isUserOnly: true },
  ]);
  return Object.fromEntries(refused);
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
  const about = `What upkeep does with ${finds}: nothing, propose to archive, or archive`;
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
