import type { SimpleCommand } from "./command.ts";

/** Where the output of a stage goes. It is known once the stages behind have been read. */
export interface PipeEnd {
  readonly names: string[];
  /** Of pipes within this stage, which lead on to where it leads. */
  readonly inner: PipeEnd[];
}

export function pipeEndIn(outer: PipeEnd | undefined): PipeEnd {
  const end: PipeEnd = { names: [], inner: [] };
  outer?.inner.push(end);
  return end;
}

function leadTo(end: PipeEnd, names: readonly string[]): void {
  end.names.push(...names);
  for (const each of end.inner) leadTo(each, names);
}

export interface Stage {
  /** The place of its first command, if it has any. */
  readonly start: number;
  readonly end: PipeEnd | undefined;
}

/** Tells each stage but the last where it leads to. `wrappers` are those around the whole pipe. */
export function joinStages(
  stages: readonly Stage[],
  wrappers: readonly string[],
  found: readonly SimpleCommand[],
): void {
  let behind: readonly string[] = [];
  for (let index = stages.length - 1; index >= 0; index -= 1) {
    const { start = found.length, end } = stages[index] ?? {};
    if (end !== undefined && index < stages.length - 1) leadTo(end, behind);
    const command = start < (stages[index + 1]?.start ?? found.length) ? found[start] : undefined;
    if (command === undefined) continue;
    const name = [...command.wrappers.slice(wrappers.length), command.program].join(" ");
    behind = [name, ...behind].slice(0, mostStages);
  }
}

const mostStages = 8;
