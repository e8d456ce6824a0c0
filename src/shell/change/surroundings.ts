import type { Call, Directory } from "./call.ts";
import { type Edit, headOf, listed, shown, shownPair, wordless } from "./edit.ts";
import type { Pair } from "./pairs.ts";
import type { SimpleCommand } from "../command.ts";

/**
 * What was changed around a command: its wrappers, variables and directory. The matcher does not
 * see any of it in the command, so none of these has words for a pattern.
 */
export function wrapperEdits({ failed, worked }: Pair): readonly Edit[] {
  const head = shown(headOf(worked));
  const [dropped, added] = differences(failed.wrappers, worked.wrappers);
  const [gone, come] = [dropped.filter(isTold), added.filter(isTold)];
  return [
    ...(come.length > 0 ? [wordless("wrapper-added", `Run ${head} with ${listed(come)}.`)] : []),
    ...(gone.length > 0
      ? [wordless("wrapper-dropped", `Run ${head} without ${listed(gone)}.`)]
      : []),
  ];
}

/** A variable that is gone counts when no command is: else it may have been for that one. */
export function variableEdits(
  { failed, worked }: Pair,
  before: Call,
  after: Call,
  { isWhole }: { readonly isWhole: boolean },
): readonly Edit[] {
  const head = shown(headOf(worked));
  const [dropped, added] = differences(
    [...failed.assignments, ...before.exported],
    [...worked.assignments, ...after.exported],
  );
  return [
    ...(added.length > 0 ? [wordless("variable-set", `Set ${listed(added)} for ${head}.`)] : []),
    ...(dropped.length > 0 && isWhole
      ? [wordless("rewritten", `Run ${head} without setting ${listed(dropped)}.`)]
      : []),
  ];
}

export function directoryEdit(before: Call, after: Call): readonly Edit[] {
  const [from, to] = [before.directories, after.directories];
  if (pathOf(from) === pathOf(to)) return [];
  return [wordless("directory-changed", directoryAdvice(from.at(-1), to.at(-1)))];
}

function directoryAdvice(from: Directory | undefined, to: Directory | undefined): string {
  if (to === undefined) return `Run it without ${shown(`cd ${from?.text ?? ""}`)}.`;
  if (to.value === rootOfRepository) {
    return `Run it from the root of the repository (\`cd ${rootOfRepository}\` first).`;
  }
  if (isHidden(to)) return "Run it from another directory (`cd` there first).";
  if (from === undefined || isHidden(from)) {
    return `Run it from ${shown(to.text)} (${shown(`cd ${to.text}`)} first).`;
  }
  const [one, other] = shownPair(from.text, to.text);
  return `Run it from ${other} instead of ${one}.`;
}

const rootOfRepository = "$(git rev-parse --show-toplevel)";

function isHidden({ text }: Directory): boolean {
  return /""|\$\(\)/.test(text);
}

function pathOf(directories: readonly Directory[]): string {
  return directories
    .map(({ value }) => value)
    .join("/")
    .replace(/\/+$/, "");
}

/** `xargs` is how a pipe is written and `time` only watches; neither changes what a command does. */
function isTold(wrapper: string): boolean {
  return wrapper !== "xargs" && wrapper !== "time";
}

function differences(
  before: readonly string[],
  after: readonly string[],
): readonly [dropped: readonly string[], added: readonly string[]] {
  return [
    [...new Set(before)].filter((name) => !after.includes(name)),
    [...new Set(after)].filter((name) => !before.includes(name)),
  ];
}

/** What must run before: steps of the call that worked which the other one did not have. */
export function stepEdit(
  added: readonly SimpleCommand[],
  steps: ReadonlySet<string>,
): readonly Edit[] {
  const first = added.filter(({ text }) => steps.has(text)).map(({ text }) => text);
  if (first.length === 0 || first.length > mostSteps) return [];
  return [wordless("step-added", `Run ${listed(first)} first.`)];
}

const mostSteps = 2;
