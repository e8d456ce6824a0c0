import { eachGram, foldedUnits } from "./grams.ts";

/** Something at a place of a file that is worth reading when the gram is in a text. */
export interface LookupEntry {
  readonly gram: number;
  readonly length: number;
  readonly byte: number;
  readonly bytes: number;
}

/**
 * Entries by their gram, as whole numbers one behind the other, so that whoever looks something up reads it at once and
 * parses nothing: how many slots there are, the longest gram, where each slot's entries begin, then the entries.
 */
export function lookupTable(entries: readonly LookupEntry[]): Uint32Array {
  const slots = slotsFor(entries.length);
  const longest = Math.max(0, ...new Set(entries.map(({ length }) => length)));
  const ordered = entries.toSorted(
    (one, other) => slotOf(one.gram, slots) - slotOf(other.gram, slots) || one.byte - other.byte,
  );
  const firstEntry = headWords + slots + 1;
  const table = new Uint32Array(firstEntry + ordered.length * entryWords);
  table.set([slots, longest]);
  for (const [index, { gram, byte, bytes }] of ordered.entries()) {
    table.set([gram, byte, bytes], firstEntry + index * entryWords);
    const next = headWords + slotOf(gram, slots) + 1;
    table[next] = (table[next] ?? 0) + 1;
  }
  for (let slot = 1; slot <= slots; slot += 1) {
    table[headWords + slot] = (table[headWords + slot] ?? 0) + (table[headWords + slot - 1] ?? 0);
  }
  return table;
}

const headWords = 2;
const entryWords = 3;

/** A power of two: about one entry each. */
function slotsFor(entries: number): number {
  let slots = 16;
  while (slots < entries) slots *= 2;
  return slots;
}

function slotOf(gram: number, slots: number): number {
  return gram & (slots - 1);
}

/** Whether it is as long as it says: of what was damaged nothing is looked up. */
function isWhole(table: Uint32Array): boolean {
  const [slots = 0] = table;
  const entries = table[headWords + slots] ?? -1;
  return slots > 0 && table.length === headWords + slots + 1 + entries * entryWords;
}

/** Where everything stands of which a gram is in one of the texts, each place once. Sometimes more, never less. */
export function lookUp(
  table: Uint32Array,
  texts: readonly string[],
): ReadonlyMap<number, readonly [byte: number, bytes: number]> {
  if (!isWhole(table)) throw new Error("a table of the cache is damaged");
  const found = new Map<number, readonly [number, number]>();
  const [slots = 0, longest = 0] = table;
  const firstEntry = headWords + slots + 1;
  const visit = (gram: number) => {
    const slot = headWords + slotOf(gram, slots);
    const end = table[slot + 1] ?? 0;
    for (let entry = table[slot] ?? 0; entry < end; entry += 1) {
      const at = firstEntry + entry * entryWords;
      const byte = table[at + 1];
      if (table[at] === gram && byte !== undefined) found.set(byte, [byte, table[at + 2] ?? 0]);
    }
  };
  for (const text of texts) eachGram(foldedUnits(text), longest, visit);
  return found;
}
