import { atTop, type CommandEntry } from "./command-table.ts";

/**
 * The command that somebody meant who mistyped its name; undefined when it is not clear. One that takes something away
 * is named for a single slip only, and never where the typed word reads like its opposite.
 */
export function meantCommand(typed: string): string | undefined {
  const word = typed.toLowerCase();
  const near = namesToOffer
    .map((known) => ({ ...known, slips: slipsBetween(word, known.name) }))
    .toSorted((one, other) => one.slips - other.slips);
  const [best, next] = near;
  if (best === undefined || best.slips > mostSlips(word)) return undefined;
  // Two different commands are as near: a guess would be wrong half of the time.
  const rival = near.find(({ entry }) => entry !== best.entry);
  if (next !== undefined && rival?.slips === best.slips) return undefined;
  if (best.entry.removes === true && (best.slips > 1 || isNegated(word, best.name)))
    return undefined;
  return best.entry.name;
}

interface KnownName {
  readonly name: string;
  readonly entry: CommandEntry;
}

const namesToOffer: readonly KnownName[] = atTop
  .filter(({ group }) => group !== "internal" && group !== "older")
  .flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((name) => ({ name, entry })));

/** One in a short word, two in a long one. */
function mostSlips(word: string): number {
  return word.length <= 4 ? 1 : 2;
}

/** `instal` beside `uninstall`: what differs is what turns it into its opposite. */
function isNegated(word: string, name: string): boolean {
  return ["un", "dis"].some((prefix) => name.startsWith(prefix) !== word.startsWith(prefix));
}

/** How many letters were left out, added, changed or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + cost,
          isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
