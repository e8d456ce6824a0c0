import { systemNamed } from "./operating-system.ts";

/** What must hold around a call, beside what the call does. */
interface ConditionRow {
  /** On a card. */
  readonly label: string;
  readonly about: string;
  /** Of `lessons add`. */
  readonly flag: { readonly name: string; readonly takes: string; readonly about: string };
  /** In plain words, behind "only": "in a folder like `**` + `/web`". */
  readonly reading: (values: readonly string[]) => string;
  /** What is wrong with a value, going on from it; nothing where anything will do. */
  readonly problem?: (value: string) => string | undefined;
  /** Its values may be globs. */
  readonly isGlob?: true;
  /** A value of it may be a path, and `$path` one of the call. */
  readonly isPath?: true;
}

/** Stands for a path that the call names, where a condition asks about a path. */
export const ownPath = "$path";

const rows = {
  cwd: {
    label: "folder",
    about: "globs for the agent's folder, absolute or relative to the project",
    flag: { name: "cwd", takes: "glob", about: "only while the agent works in a folder like this" },
    reading: (globs) => `in a folder like ${oneOf(globs)}`,
    isGlob: true,
  },
  pathMissing: {
    label: "missing",
    about: `paths that do not exist, relative to the project or the agent's folder; \`${ownPath}\` is a path of the call`,
    flag: { name: "path-missing", takes: "path", about: "only while this path does not exist" },
    reading: (paths) => `while ${pathWords(paths)} is missing`,
    isPath: true,
  },
  fileExists: {
    label: "exists",
    about: "files or folders that exist, named in the same way",
    flag: { name: "file-exists", takes: "path", about: "only while this file exists" },
    reading: (paths) => `while ${pathWords(paths)} exists`,
    isPath: true,
  },
  fileLargerThan: {
    label: "larger than",
    about: "a size such as `256kB` or `1MiB`: a file that the call names is larger",
    flag: { name: "file-larger-than", takes: "size", about: "only for files larger than this" },
    reading: (sizes) => `if the call's file is larger than ${oneOf(sizes)}`,
    problem: (size) =>
      bytesIn(size) === undefined ? "is not a size such as 256kB or 1MiB" : undefined,
  },
  isDirectory: {
    label: "is a folder",
    about: `paths that are folders; \`${ownPath}\` is a path of the call`,
    flag: {
      name: "is-directory",
      takes: "path",
      about: `only if this is a folder; '${ownPath}' is the call's path`,
    },
    reading: (paths) => `if ${pathWords(paths)} is a folder`,
    isPath: true,
  },
  os: {
    label: "system",
    about: "`macos`, `linux` or `windows`",
    flag: { name: "os", takes: "system", about: "only on macos, linux or windows" },
    reading: (systems) => `on ${oneOf(systems)}`,
    problem: (system) =>
      systemNamed(system.toLowerCase()) === undefined
        ? "must be macos, linux or windows"
        : undefined,
  },
  shell: {
    label: "shell",
    about: "names of shells: `zsh`, `bash`",
    flag: { name: "shell", takes: "name", about: "only in this shell" },
    reading: (names) => `in ${oneOf(names)}`,
  },
  model: {
    label: "model",
    about: "globs for the name of the agent's model, if the session names it",
    flag: { name: "model", takes: "glob", about: "only with a model like this" },
    reading: (globs) => `with a model like ${oneOf(globs)}`,
    isGlob: true,
  },
  failedInSession: {
    label: "failed before",
    about: "facts as in `about` (`not-installed jq`): a call has failed with it in this session",
    flag: {
      name: "failed-in-session",
      takes: "fact",
      about: "only after a call failed with this fact",
    },
    reading: (facts) => `after a call of this session failed with ${oneOf(facts)}`,
  },
} as const satisfies Readonly<Record<string, ConditionRow>>;

export type ConditionField = keyof typeof rows;

/** Of several values of one condition one is enough; every condition must hold. */
export type Conditions = { readonly [Name in ConditionField]?: readonly string[] };

export const conditionTable: Readonly<Record<ConditionField, ConditionRow>> = rows;
export const conditionFields = Object.keys(rows) as readonly ConditionField[];

/** What is declared, in the order of the table. */
export function declaredConditions(
  conditions: Conditions | undefined,
): readonly (readonly [ConditionField, readonly string[]])[] {
  return conditionFields.flatMap((name) => {
    const values = conditions?.[name] ?? [];
    return values.length === 0 ? [] : [[name, values] as const];
  });
}

/** All of them as one sentence: "only in a folder like `x`, and only on `macos`". Empty where there are none. */
export function conditionReading(conditions: Conditions | undefined): string {
  return declaredConditions(conditions)
    .map(([name, values]) => `only ${conditionTable[name].reading(values)}`)
    .join(", and ");
}

/** Whether a condition is about the call itself and not only about where it is made. */
export function asksAboutCall(
  conditions: { readonly [Name in ConditionField]?: readonly unknown[] | undefined } = {},
): boolean {
  return conditionFields.some((name) => {
    const values = conditions[name] ?? [];
    return name === "fileLargerThan" ? values.length > 0 : values.includes(ownPath);
  });
}

/** The first value that cannot be, with what is wrong with it. Whether a glob is one, somebody else knows. */
export function conditionProblem(
  conditions: Conditions,
):
  | { readonly field: ConditionField; readonly value: string; readonly problem: string }
  | undefined {
  for (const [field, values] of declaredConditions(conditions)) {
    for (const value of values) {
      const problem = conditionTable[field].problem?.(value);
      if (problem !== undefined) return { field, value, problem };
    }
  }
  return undefined;
}

/** `256kB`, `1.5 MB`, `1MiB`, `300`. */
export function bytesIn(size: string): number | undefined {
  const [, number, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kMG]?i?B?)$/i.exec(size.trim()) ?? [];
  const factor = units[unit.toLowerCase().replace(/b$/u, "")];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

const units: Readonly<Record<string, number>> = {
  "": 1,
  k: 1000,
  m: 1_000_000,
  g: 1_000_000_000,
  ki: 1024,
  mi: 1_048_576,
  gi: 1_073_741_824,
};

function pathWords(paths: readonly string[]): string {
  const named = paths.filter((path) => path !== ownPath).map(code);
  return listed(paths.includes(ownPath) ? ["the path of the call", ...named] : named);
}

function oneOf(values: readonly string[]): string {
  return listed(values.map(code));
}

function code(value: string): string {
  return `\`${value}\``;
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
