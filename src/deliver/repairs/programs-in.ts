import { baseName } from "../../shell/word.ts";

/** The programs of a command of the ledger: one simple command a line, its variables before it, a pipe's programs behind it. */
export function programWordsIn(command: string): readonly string[] {
  return command
    .split(/[\n|]/u)
    .flatMap((text) => text.split(/\s+/u).find((word) => word !== "" && !setting.test(word)) ?? []);
}

const setting = /^\w+\+?=/u;

export function programsIn(command: string): readonly string[] {
  return programWordsIn(command).map(baseName);
}
