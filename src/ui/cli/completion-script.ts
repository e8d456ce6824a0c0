import type { Command } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A completion script made from the commands themselves, so that it cannot fall behind them. */
export function completionScript(program: Command, shell: Shell): string {
  const entries = program.commands
    .filter((command) => !isHidden(command))
    .flatMap((command) => describe(command, []));
  return { bash, zsh, fish }[shell](entries);
}

interface Entry {
  /** `["config", "set"]` */
  readonly path: readonly string[];
  readonly about: string;
  readonly flags: readonly {
    readonly name: string;
    readonly about: string;
    readonly choices: readonly string[];
  }[];
  /** Its first argument is a slug. */
  readonly takesSlug: boolean;
  /** Its first argument is a file. */
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

function describe(command: Command, parents: readonly string[]): readonly Entry[] {
  const path = [...parents, command.name()];
  const [argument] = command.registeredArguments;
  const entry: Entry = {
    path,
    about: command.description(),
    flags: command.options.map((option) => ({
      name: option.long ?? option.short ?? "",
      about: option.description,
      choices: option.argChoices ?? [],
    })),
    takesSlug: argument?.name() === "slug",
    takesFile: argument?.name() === "file" || argument?.name() === "path",
    choices: argument?.argChoices ?? command.commands.map((child) => child.name()),
  };
  return [entry, ...command.commands.flatMap((child) => describe(child, path))];
}

function bash(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, flags, takesSlug, choices }) => {
    const words = [...choices, ...flags.map(({ name }) => name), "--help"].join(" ");
    return `    "${path.join(" ")}") words="${words}"; takes_slug=${takesSlug ? 1 : 0} ;;`;
  });
  const values = choicesByFlag(entries).map(
    ([name, choices]) => `    ${name}) words="${choices.join(" ")}" ;;`,
  );
  return `# bash completion for lessons
_lessons() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" takes_slug=0 path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) if [ -z "$path" ]; then path="$word"; elif [ "$path" = config ]; then path="config $word"; fi ;; esac
  done
  COMPREPLY=()
  case "$previous" in
${values.join("\n")}
    --file|--output) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ -z "$words" ]; then
    case "$path" in
    "") words="${topLevel(entries).join(" ")} --help --version" ;;
${cases.join("\n")}
    esac
  fi
  if [ "$takes_slug" = 1 ] && [ "\${current#-}" = "$current" ]; then words="$words $(lessons complete-slug "$current" 2>/dev/null)"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$path" in ${entries
    .filter((entry) => entry.takesFile)
    .map((entry) => entry.path.join(" "))
    .join("|")}) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -F _lessons lessons
`;
}

function zsh(entries: readonly Entry[]): string {
  const commands = entries
    .filter(({ path }) => path.length === 1)
    .map(({ path, about }) => `    '${path.join(" ")}:${quoteInSingle(about)}'`);
  const cases = entries.map(({ path, flags, takesSlug, takesFile, choices }) => {
    const words = [...choices, ...flags.map(({ name }) => name), "--help"]
      .map((word) => `'${word}'`)
      .join(" ");
    const slugs = takesSlug
      ? ` compadd -- \${(f)"$(lessons complete-slug "$PREFIX" 2>/dev/null)"};`
      : "";
    return `    '${path.join(" ")}') compadd -- ${words};${slugs}${takesFile ? " _files;" : ""} ;;`;
  });
  const values = choicesByFlag(entries).map(
    ([name, choices]) => `    ${name}) compadd -- ${choices.join(" ")}; return ;;`,
  );
  return `#compdef lessons
# zsh completion for lessons
_lessons() {
  local -a commands
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; compadd -- --help --version; return; fi
  case "$words[CURRENT-1]" in
${values.join("\n")}
    --file|--output) _files; return ;;
  esac
  # Not "path": zsh ties that name to PATH.
  local called="$words[2]"
  if [[ "$called" == config ]] && (( CURRENT > 3 )); then called="config $words[3]"; fi
  case "$called" in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = "_lessons" ]; then _lessons "$@"; else compdef _lessons lessons; fi
`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, about, flags, takesSlug, takesFile, choices }) => {
    const [command = "", child] = path;
    const seen = `__fish_seen_subcommand_from ${command}${child === undefined ? "" : `; and __fish_seen_subcommand_from ${child}`}`;
    const start =
      child === undefined
        ? [`complete -c lessons -n __fish_use_subcommand -a ${command} -d '${quoteForFish(about)}'`]
        : [];
    return [
      ...start,
      ...(choices.length === 0
        ? []
        : [`complete -c lessons -n '${seen}' -a '${choices.join(" ")}'`]),
      ...(takesSlug
        ? [
            `complete -c lessons -f -n '${seen}' -a '(lessons complete-slug (commandline -ct) 2>/dev/null)'`,
          ]
        : []),
      ...(takesFile ? [`complete -c lessons -F -n '${seen}'`] : []),
      ...flags.map((flag) => {
        const values =
          flag.choices.length === 0 ? fileFlag(flag.name) : ` -x -a '${flag.choices.join(" ")}'`;
        return `complete -c lessons -n '${seen}' -l ${flag.name.replace(/^--/, "")}${values} -d '${quoteForFish(flag.about)}'`;
      }),
    ];
  });
  return `# fish completion for lessons\ncomplete -c lessons -f\n${lines.join("\n")}\n`;
}

/** fish must be told where a file is welcome. */
function fileFlag(name: string): string {
  return name === "--file" || name === "--output" ? " -r -F" : "";
}

function topLevel(entries: readonly Entry[]): readonly string[] {
  return entries.filter(({ path }) => path.length === 1).map(({ path }) => path.join(" "));
}

/** Flags whose values are known, each once: a flag means the same in every command. */
function choicesByFlag(
  entries: readonly Entry[],
): readonly (readonly [string, readonly string[]])[] {
  const flags = entries.flatMap((entry) => entry.flags).filter(({ choices }) => choices.length > 0);
  const merged = new Map<string, Set<string>>();
  for (const { name, choices } of flags)
    merged.set(name, new Set([...(merged.get(name) ?? []), ...choices]));
  return [...merged].map(([name, choices]) => [name, [...choices]]);
}

function quoteInSingle(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}

function quoteForFish(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}

/** Commander keeps it to itself; only the help knows. */
function isHidden(command: Command): boolean {
  return command.name() === "complete-slug";
}
