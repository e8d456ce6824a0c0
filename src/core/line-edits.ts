/** What becomes of the lines of a text, in order. Of texts that differ too much, all that is between what is equal. */
export function editsBetween(old: readonly string[], young: readonly string[]): readonly Edit[] {
  const shorter = Math.min(old.length, young.length);
  let head = 0;
  while (head < shorter && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1;
  const middle = middleEdits(
    old.slice(head, old.length - tail),
    young.slice(head, young.length - tail),
  );
  return [
    ...old.slice(0, head).map((line): Edit => ({ is: "same", line })),
    ...middle,
    ...old.slice(old.length - tail).map((line): Edit => ({ is: "same", line })),
  ];
}

export interface Edit {
  readonly is: "same" | "gone" | "added";
  readonly line: string;
}

/** With their ends, so that a missing one at the end of the file is a difference. */
export function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/**
 * The shortest way from one to the other (Myers 1986): `reached` holds, for each diagonal, how far one gets
 * with the edits so far. Its states are kept to walk back along them.
 */
function middleEdits(old: readonly string[], young: readonly string[]): readonly Edit[] {
  const states: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, old.length + young.length); edits += 1) {
    states.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = startOn(reached, diagonal, edits);
      while (at < old.length && at - diagonal < young.length && old[at] === young[at - diagonal])
        at += 1;
      next.set(diagonal, at);
      if (at >= old.length && at - diagonal >= young.length) return walkBack(old, young, states);
    }
    reached = next;
  }
  return [
    ...old.map((line): Edit => ({ is: "gone", line })),
    ...young.map((line): Edit => ({ is: "added", line })),
  ];
}

/** The cost grows with the square of it, and nobody reads more. */
const mostEdits = 400;

function startOn(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return comesFromAbove(reached, diagonal, edits)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

function comesFromAbove(
  reached: ReadonlyMap<number, number>,
  diagonal: number,
  edits: number,
): boolean {
  if (diagonal === -edits) return true;
  if (diagonal === edits) return false;
  return (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

function walkBack(
  old: readonly string[],
  young: readonly string[],
  states: readonly ReadonlyMap<number, number>[],
): readonly Edit[] {
  const backwards: Edit[] = [];
  let [at, to] = [old.length, young.length];
  for (let edits = states.length - 1; edits >= 0; edits -= 1) {
    const reached = states[edits] ?? new Map<number, number>();
    const diagonal = at - to;
    const isAdded = comesFromAbove(reached, diagonal, edits);
    const start = startOn(reached, diagonal, edits);
    while (at > start) backwards.push({ is: "same", line: old[(at -= 1)] ?? "" });
    to = at - diagonal;
    if (edits === 0) break;
    if (isAdded) backwards.push({ is: "added", line: young[(to -= 1)] ?? "" });
    else backwards.push({ is: "gone", line: old[(at -= 1)] ?? "" });
  }
  return backwards.toReversed();
}
