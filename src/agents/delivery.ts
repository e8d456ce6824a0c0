import type { PlannedCall, Moment } from "../match/moment.ts";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import type { Adapter, Machine, HeadlessProgram } from "./adapter.ts";

/** How lessons reach one coding agent. Everything about it lives in the agent's own folder. */
export interface DeliveryDoor {
  /** Its name, the name that people read, and where its sessions are. */
  readonly adapter: Adapter;
  /** What the hook itself knows of it. */
  readonly hook: HookDoor;
  /** Its own program, which answers one question without a person before it. */
  readonly headless: HeadlessProgram;
  readonly toolNames: readonly string[];
  /** Whether it was set up on this machine, even if nothing was logged yet. */
  readonly isHere: (machine: Machine) => boolean;
  readonly settings: SettingsDoor;
  readonly plugin: PluginDoor;
  readonly statusLine: StatusLineDoor;
  /** Each folder in it with a SKILL.md is a skill of the user. */
  readonly userSkills: (machine: Machine) => string;
  /** Where it looks for what belongs to a project, relative to its root. */
  readonly projectFolders: { readonly commands: string; readonly skills: string };
  readonly guards: PromptGuards;
  readonly proof: ProofDoor;
}

/** The part that stands in the hook's bundles: no dependency, and nothing that Node 18 cannot run. */
export interface HookDoor {
  /** As it is stored: the adapter's `agent`. */
  readonly name: string;
  /** Undefined for what is no payload. Never throws. */
  readonly readPayload: (text: string) => HookPayload | undefined;
  /** The moment of a call as lessons look at it. What was said is read only where a lesson asks for words. */
  readonly momentOf: (
    payload: ToolPayload,
    project: SessionProject,
    options: {
      readonly lessons: readonly ReadyLesson[];
      readonly environment: NodeJS.ProcessEnv;
    },
  ) => Moment;
  /** Adds context to a call, a session or a subagent. */
  readonly adviceAnswer: (event: string, text: string) => string;
  /** Whether it lets a hook refuse a call. Where it does not, lessons that hold advise. */
  readonly canHold: boolean;
  /** Refuses a call. The model reads the reason as its result. */
  readonly holdAnswer: (reason: string) => string;
  /** A line for the person. The model never sees it. */
  readonly userNotice: (text: string) => string;
  /** More context than this does not reach the model at once. */
  readonly mostContextCharacters: number;
  /** The session that a program was started from. */
  readonly sessionIn: (environment: NodeJS.ProcessEnv) => string | undefined;
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
  /** Of Stop and SubagentStop. */
  readonly lastAssistantMessage?: string | undefined;
  /** Of UserPromptExpansion: the command that is about to run, without its slash. */
  readonly commandName?: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly call?: PlannedCall | undefined;
}

/** A payload of a call that is about to be made. */
export interface ToolPayload extends HookPayload {
  readonly call: PlannedCall;
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
}

/**
 * The user's settings file, and our hooks in its text. The file is the user's: every byte that is not ours stays. `file`
 * is its name, for errors.
 */
interface SettingsDoor {
  readonly file: (machine: Machine) => string;
  /** The moments at which the hook is called, for whoever starts it in this way. */
  readonly hookTable: (launch: HookLaunch) => HookTable;
  /** Our entries, as a table. */
  readonly hooksOfOurs: (text: string, isOurs: IsOurs, file: string) => HookTable;
  /** Adds the entries of a table behind those that are there. */
  readonly withHooks: (text: string, table: HookTable, file: string) => string;
  /**
   * Takes out what is ours, and the lists and objects that hold nothing else; but not those named in `emptyBefore`, which
   * were there, and empty, before we came.
   */
  readonly withoutHooks: (
    text: string,
    isOurs: IsOurs,
    options: { readonly file: string; readonly emptyBefore: readonly string[] },
  ) => string;
  /** The lists and objects for hooks that hold nothing. */
  readonly emptyHookContainers: (text: string, file: string) => readonly string[];
  readonly signsIn: (text: string, file: string) => SettingsSigns;
  /** Where a person sees what became of a hook. */
  readonly whereHooksShow: string;
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
  readonly args: readonly string[];
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

/** What to tell the agent's program so that it takes the plugin from our package, and so that it forgets it. */
interface PluginDoor {
  readonly installCommands: (packageRoot: string) => readonly (readonly string[])[];
  readonly removeCommands: readonly (readonly string[])[];
}

/** The status line in the text of a settings file. There can be one, and it is the user's. */
interface StatusLineDoor {
  /** The command of the one that is there; empty where it is something else than a command. */
  readonly commandIn: (text: string, file: string) => string | undefined;
  readonly withCommand: (text: string, command: string, file: string) => string;
  readonly without: (text: string, file: string) => string;
  /** What the agent's shell runs for ours, from the folder that hooks are run from. */
  readonly ours: (hookFolder: string) => string;
}

/** How foreign text is written into what the agent loads (a command, a skill, a memory file), so that it stays text. */
interface PromptGuards {
  readonly guardPrompt: (text: string) => string;
  readonly guardCommands: (text: string) => string;
  readonly guardMentions: (text: string) => string;
  /** A line as a value of a frontmatter. */
  readonly guardValue: (line: string) => string;
}

/** How the agent itself shows that a lesson reaches it. */
interface ProofDoor {
  /** Lets its program run this one command and nothing else. */
  readonly makeCall: (command: string) => {
    readonly args: readonly string[];
    readonly input: string;
  };
  /** By these a program takes itself for a part of the session that it was started from. */
  readonly outerSession: readonly string[];
  /** Whether the call stands in the text of a session's log. */
  readonly isCallIn: (log: string, command: string) => boolean;
  /** Whether a line of a log says that a hook added something to the context. */
  readonly isContextLine: (line: string) => boolean;
  /** Where a person sees what became of a hook in such a call, and whether the program answers at all. */
  readonly whereItShows: string;
  readonly whetherItAnswers: string;
}
