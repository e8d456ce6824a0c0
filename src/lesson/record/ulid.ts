/** 26 characters that sort by time: 48 bits of milliseconds, then 80 bits of randomness. */
export type Ulid = string;

/**
 * The next ULID at `timeMs`, always greater than `previous`. Within one millisecond (or when the
 * clock steps back) the random part of the previous one is counted up by one, so that what was made
 * later also sorts later. `random` is ten bytes.
 */
export function nextUlid(timeMs: number, random: Uint8Array, previous?: Ulid): Ulid {
  const bits = random.subarray(0, 10).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  const last = previous === undefined ? -1n : decode(previous);
  return encode(BigInt(timeMs) > last >> 80n ? (BigInt(timeMs) << 80n) | bits : last + 1n);
}

export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

/** Crockford's base 32: no I, L, O, U, so that it can be read aloud. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function encode(value: bigint): Ulid {
  const places = Array.from({ length: 26 }, (_, place) => BigInt(125 - 5 * place));
  return places.map((place) => alphabet.charAt(Number((value >> place) & 31n))).join("");
}

function decode(ulid: Ulid): bigint {
  return Array.from(ulid).reduce(
    (all, character) => (all << 5n) | BigInt(alphabet.indexOf(character)),
    0n,
  );
}
