import { relationOf, type Relation } from "./relation.ts";
import { commonPairs } from "./tokens.ts";
import type { SimpleCommand } from "../command.ts";

/** Which command of the call that worked stands for which command of the one that failed. */
export interface Pairing {
  /** As they were, in both. */
  readonly kept: readonly Pair[];
  readonly changed: readonly Pair[];
  readonly dropped: readonly SimpleCommand[];
  readonly added: readonly SimpleCommand[];
}

export interface Pair {
  readonly failed: SimpleCommand;
  readonly worked: SimpleCommand;
  readonly relation: Relation;
}

export function pairCommands(
  failed: readonly SimpleCommand[],
  worked: readonly SimpleCommand[],
): Pairing {
  const common = commonPairs(failed, worked, isUnchanged);
  const kept = common.flatMap(([row, column]) =>
    pairOf(failed[row], worked[column], { is: "same" }),
  );
  const rest = failed.filter((_, index) => !common.some(([row]) => row === index));
  const others = worked.filter((_, index) => !common.some(([, column]) => column === index));
  const changed = closestPairs(rest, others);
  return {
    kept,
    changed,
    dropped: rest.filter((command) => !changed.some((pair) => pair.failed === command)),
    added: others.filter((command) => !changed.some((pair) => pair.worked === command)),
  };
}

/** From the closest relation to the loosest, and within one in the order of the lines. */
const closeness = ["same", "alike", "wrapped", "unwrapped", "replaced"] as const;

function closestPairs(
  failed: readonly SimpleCommand[],
  worked: readonly SimpleCommand[],
): readonly Pair[] {
  const related = failed.flatMap((command) =>
    worked.flatMap((other) => pairOf(command, other, relationOf(command, other))),
  );
  const pairs: Pair[] = [];
  for (const is of closeness) {
    for (const pair of related) {
      const isTaken = pairs.some(
        ({ failed: one, worked: other }) => one === pair.failed || other === pair.worked,
      );
      if (pair.relation.is === is && !isTaken) pairs.push(pair);
    }
  }
  return pairs.toSorted((one, other) => failed.indexOf(one.failed) - failed.indexOf(other.failed));
}

function pairOf(
  failed: SimpleCommand | undefined,
  worked: SimpleCommand | undefined,
  relation: Relation | undefined,
): readonly Pair[] {
  if (failed === undefined || worked === undefined || relation === undefined) return [];
  return [{ failed, worked, relation }];
}

function isUnchanged(one: SimpleCommand, other: SimpleCommand): boolean {
  return (
    one.text === other.text &&
    areEqual(one.words, other.words) &&
    areEqual(one.wrappers, other.wrappers) &&
    areEqual(one.assignments, other.assignments)
  );
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
