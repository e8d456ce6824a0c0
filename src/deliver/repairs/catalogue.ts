/** What can be put right for the agent's shell. The hook's bundle holds this file: no dependency, nothing of Node. */
export const repairNames = ["zsh-globs", "zsh-equals", "path", "gh-repo"] as const;
export type RepairName = (typeof repairNames)[number];

export interface Repair {
  readonly name: RepairName;
  /** What it does, in one sentence. */
  readonly does: string;
  /** What the person gives with it: absent where there is nothing to choose. */
  readonly value?: { readonly called: string; readonly shape: RegExp; readonly hint: string };
  /** Where it holds unless the person says otherwise. */
  readonly scope: "machine" | "project";
  /** Whether it may hold in every project. */
  readonly isForMachine: boolean;
  /**
   * The line that it puts into the environment of the agent's shell, which runs it before every command. It ends with status 0
   * in every shell, says nothing, and does nothing the second time.
   */
  readonly line: (value: string) => string;
  /** At the start of a session: `zsh globs (nonomatch)`. */
  readonly shown: (value: string) => string;
}

/** A repair that a person has switched on. */
export interface ChosenRepair {
  readonly name: RepairName;
  /** Empty where there is nothing to choose. */
  readonly value: string;
  /** `machine` or `project:<id>` */
  readonly scope: string;
}

export const repairs: Readonly<Record<RepairName, Repair>> = {
  "zsh-globs": {
    name: "zsh-globs",
    does: "zsh passes a glob that matches no file to the command, as bash does; also words such as ===.",
    scope: "machine",
    isForMachine: true,
    line: () => inZsh("setopt nonomatch"),
    shown: () => "zsh globs (nonomatch)",
  },
  "zsh-equals": {
    name: "zsh-equals",
    does: "zsh keeps words that begin with =, such as === and =ls, unchanged.",
    scope: "machine",
    isForMachine: true,
    line: () => inZsh("unsetopt equals"),
    shown: () => "zsh equals signs (no equals)",
  },
  path: {
    name: "path",
    does: "The shell also looks for programs in this folder, last.",
    value: {
      called: "folder",
      // Neither the separator of PATH nor anything that means something between single quotes.
      shape: /^(?=.{2,300}$)(?:\/(?!\.{1,2}(?:\/|$))[\w.+@][\w .+@-]*)+$/u,
      hint: "an absolute path of letters, digits and . _ + @ - such as /home/me/.local/bin",
    },
    scope: "machine",
    isForMachine: true,
    // An empty PATH must not become one that begins with the current folder.
    line: (folder) =>
      `case ":\${PATH-}:" in *:'${folder}':*) ;; *) export PATH="\${PATH:+\${PATH}:}"'${folder}' ;; esac`,
    shown: (folder) => `PATH (${folder})`,
  },
  "gh-repo": {
    name: "gh-repo",
    does: "gh uses this repository when it cannot tell which one you mean.",
    value: {
      called: "owner/name",
      shape: /^(?=.{3,200}$)[\w.-]+\/[\w.-]+$/u,
      hint: "owner/name, such as octocat/hello-world",
    },
    scope: "project",
    isForMachine: false,
    // What the person's own environment says wins.
    line: (repository) => `if [ -z "\${GH_REPO-}" ]; then export GH_REPO='${repository}'; fi`,
    shown: (repository) => `GH_REPO (${repository})`,
  },
};

/** Not `[ … ] && …`: that ends with 1 in other shells, and whoever joins a command to it with `&&` would not run it. */
function inZsh(command: string): string {
  return `if [ -n "\${ZSH_VERSION-}" ]; then ${command}; fi`;
}

export function repairNamed(name: unknown): Repair | undefined {
  const known = repairNames.find((each) => each === name);
  return known === undefined ? undefined : repairs[known];
}

/** Why a value cannot be one of this repair; undefined where it can. Says nothing about whether it is safe here. */
export function valueProblem({ name, value }: Repair, given: string): string | undefined {
  if (value === undefined) return given === "" ? undefined : `${name} takes no value`;
  if (given === "") return `${name} needs a value: ${value.called}`;
  return value.shape.test(given) ? undefined : `${name} needs ${value.called}`;
}

/** Whether a line of a file is one that a repair of ours has written. */
export function isRepairLine(line: string): boolean {
  const value = /'([^']*)'/u.exec(line)?.[1] ?? "";
  return repairNames.some(
    (name) =>
      repairs[name].line(value) === line && valueProblem(repairs[name], value) === undefined,
  );
}
