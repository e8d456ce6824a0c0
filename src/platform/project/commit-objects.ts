import { join, resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { namesIn } from "../files/names.ts";
import { withRegularFile } from "../files/regular-file.ts";
import { noteOf } from "./git-files.ts";

/** What the objects of a repository are not, so that only git itself could read them: too many, too long, of another form. */
export class BeyondUs extends Error {}

/**
 * Reads commits out of git's own files, loose or packed. Whoever made the folder wrote them: everything is bounded, and
 * nothing is checked against its name, because whoever can write a commit can write its name, too.
 */
export class CommitObjects {
  readonly #folders: readonly string[];
  readonly #hashBytes: number;
  #packs: readonly Pack[] | undefined;
  #bytesLeft = mostBytes;

  /** `hashBytes`: of the names in this repository, 20 or 32. */
  constructor(common: string, hashBytes: number) {
    this.#folders = objectFolders(join(common, "objects"));
    this.#hashBytes = hashBytes;
  }

  /** The names of a commit's parents; undefined when there is no such commit. */
  parentsOf(commit: string): readonly string[] | undefined {
    const text = this.#loose(commit) ?? this.#packed(commit);
    if (text === undefined) return undefined;
    const header = text.subarray(0, Math.max(0, text.indexOf("\n\n"))).toString("latin1");
    return Array.from(header.matchAll(/^parent ([\da-f]{40,64})$/gm), ([, parent = ""]) => parent);
  }

  #loose(name: string): Buffer | undefined {
    for (const folder of this.#folders) {
      const object = this.#looseIn(join(folder, name.slice(0, 2), name.slice(2)));
      const end = object?.indexOf(0) ?? -1;
      if (object !== undefined && end > 0)
        return object.toString("latin1", 0, 7) === "commit " ? object.subarray(end + 1) : undefined;
    }
    return undefined;
  }

  #looseIn(file: string): Buffer | undefined {
    const packed = readIfThere(file, longestCommit);
    return packed && this.#inflate(packed, longestCommit + 64);
  }

  #packed(name: string): Buffer | undefined {
    this.#packs ??= this.#folders.flatMap((folder) =>
      packsIn(folder, this.#hashBytes, (bytes) => this.#spend(bytes)),
    );
    const wanted = Buffer.from(name, "hex");
    for (const pack of this.#packs) {
      const offset = offsetIn(pack, wanted);
      if (offset !== undefined) return this.#entry(pack, offset, mostDeltas)?.content;
    }
    return undefined;
  }

  /** Undefined for what is no commit. A commit may be stored as what differs from another one. */
  #entry(pack: Pack, offset: number, deltasLeft: number): { content: Buffer } | undefined {
    const head = readAt(pack.file, offset, 64);
    const { kind, size, end } = entryHead(head);
    if (size > longestCommit) throw new BeyondUs();
    if (kind !== 1 && kind !== 6 && kind !== 7) return undefined;
    const [base, from] = kind === 1 ? [undefined, end] : this.#base(pack, offset, head, kind, end);
    // Deflated text is hardly ever longer than itself; what is, was not written by git.
    const bytes = readAt(pack.file, offset + from, size + (size >> 3) + 128);
    const content = this.#inflate(bytes, size);
    if (content === undefined || kind === 1) return content && { content };
    if (base === undefined || deltasLeft === 0) throw new BeyondUs();
    const before = this.#entry(pack, base, deltasLeft - 1);
    if (before === undefined) return undefined;
    const made = applyDelta(before.content, content);
    // A few bytes can say "all of the one before", again and again.
    this.#spend(made.length);
    return { content: made };
  }

  /** Where the commit begins that this one differs from, and where the difference does. */
  #base(
    pack: Pack,
    offset: number,
    head: Buffer,
    kind: 6 | 7,
    end: number,
  ): readonly [number | undefined, number] {
    if (kind === 7) {
      const name = head.subarray(end, end + this.#hashBytes);
      return [offsetIn(pack, name), end + this.#hashBytes];
    }
    let at = end;
    let distance = byteAt(head, at) & 0x7f;
    while (byteAt(head, at++) & 0x80) distance = (distance + 1) * 128 + (byteAt(head, at) & 0x7f);
    if (distance <= 0 || distance > offset) throw new BeyondUs();
    return [offset - distance, at];
  }

  #inflate(bytes: Buffer, mostLength: number): Buffer | undefined {
    try {
      const content = inflateSync(bytes, { maxOutputLength: Math.max(1, mostLength) });
      this.#spend(content.length);
      return content;
    } catch (error) {
      if (error instanceof BeyondUs) throw error;
      return undefined;
    }
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new BeyondUs();
  }
}

/** A commit with a message longer than that is not one of a person's. */
const longestCommit = 1 << 20;
/** Of all commits and indexes together, and of what is made of them. */
const mostBytes = 1 << 27;
/** Git makes chains of fifty. */
const mostDeltas = 64;

/** With those of other repositories that this one shares objects with. */
function objectFolders(own: string): readonly string[] {
  const folders = [own];
  for (const folder of folders) {
    const others = noteOf(join(folder, "info", "alternates")).split("\n");
    for (const line of others) {
      const place = resolve(folder, line);
      if (line === "" || line.startsWith("#") || folders.includes(place)) continue;
      if (folders.length === mostFolders) throw new BeyondUs();
      folders.push(place);
    }
  }
  return folders;
}

const mostFolders = 10;

/** A file of many objects, and the index that says where each begins. */
interface Pack {
  readonly file: string;
  readonly index: Buffer;
  readonly count: number;
  readonly hashBytes: number;
}

function packsIn(
  folder: string,
  hashBytes: number,
  spend: (bytes: number) => void,
): readonly Pack[] {
  const names = namesIn(join(folder, "pack")).filter((name) => /^pack-[\da-f]+\.idx$/.test(name));
  if (names.length > mostPacks) throw new BeyondUs();
  return names.map((name) => {
    const path = join(folder, "pack", name);
    const index = readIfThere(path, longestIndex);
    // The second form of an index begins with this; the first is older than most repositories.
    if (index === undefined || index.length < 1032 || index.readUInt32BE(0) !== 0xff744f63)
      throw new BeyondUs();
    spend(index.length);
    const count = index.readUInt32BE(8 + 255 * 4);
    const length = 1032 + count * (hashBytes + 8);
    if (index.readUInt32BE(4) !== 2 || index.length < length) throw new BeyondUs();
    return { file: path.replace(/idx$/, "pack"), index, count, hashBytes };
  });
}

const mostPacks = 64;
/** Half a million objects. */
const longestIndex = 1 << 24;

function offsetIn({ index, count, hashBytes }: Pack, name: Buffer): number | undefined {
  const first = name[0] ?? 0;
  const names = 1032;
  let low = first === 0 ? 0 : index.readUInt32BE(8 + (first - 1) * 4);
  let high = Math.min(count, index.readUInt32BE(8 + first * 4));
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = names + middle * hashBytes;
    const order = index.compare(name, 0, hashBytes, at, at + hashBytes);
    if (order === 0) {
      const offset = index.readUInt32BE(names + count * (hashBytes + 4) + middle * 4);
      // Beyond two gigabytes there is a table of its own.
      if (offset >= 0x80000000) throw new BeyondUs();
      return offset;
    }
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** What an entry of a pack is, how long its content is, and where it begins. */
function entryHead(head: Buffer): { kind: number; size: number; end: number } {
  let at = 0;
  let byte = byteAt(head, at);
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    at += 1;
    byte = byteAt(head, at);
    size += (byte & 0x7f) * factor;
  }
  return { kind, size, end: at + 1 };
}

/** The content that a difference makes of another: runs that are copied from it, and runs that are new. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = byteAt(delta, at++);
      value += (byte & 0x7f) * factor;
      if ((byte & 0x80) === 0) return value;
    }
  };
  const baseLength = number();
  const length = number();
  if (baseLength !== base.length || length > longestCommit) throw new BeyondUs();
  const parts: Buffer[] = [];
  let made = 0;
  while (at < delta.length) {
    const command = byteAt(delta, at++);
    let part: Buffer;
    if (command & 0x80) {
      const field = (bits: readonly number[]) =>
        bits.reduce(
          (sum, bit, place) => sum + (command & bit ? byteAt(delta, at++) : 0) * 256 ** place,
          0,
        );
      const from = field([1, 2, 4, 8]);
      const size = field([16, 32, 64]) || 0x10000;
      part = base.subarray(from, from + size);
    } else {
      part = delta.subarray(at, at + command);
      at += command;
    }
    made += part.length;
    if (part.length === 0 || made > length) throw new BeyondUs();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new BeyondUs();
  return byte;
}

function readAt(path: string, position: number, mostLength: number): Buffer {
  return withRegularFile(path, { isLinkFollowed: true }, ({ read }) => read(position, mostLength));
}

function readIfThere(path: string, mostLength: number): Buffer | undefined {
  try {
    return withRegularFile(path, { isLinkFollowed: true }, ({ stats, read }) => {
      if (stats.size > mostLength) throw new BeyondUs();
      return read(0, stats.size);
    });
  } catch (error) {
    if (error instanceof BeyondUs) throw error;
    return undefined;
  }
}
