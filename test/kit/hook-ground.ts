import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cacheFiles, type CacheInput } from "../../src/deliver/compile/cache-files.ts";
import { publishCache } from "../../src/deliver/compile/publish-cache.ts";
import { bucketOf } from "../../src/match/tool-bucket.ts";
import type { Outcome } from "./program.ts";
import { readyLesson, type ReadyDraft } from "./ready-lesson.ts";
import { copyFolder, freshFolder, noon } from "./store.ts";

const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");

export const session = "5e55101a-0000-4000-8000-000000000001";

/** A home with a cache, and the real launcher that the agent would start in it. */
export class HookGround {
  readonly userHome = freshFolder();
  readonly home = join(this.userHome, ".lessons");
  readonly #starts = join(this.userHome, "starts");

  constructor(drafts: readonly ReadyDraft[] = [], settings: GroundSettings = {}) {
    mkdirSync(join(this.home, "hook"), { recursive: true, mode: 0o700 });
    // Whatever is started as Node is counted first.
    this.recordNode(
      `printf x >>'${this.#starts}'; exec '${settings.node ?? process.execPath}' "$@"`,
    );
    this.publish(drafts, settings);
  }

  /** What stands in the place of the recorded Node. */
  recordNode(script: string): void {
    const node = join(this.home, "hook/node");
    writeFileSync(node, `#!/bin/sh\n${script}\n`);
    chmodSync(node, 0o755);
  }

  /** Compiles these lessons, whose ids are numbers and whose slugs say so unless they are given. */
  publish(drafts: readonly ReadyDraft[], settings: GroundSettings = {}): void {
    const lessons = drafts.map((draft, index) =>
      readyLesson({ id: `L${index}`, slug: `lesson-${index}`, text: `text ${index}`, ...draft }),
    );
    const input: CacheInput = {
      lessons,
      config: { ...defaults, ...settings.config },
      needs: settings.needs ?? {},
      newCandidates: settings.newCandidates ?? 0,
      projects: settings.projects ?? {},
      skills: settings.skills ?? {},
      card: settings.card ?? {},
      trial: settings.trial,
      watches: settings.watches ?? [],
    };
    const cache = join(this.home, "cache");
    // Most grounds begin alike: what was compiled for one is copied for the others.
    const key = JSON.stringify(input);
    const known = compiled.get(key);
    if (existsSync(cache)) publishCache(cache, cacheFiles(input, noon));
    else if (known !== undefined) copyFolder(known, cache);
    else {
      publishCache(cache, cacheFiles(input, noon));
      const kept = join(freshFolder(), "cache");
      copyFolder(cache, kept);
      compiled.set(key, kept);
    }
  }

  /** How often Node was started. */
  get starts(): number {
    return existsSync(this.#starts) ? readFileSync(this.#starts, "utf8").length : 0;
  }

  bash(command: string, more: CallOptions = {}): Outcome {
    return this.call({ tool_name: "Bash", tool_input: { command } }, more);
  }

  call(payload: Payload, more: CallOptions = {}): Outcome {
    const whole = { ...callPayload, cwd: this.userHome, ...payload, ...more.payload };
    return this.raw(JSON.stringify(whole), {
      args: ["PreToolUse", bucketOf(String(payload["tool_name"]))],
      session: whole.session_id,
      ...more,
    });
  }

  event(name: string, payload: Payload = {}, more: RawOptions = {}): Outcome {
    const whole = { session_id: session, cwd: this.userHome, hook_event_name: name, ...payload };
    return this.raw(JSON.stringify(whole), { args: [name], ...more });
  }

  /** Starts the launcher as the agent does, with whatever on its standard input. */
  raw(input: string | Uint8Array, more: RawOptions = {}): Outcome {
    const [program, ...args] = this.#commandLine(more);
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.userHome,
      env: this.#environment(more),
      input,
      encoding: "utf8",
      maxBuffer: 100_000_000,
      timeout: 30_000,
    });
    return { status, out: stdout, err: stderr };
  }

  /** The same without waiting, for calls that come at once. */
  bashAtOnce(command: string, more: CallOptions = {}): Promise<string> {
    const payload = {
      ...callPayload,
      cwd: this.userHome,
      tool_name: "Bash",
      tool_input: { command },
    };
    return this.rawAtOnce(JSON.stringify({ ...payload, ...more.payload }), {
      args: ["PreToolUse", "bash"],
      session,
      ...more,
    });
  }

  rawAtOnce(input: string, more: RawOptions): Promise<string> {
    const [program, ...args] = this.#commandLine(more);
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: this.userHome, env: this.#environment(more) });
      let out = "";
      child.stdout.on("data", (part) => (out += String(part)));
      child.on("error", reject);
      child.on("close", (status) => (status === 0 ? resolve(out) : reject(new Error(`${status}`))));
      // A launcher that has nothing to look for ends before it has read.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    });
  }

  /** The lines of a file below our home; none when it is not there. */
  lines(path: string): readonly string[] {
    const file = join(this.home, path);
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  }

  get log(): readonly string[] {
    return this.lines("log/hook.log").filter((line) => !/ slow: \d+ ms$/.test(line));
  }

  records(file: string): readonly Record<string, unknown>[] {
    return this.lines(file).map((line) => JSON.parse(line));
  }

  names(folder: string): readonly string[] {
    const place = join(this.home, folder);
    return existsSync(place) ? readdirSync(place).toSorted() : [];
  }

  #commandLine({ shell, args = ["PreToolUse", "bash"] }: RawOptions): [string, ...string[]] {
    return shell === undefined ? [launcher, ...args] : [shell, launcher, ...args];
  }

  #environment({ environment, session: id }: RawOptions): Record<string, string> {
    return {
      HOME: this.userHome,
      PATH: "/usr/bin:/bin",
      ...(id === undefined ? {} : { CLAUDE_CODE_SESSION_ID: id }),
      ...environment,
    };
  }
}

/** Caches as they are published, by what they were compiled from. */
const compiled = new Map<string, string>();

export interface GroundSettings extends Partial<
  Pick<CacheInput, "watches" | "needs" | "newCandidates" | "projects" | "skills" | "card" | "trial">
> {
  readonly config?: Partial<CacheInput["config"]>;
  readonly node?: string;
}

type Payload = Readonly<Record<string, unknown>>;

export interface RawOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** In the environment, where the launcher looks for it. */
  readonly session?: string;
  readonly shell?: string;
}

export interface CallOptions extends RawOptions {
  readonly payload?: Payload;
}

const defaults: CacheInput["config"] = {
  injectionBudgetBytes: 4096,
  maxLessonsPerInjection: 3,
  relevanceThreshold: 700,
  minConfidence: 0.5,
  minPriority: 1,
  compactionReinjectionThreshold: 7,
  dedupeScope: "session",
  protocol: "full",
  debugComment: false,
  // What the person sees has stories of its own.
  notify: "off",
  withError: true,
  autoScanIntervalHours: 0,
};

const callPayload = {
  session_id: session,
  transcript_path: "/nowhere/transcript.jsonl",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_use_id: "toolu_01",
};

/** The lesson most stories are about. */
export const stash: ReadyDraft = {
  toolNames: ["Bash"],
  commandPatterns: ["^git\\s+stash\\b"],
  text: "### HIGH pitfall: git stash leaves untracked files behind",
  shortText: "HIGH pitfall: git stash leaves files behind",
  notice: "git stash leaves files behind → use git stash -u",
};

/** What the agent adds to its context, of an answer in exactly the one shape it takes. */
export function adviceIn(answer: string, event = "PreToolUse"): string {
  if (answer === "") return "";
  // A line for the person may stand beside it.
  const { hookSpecificOutput, systemMessage: _, ...rest } = JSON.parse(answer);
  const { additionalContext, ...named } = hookSpecificOutput;
  if (JSON.stringify([rest, named]) !== JSON.stringify([{}, { hookEventName: event }])) {
    throw new Error(`not the shape that the agent takes: ${answer}`);
  }
  return additionalContext;
}

/** Why a call is refused. */
export function reasonIn(answer: string): string {
  // A line for the person may stand beside it.
  const { hookSpecificOutput, systemMessage: _, ...rest } = JSON.parse(answer);
  const { permissionDecisionReason, ...named } = hookSpecificOutput;
  const shape = [{}, { hookEventName: "PreToolUse", permissionDecision: "deny" }];
  if (JSON.stringify([rest, named]) !== JSON.stringify(shape)) {
    throw new Error(`not the shape that the agent takes: ${answer}`);
  }
  return permissionDecisionReason;
}

/** An outcome that says nothing and stops nothing. */
export const silent: Outcome = { status: 0, out: "", err: "" };
