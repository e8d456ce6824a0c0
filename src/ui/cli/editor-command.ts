import { parseCommandLine } from "../../core/command.ts";

/** The user's editor as a program and its arguments: `code --wait`, `"/opt/my editor/bin" -n`. */
export function editorCommand(environment: NodeJS.ProcessEnv): readonly string[] {
  const configured = environment["VISUAL"] || environment["EDITOR"] || "vi";
  const words = parseCommandLine(configured).commands[0]?.words ?? [];
  return words.length === 0 ? ["vi"] : words;
}
