import { spawnSync } from "node:child_process";
import { shellWords } from "../shell/script.ts";
import { Fault } from "../platform/fault.ts";

/** Lets the user edit a file, and waits. The program is started as it is, without a shell in between. */
export function openEditor(file: string, environment: NodeJS.ProcessEnv): void {
  const [program = "vi", ...args] = editorWords(environment);
  const { error, status } = spawnSync(program, [...args, file], {
    stdio: "inherit",
    env: environment,
  });
  if (error === undefined && status === 0) return;
  const reason = error === undefined ? "" : `: ${error.message}`;
  throw new Fault("file-unreadable", `the editor "${program}" did not end well${reason}`, {
    hint: `set VISUAL or EDITOR to your editor; what you wrote is in ${file}`,
  });
}

/** A program and its arguments: `code --wait`, `"/opt/my editor/bin" -n`. */
function editorWords(environment: NodeJS.ProcessEnv): readonly string[] {
  const configured = environment["VISUAL"] || environment["EDITOR"] || "vi";
  return shellWords(configured);
}
