import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, isAbsolute, relative, resolve } from "node:path";

/**
 * What git answers about a folder; undefined when it is not there or takes too long. The one place that starts git. A
 * folder's own settings can name programs for git to start: those that a question could reach are named here, where
 * nothing in the folder can say otherwise. It changes nothing and asks nobody.
 *
 * The person's own settings stay: they say which folders of others are safe and which files are ignored.
 */
export function askGit(
  folder: string,
  [question, ...args]: readonly [Question, ...(readonly string[])],
  { patienceMs = 10_000, isLiteral = false }: AskOptions = {},
): { readonly status: number; readonly out: string } | undefined {
  const guards = [
    "--no-pager",
    ...(isLiteral ? ["--literal-pathspecs"] : []),
    ...Object.entries(answers).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  ];
  const { status, stdout } = spawnSync("git", [...guards, "-C", folder, question, ...args], {
    // Not where we are: that may be the folder, and `.` may be among the places where programs are looked for.
    cwd: "/",
    encoding: "utf8",
    env: environmentFor(folder),
    timeout: patienceMs,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: mostOutput,
    windowsHide: true,
  });
  return status === null ? undefined : { status, out: stdout };
}

/** None of these reads contents, so that no filter and no program for differences is asked for. */
type Question = "check-ignore" | "ls-files" | "rev-list";

interface AskOptions {
  readonly patienceMs?: number;
  /** Whether names stand for themselves, whatever characters they have. */
  readonly isLiteral?: boolean;
}

/** The names of some hundred thousand files. */
const mostOutput = 1 << 25;

/** `false` is the program that does nothing, and an empty value takes away what was set. */
const answers: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.editor": "false",
  "core.sshCommand": "false",
  "core.gitProxy": "",
  "core.askPass": "",
  "core.alternateRefsCommand": "false",
  "credential.helper": "",
  "diff.external": "",
  "gpg.program": "false",
  "protocol.allow": "never",
  "safe.bareRepository": "explicit",
  "fetch.recurseSubmodules": "false",
  "submodule.recurse": "false",
  "maintenance.auto": "false",
  "gc.auto": "0",
};

/** Nothing that names another repository, another program or a place to write to: what git is to know of us is said here. */
function environmentFor(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: programFolders(folder),
    LC_ALL: "C",
    GIT_NO_LAZY_FETCH: "1",
    // A clone of three megabytes can hold a commit of three gigabytes.
    GIT_ALLOC_LIMIT: "256m",
    // Stronger than `protocol.<name>.allow` in a folder's own settings.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PAGER: "cat",
  };
}

const needed =
  /^(?:HOME|USERPROFILE|XDG_CONFIG_HOME|USER|LOGNAME|SYSTEMROOT|TMPDIR|TEMP|TMP|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|GIT_CEILING_DIRECTORIES)$/i;

/**
 * Where programs are looked for, without the folder itself: one that came with a clone is not ours to start. Somebody may
 * keep a whole home in a repository, and their programs with it.
 */
function programFolders(folder: string): string {
  const asked = resolve(folder);
  const isClone = !isBelow(homedir(), asked);
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !(isClone && isBelow(place, asked)))
    .join(delimiter);
}

function isBelow(place: string, folder: string): boolean {
  const path = relative(folder, place);
  return path === "" || !(path.startsWith("..") || isAbsolute(path));
}
