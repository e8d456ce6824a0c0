import type { PlannedCall, Moment } from "../match/moment.ts";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import type { JsonRecord } from "../platform/json/fields.ts";
import type { Adapter, Machine } from "./adapter.ts";

/** The part that stands in the hook's bundles: no dependency, and nothing that Node 18 cannot run. */
export interface HookDoor {
  /** As it is stored: the adapter's `agent`. */
  readonly name: string;
  /** Undefined for what is no payload. Never throws. */
  readonly readPayload: (text: string) => HookPayload | undefined;
  /**
   * The calls of a payload that did not go well, or may not have: each with what it printed. None for what is no such
   * payload. Never throws.
   */
  readonly readResults: (text: string) => readonly FinishedCall[];
  /** The last messages before a call, oldest first. */
  readonly messagesBefore: (payload: ToolPayload) => readonly string[];
  /** The moment of a call as lessons look at it. What was said is read only where a lesson asks for words. */
  readonly momentOf: (
    payload: ToolPayload,
    project: SessionProject,
    options: {
      readonly lessons: readonly ReadyLesson[];
      readonly environment: NodeJS.ProcessEnv;
    },
  ) => Moment;
  /** The model that makes a call, as the session tells it. Undefined in a subagent, which may have another one. */
  readonly modelOf: (payload: HookPayload, session: SessionProject) => string | undefined;
  /** Whether what a hook says before a call reaches the model. Where it is dropped, it is said when the call is over. */
  readonly advisesBefore: boolean;
  /** Adds context to a call, a session or a subagent. `notice` is for the person alone. */
  readonly adviceAnswer: (event: string, text: string, notice?: string) => string;
  /** Whether it lets a hook refuse a call. Where it does not, lessons that hold advise. */
  readonly canHold: boolean;
  /** Refuses a call. The model reads the reason as its result; `notice` is for the person alone. */
  readonly holdAnswer: (reason: string, notice?: string) => string;
  /**
   * Has the person asked about a call, also where they had allowed it or bypassed all questions. They see the reason, and
   * the input that takes the place of the call's own. Undefined where a hook cannot bring that about.
   */
  readonly askAnswer?: (reason: string, input?: JsonRecord) => string;
  /** Whether it takes another shell line from a hook for this call, and asks about that line as about any other. */
  readonly canFix: (payload: ToolPayload) => boolean;
  /**
   * Puts another line in place of a call's command and says so. It allows nothing: the agent asks about the new
   * line as it would have asked, had its model written it.
   */
  readonly fixAnswer: (
    input: JsonRecord,
    command: string,
    said: { readonly text: string; readonly notice?: string | undefined },
  ) => string;
  /** A line for the person. The model never sees it. */
  readonly userNotice: (text: string) => string;
  /** What a person types into the agent to review candidates. */
  readonly reviewCommand: (environment: NodeJS.ProcessEnv) => string;
  /** More context than this does not reach the model at once. */
  readonly mostContextCharacters: number;
  /** The session that a program was started from. */
  readonly sessionIn: (environment: NodeJS.ProcessEnv) => string | undefined;
  /**
   * The file whose lines the program runs before every shell command of this session, where there is one. Never a file that
   * outlives the session.
   */
  readonly environmentFile: (
    environment: NodeJS.ProcessEnv,
    userHome: string,
  ) => string | undefined;
  /** The settings whose hooks run beside those of a plugin. Undefined in a hook that is not a plugin's. */
  readonly settingsBesidePlugin: (
    environment: NodeJS.ProcessEnv,
    userHome: string,
  ) => string | undefined;
}

/** The fields of a payload that we use. */
export interface HookPayload {
  /** `PreToolUse`, `SessionStart`, … Names that we do not know are kept. */
  readonly event: string;
  /** As given: whoever makes a file name of it has to make it safe first. */
  readonly sessionId?: string | undefined;
  readonly transcriptPath?: string | undefined;
  readonly workingDirectory?: string | undefined;
  /** Inside a subagent. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
  /** Of SessionStart: startup, resume, clear, compact, fork. */
  readonly source?: string | undefined;
  /** Of SessionStart, at times. */
  readonly model?: string | undefined;
  /** Of Stop and SubagentStop. */
  readonly lastAssistantMessage?: string | undefined;
  readonly toolUseId?: string | undefined;
  /** Whether, and how, the person is asked about calls, in the agent's own word. */
  readonly permissionMode?: string | undefined;
  /** The call has been made: nothing can stop or change it any more. */
  readonly isOver?: boolean | undefined;
  readonly call?: PlannedCall | undefined;
  /** What the tool is given, as it came: whoever answers with a part of it changed needs all of it. */
  readonly input?: JsonRecord | undefined;
}

/** A payload of a call that is about to be made. */
export interface ToolPayload extends HookPayload {
  readonly call: PlannedCall;
}

/** A call that has come to its end. */
export interface FinishedCall extends ToolPayload {
  readonly output: string;
  /** The agent says that it failed or was refused. Otherwise only what it printed can show that. */
  readonly isFailed: boolean;
}

/** Parsing more than this would take longer than the hook may. A text is never longer than its bytes. */
export const longestPayloadBytes = 8_388_608;

/** The project that a session works in, as far as it is known. */
export interface SessionProject {
  /** `project:<id>` */
  readonly project?: string | undefined;
  readonly projectRoot?: string | undefined;
  /** `lang:` tags */
  readonly stack: readonly string[];
  /** As the start of the session told it. */
  readonly model?: string | undefined;
}

/** Whether a program, or an argument of one, is ours. */
export type IsOurs = (word: string) => boolean;

/** How the hook of an event is started, before the words about the moment. */
export type HookLaunch = (event: string) => {
  readonly command: string;
  readonly args: readonly string[];
};

/** What an agent wants to know about one call of a hook. With `args` no shell is involved. */
export interface HookHandler {
  readonly type: "command";
  readonly command: string;
  readonly args?: readonly string[];
  /** Seconds. The hook ends much earlier by itself. */
  readonly timeout: number;
}

export interface HookGroup {
  /** Which tools; all of them without it. */
  readonly matcher?: string;
  readonly hooks: readonly HookHandler[];
}

/** Our entries by the event that they are for. */
export type HookTable = Readonly<Record<string, readonly HookGroup[]>>;

/** What in a settings file keeps our hooks from being called, or calls them already. */
export interface SettingsSigns {
  readonly areHooksOff: boolean;
  readonly isPluginOn: boolean;
  /** The agent passes over a file with comments or trailing commas, without a word. */
  readonly isIgnored: boolean;
}

/** A file of settings that hooks of several owners stand in: every byte that is not ours stays. `file` is its name, for errors. */
export interface HooksFile {
  readonly withHooks: (text: string, table: HookTable, file: string) => string;
  readonly withoutHooks: (
    text: string,
    isOurs: IsOurs,
    where: { readonly file: string; readonly emptyBefore: readonly string[] },
  ) => string;
  readonly hooksOfOurs: (text: string, isOurs: IsOurs, file: string) => HookTable;
  readonly emptyHookContainers: (text: string, file: string) => readonly string[];
  /** Rules about what the agent may do without asking, where the file has any. */
  readonly rules?: {
    readonly readRule: (folder: string) => string;
    readonly withAllowRules: (text: string, rules: readonly string[], file: string) => string;
    readonly withoutAllowRules: (
      text: string,
      rules: readonly string[],
      where: { readonly file: string; readonly emptyBefore: readonly string[] },
    ) => string;
    readonly allowRulesIn: (
      text: string,
      rules: readonly string[],
      file: string,
    ) => readonly string[];
    readonly emptyRuleContainers: (text: string, file: string) => readonly string[];
  };
}

/** A file that is ours alone, in a folder of the agent's. */
export interface OwnFile {
  readonly path: string;
  readonly content: string;
}

/** What we need to write down how our hook is started. */
interface SetupSource {
  readonly launch: HookLaunch;
  /** Where our hook's programs are. */
  readonly hookFolder: string;
  readonly packageRoot: string;
}

/** How an agent is told of us. */
interface AgentSetup {
  /** A settings file that it shares with others. */
  readonly hooksFile?: {
    readonly file: (machine: Machine) => string;
    readonly edit: HooksFile;
    readonly table: (launch: HookLaunch) => HookTable;
  };
  readonly ownFiles?: (machine: Machine, source: SetupSource) => readonly OwnFile[];
  /** What the person has to do after it, if anything: one sentence. */
  readonly afterwards?: string;
}

/** What an agent can do for us, moment by moment; where it cannot, why, for the person to read. */
export type Abilities = Readonly<Record<Ability, "yes" | { readonly no: string }>>;
export type Ability = (typeof abilities)[number];

export const abilities = [
  "start",
  "subagent",
  "compaction",
  "call",
  "error",
  "hold",
  "fix",
  "repairs",
  "notice",
  "status line",
] as const;

/** How lessons reach an agent. */
export interface DeliveryDoor {
  readonly adapter: Adapter;
  readonly hook: HookDoor;
  /** What its own program is called. */
  readonly program: string;
  /** Whether it was set up on this machine, even if nothing was logged yet. */
  readonly isHere: (machine: Machine) => boolean;
  readonly setup: AgentSetup;
  readonly abilities: Abilities;
  /** The file of a project that it reads at every start, whether or not it is connected. */
  readonly contextFile: string;
}
