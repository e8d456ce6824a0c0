/** 26 characters that sort by time: 48 bits of milliseconds, then 80 bits of randomness. */
export type Ulid = string;

/**
 * The next ULID at `timeMs`, always greater than `previous`. Within one millisecond (or when the
 * clock steps back) the random part of the previous one is counted up by one, so that what was made
 * later also sorts later. `random` is ten bytes.
 */
export function nextUlid(timeMs: number, random: Uint8Array, previous?: Ulid): Ulid {
  if (previous === undefined || encodeTime(timeMs) > previous.slice(0, timeLength)) {
    return encodeTime(timeMs) + encodeRandom(random);
  }
  const counted = countUp(previous.slice(timeLength));
  if (counted !== undefined) return previous.slice(0, timeLength) + counted;
  // All 80 bits were set: the next millisecond is the only place left.
  return encodeTime(ulidTime(previous) + 1) + encodeRandom(random);
}

/** The millisecond a ULID was made in. */
export function ulidTime(ulid: Ulid): number {
  let timeMs = 0;
  for (const character of ulid.slice(0, timeLength))
    timeMs = timeMs * 32 + alphabet.indexOf(character);
  return timeMs;
}

export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

/** Crockford's base 32: no I, L, O, U, so that it can be read aloud. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeLength = 10;

function encodeTime(timeMs: number): string {
  let rest = timeMs;
  let text = "";
  for (let index = 0; index < timeLength; index++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes.subarray(0, 10)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  return text;
}

/** The next number of the same length, or undefined when there is none. */
function countUp(text: string): string | undefined {
  const last = alphabet.at(-1) ?? "";
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text.charAt(index);
    if (character === last) continue;
    const next = alphabet.charAt(alphabet.indexOf(character) + 1);
    return text.slice(0, index) + next + alphabet.charAt(0).repeat(text.length - index - 1);
  }
  return undefined;
}
