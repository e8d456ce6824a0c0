import { Argument, Command } from "commander";
import { newCommand, type CommandKit } from "./command-kit.ts";

export function completionCommand({ terminal }: CommandKit): Command {
  return newCommand("completion", "print a completion script for your shell", [
    'eval "$(lessons completion bash)"        # in ~/.bashrc',
    'lessons completion zsh > "${fpath[1]}/_lessons"',
    "lessons completion fish > ~/.config/fish/completions/lessons.fish",
  ])
    .addArgument(new Argument("<shell>", "which shell").choices(Object.keys(shells)))
    .action(async (shell: keyof typeof shells) => {
      const [{ createProgram }, { allCommands }] = await Promise.all([
        import("./program.ts"),
        import("./commands.ts"),
      ]);
      // Made from the commands themselves, so that it cannot fall behind them.
      terminal.write(
        shells[shell](
          placesBehind(await createProgram(terminal, "", { commands: allCommands }), ""),
        ),
      );
    });
}

const shells = { bash, zsh, fish };

/** Where a word is expected: behind the program, behind a command, behind a command of a command. */
interface WordPlace {
  /** `config set`; empty behind the program. */
  readonly path: string;
  /** Whether its words are commands, with words of their own behind them. */
  readonly isParent: boolean;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
  /** What its first argument is, where that is none of the words. */
  readonly takes: "slug" | "file" | undefined;
}

interface Word {
  readonly name: string;
  readonly about: string;
}

interface Flag extends Word {
  readonly values: readonly string[] | "file";
}

function placesBehind(command: Command, path: string): readonly WordPlace[] {
  const children = command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== "help");
  const [argument] = command.registeredArguments;
  const place: WordPlace = {
    path,
    isParent: children.length > 0,
    words: [
      ...(argument?.argChoices ?? []).map((name) => ({ name, about: "" })),
      ...children.map((child) => ({ name: child.name(), about: child.description() })),
    ],
    flags: [
      ...command.options.map((option) => ({
        name: option.long ?? option.short ?? "",
        about: option.description,
        values: fileFlags.has(option.long) ? ("file" as const) : (option.argChoices ?? []),
      })),
      { name: "--help", about: "show this help", values: [] },
    ],
    takes: argument && argumentKinds[argument.name()],
  };
  return [
    place,
    ...children.flatMap((child) => placesBehind(child, `${path} ${child.name()}`.trim())),
  ];
}

const fileFlags: ReadonlySet<string | undefined> = new Set(["--file", "--output"]);
const argumentKinds: Readonly<Record<string, "slug" | "file">> = {
  slug: "slug",
  file: "file",
  path: "file",
};

function bash(places: readonly WordPlace[]): string {
  return `# bash completion for lessons
_lessons() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  ${lookUp(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  if [ "$takes" = slug ] && [ "\${current#-}" = "$current" ]; then offered="$offered $(lessons complete-slug "$current" 2>/dev/null)"; fi
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
  if [ "$takes" = file ]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -F _lessons lessons
`;
}

function zsh(places: readonly WordPlace[]): string {
  const commands = (places[0]?.words ?? []).map(
    ({ name, about }) => `    '${name}:${about.replaceAll("'", "'\\''").replaceAll(":", "\\:")}'`,
  );
  return `#compdef lessons
# zsh completion for lessons
_lessons() {
  local -a commands
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; compadd -- --help --version; return; fi
  local previous="$words[CURRENT-1]"
  ${lookUp(places, '"${(@)words[2,CURRENT-1]}"')}
  compadd -- \${=offered}
  if [[ "$takes" == slug ]]; then compadd -- \${(f)"$(lessons complete-slug "$PREFIX" 2>/dev/null)"}; fi
  if [[ "$takes" == file ]]; then _files; fi
}
if [ "$funcstack[1]" = "_lessons" ]; then _lessons "$@"; else compdef _lessons lessons; fi
`;
}

/**
 * For bash and zsh: what is offered behind `typed`, and what else is taken there. A word behind what has commands
 * is the next one of them; flags are passed over. No variable is called "path", which zsh ties to PATH, or "words".
 */
function lookUp(places: readonly WordPlace[], typed: string): string {
  const parents = places.filter(({ isParent }) => isParent).map(({ path }) => `"${path}:"*`);
  const offer = (place: string, names: readonly string[], takes = "") =>
    `    ${place}) offered="${names.join(" ")}"; takes="${takes}" ;;`;
  const cases = places.map(({ path, words, flags, takes }) =>
    offer(
      `"${path}"`,
      [...words, ...flags].map(({ name }) => name),
      takes,
    ),
  );
  const values = valuesByFlag(places).map(([name, known]) =>
    known === "file" ? offer(name, [], "file") : offer(name, known),
  );
  return `local offered="" takes="" called="" word
  for word in ${typed}; do
    case "$called:$word" in *:-*) ;; ${parents.join("|")}) called="\${called:+$called }$word" ;; esac
  done
  case "$called" in
${cases.join("\n")}
  esac
  case "$previous" in
${values.join("\n")}
  esac`;
}

/** Flags whose values are known, each once: a flag means the same in every command. */
function valuesByFlag(
  places: readonly WordPlace[],
): readonly (readonly [string, Flag["values"]])[] {
  const merged = new Map<string, Flag["values"]>();
  for (const { name, values } of places.flatMap(({ flags }) => flags)) {
    const known = merged.get(name) ?? [];
    if (values === "file" || known === "file") merged.set(name, "file");
    else if (values.length > 0) merged.set(name, [...new Set([...known, ...values])]);
  }
  return [...merged];
}

function fish(places: readonly WordPlace[]): string {
  const lines = places.flatMap(({ path, words, flags, takes }) => {
    const seen = path.split(" ").map((name) => `__fish_seen_subcommand_from ${name}`);
    const here = `complete -c lessons -n '${path === "" ? "__fish_use_subcommand" : seen.join("; and ")}'`;
    return [
      ...words.map(({ name, about }) => `${here} -a ${name} -d '${quoteForFish(about)}'`),
      ...(takes === "slug"
        ? [`${here} -f -a '(lessons complete-slug (commandline -ct) 2>/dev/null)'`]
        : []),
      ...(takes === "file" ? [`${here} -F`] : []),
      ...flags.map(({ name, about, values }) => {
        const listed = values.length === 0 ? "" : ` -x -a '${[values].flat().join(" ")}'`;
        const expects = values === "file" ? " -r -F" : listed;
        return `${here} -l ${name.replace(/^--/, "")}${expects} -d '${quoteForFish(about)}'`;
      }),
    ];
  });
  return `# fish completion for lessons\ncomplete -c lessons -f\n${lines.join("\n")}\n`;
}

function quoteForFish(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}

/** What the completion scripts ask. It never complains: a shell would show it in the middle of a line. */
export function completeSlugCommand({ terminal, inContext }: CommandKit): Command {
  return new Command("complete-slug").argument("[beginning]").action(async (beginning = "") => {
    try {
      const { slugsStartingWith } = await import("../lesson/table/lessons.ts");
      const slugs = await inContext({}, ({ database }) =>
        slugsStartingWith(database, beginning, mostSlugs),
      );
      terminal.write(slugs.map((slug) => `${slug}\n`).join(""));
    } catch {
      terminal.exitStatus = 1;
    }
  });
}

const mostSlugs = 200;
