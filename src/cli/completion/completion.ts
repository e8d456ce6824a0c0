import { Argument, type Command } from "commander";
import { completionScript, shells, type Shell } from "./script.ts";
import { newCommand, type CommandKit } from "../command-kit.ts";

export function completionCommand(
  { terminal }: CommandKit,
  program: () => Promise<Command>,
): Command {
  return newCommand(
    "completion",
    "print what makes your shell complete commands, flags and slugs",
    [
      'eval "$(lessons completion bash)"        # in ~/.bashrc',
      'lessons completion zsh > "${fpath[1]}/_lessons"',
      "lessons completion fish > ~/.config/fish/completions/lessons.fish",
    ],
  )
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .action(async (shell: Shell) => terminal.write(completionScript(await program(), shell)));
}
