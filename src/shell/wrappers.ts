/** How a program that runs another one finds where that one starts among its words. */
export interface Wrapper {
  /** Letters of the short options that take a value: the rest of the word, or the next word. */
  readonly letters?: string;
  /** Long options that take the next word as their value. */
  readonly names?: readonly string[];
  /** Letters of the options with which it runs nothing. */
  readonly idleLetters?: string;
  /** How many words stand between its options and the command. */
  readonly operands?: number;
  /** Whether `NAME=value` before the command sets a variable. */
  readonly assigns?: true;
}

const timeout: Wrapper = { letters: "ks", names: ["--kill-after", "--signal"], operands: 1 };

/** `npx`, `ssh`, `find -exec` and the like are not here: what they run is their own affair. */
export const wrapperPrograms: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["builtin", {}],
  ["caffeinate", { letters: "tw" }],
  ["command", { idleLetters: "vV" }],
  ["doas", { letters: "aCu" }],
  ["env", { letters: "aCPu", names: ["--argv0", "--chdir", "--unset"], assigns: true }],
  ["exec", { letters: "a" }],
  ["gtimeout", timeout],
  ["ionice", { letters: "cnpPu", names: ["--class", "--classdata"] }],
  ["nice", { letters: "n", names: ["--adjustment"] }],
  ["nohup", {}],
  ["setsid", {}],
  ["stdbuf", { letters: "eio", names: ["--error", "--input", "--output"] }],
  [
    "sudo",
    {
      letters: "CDghpRrTtUu",
      names: [
        "--chdir",
        "--chroot",
        "--close-from",
        "--command-timeout",
        "--group",
        "--host",
        "--other-user",
        "--prompt",
        "--role",
        "--type",
        "--user",
      ],
      idleLetters: "el",
      assigns: true,
    },
  ],
  ["time", { letters: "fo", names: ["--format", "--output"] }],
  ["timeout", timeout],
  [
    "xargs",
    {
      letters: "adEIJLnPRSs",
      names: [
        "--arg-file",
        "--delimiter",
        "--max-args",
        "--max-chars",
        "--max-lines",
        "--max-procs",
        "--process-slot-var",
      ],
    },
  ],
]);

/** Programs that run a line when there is a `c` among their options. */
export const shells: ReadonlySet<string> = new Set(["ash", "bash", "dash", "ksh", "sh", "zsh"]);
