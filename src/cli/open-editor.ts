import { spawnSync } from "node:child_process";
import { Fault } from "../platform/fault.ts";
import { shellWords } from "../shell/script.ts";

/** Lets the user edit a file, and waits. The program is started as it is, without a shell in between. */
export function openEditor(file: string, environment: NodeJS.ProcessEnv): void {
  // A program and its arguments: `code --wait`, `"/opt/my editor/bin" -n`.
  const configured = environment["VISUAL"] || environment["EDITOR"] || "vi";
  const [program = "vi", ...args] = shellWords(configured);
  const { error, status } = spawnSync(program, [...args, file], {
    stdio: "inherit",
    env: environment,
  });
  if (error === undefined && status === 0) return;
  const reason = error === undefined ? "" : `: ${error.message}`;
  throw new Fault("file-unreadable", `the editor "${program}" failed${reason}`, {
    hint: `set VISUAL or EDITOR to your editor; your text is in ${file}`,
  });
}
