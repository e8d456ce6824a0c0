import { createHash } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, deflateSync } from "node:zlib";

/** What a repository's objects can be so that reading them takes memory or time without end, though the clone is small. */
export type HostileObjects = "long indexes" | "a huge commit" | "differences of differences";

export function plantObjects(root: string, objects: HostileObjects): void {
  const git = join(root, ".git");
  const packs = join(git, "objects/pack");
  mkdirSync(packs, { recursive: true });
  mkdirSync(join(git, "refs/heads"), { recursive: true });
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  const head = planting[objects](packs);
  writeFileSync(join(git, "refs/heads/main"), `${head.toString("hex")}\n`);
}

/** Each returns the commit that the branch is at. */
const planting: Readonly<Record<HostileObjects, (packs: string) => Buffer>> = {
  "long indexes": (packs) => {
    for (let number = 0; number < 64; number += 1) {
      const file = join(packs, `pack-${String(number).padStart(40, "0")}.idx`);
      writeFileSync(file, indexOf([]));
      // They take no room.
      truncateSync(file, 1 << 24);
    }
    return nameOf("none");
  },
  "a huge commit": (packs) => {
    const name = nameOf("huge");
    const [millions, million] = [300, 1_000_000];
    const flushed = { finishFlush: constants.Z_FULL_FLUSH };
    const start = deflateSync(emptyTree, flushed);
    // From its third byte on it is a block that may follow any other.
    const block = deflateSync(Buffer.alloc(million, "y"), flushed).subarray(2);
    const blocks = Array.from({ length: millions }, () => block);
    const sum = number32(checkSum(Buffer.from(emptyTree), "y".charCodeAt(0), millions * million));
    const content = Buffer.concat([start, ...blocks, Buffer.from([3, 0]), sum]);
    const head = entryHead(1, emptyTree.length + millions * million);
    writePack(packs, [{ name, bytes: Buffer.concat([head, content]) }]);
    return name;
  },
  "differences of differences": (packs) => {
    const names = Array.from({ length: 19_000 }, (_, number) => nameOf(String(number)));
    const first = Buffer.from(`tree ${"0".repeat(40)}\n\n`.padEnd(128, "x"));
    const pack = new PackOfDifferences(first);
    // A megabyte in thirteen steps, and fifty that change nothing.
    for (let length = 128; length < 1 << 20; length *= 2) pack.add([length, length]);
    for (let times = 0; times < 50; times += 1) pack.add([1 << 20]);
    for (const [number, name] of names.entries()) {
      const parent = names[(number + 1) % names.length] ?? name;
      pack.addCommit(name, `tree ${"0".repeat(40)}\nparent ${parent.toString("hex")}\n\n`);
    }
    writePack(packs, pack.entries);
    return names[0] ?? nameOf("none");
  },
};

const emptyTree = `tree ${"0".repeat(40)}\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\n`;

/** Of these bytes and of so many that are alike (RFC 1950). */
function checkSum(bytes: Buffer, byte: number, count: number): number {
  const modulus = 65_521n;
  let [sum, sums] = [1n, 0n];
  for (const each of bytes) {
    sum += BigInt(each);
    sums += sum;
  }
  const [value, times] = [BigInt(byte), BigInt(count)];
  sums += times * sum + (value * times * (times + 1n)) / 2n;
  sum += value * times;
  return Number((sums % modulus) * 65_536n + (sum % modulus));
}

function nameOf(what: string): Buffer {
  return createHash("sha1").update(what).digest();
}

interface Entry {
  /** None for what is only there for others to differ from. */
  readonly name: Buffer | undefined;
  readonly bytes: Buffer;
}

/** Every entry says what of the one before it is copied, in a few bytes. */
class PackOfDifferences {
  readonly entries: Entry[];
  #end: number;
  #last = packHead.length;
  #length: number;

  constructor(first: Buffer) {
    const bytes = Buffer.concat([entryHead(1, first.length), deflateSync(first)]);
    this.entries = [{ name: undefined, bytes }];
    this.#end = packHead.length + bytes.length;
    this.#length = first.length;
  }

  /** The next one is the beginnings of the last, so long each. */
  add(lengths: readonly number[]): void {
    const length = lengths.reduce((sum, each) => sum + each, 0);
    const copies = lengths.map((each) => copyOf(0, each));
    const at = this.#put(undefined, Buffer.concat([...this.#lengths(length), ...copies]));
    this.#last = at;
    this.#length = length;
  }

  addCommit(name: Buffer, header: string): void {
    const rest = this.#length - header.length;
    const delta = [Buffer.from([header.length]), Buffer.from(header), copyOf(header.length, rest)];
    this.#put(name, Buffer.concat([...this.#lengths(this.#length), ...delta]));
  }

  #lengths(length: number): readonly Buffer[] {
    return [sevenBits(this.#length), sevenBits(length)];
  }

  #put(name: Buffer | undefined, delta: Buffer): number {
    const at = this.#end;
    const base = distance(at - this.#last);
    const bytes = Buffer.concat([entryHead(6, delta.length), base, deflateSync(delta)]);
    this.entries.push({ name, bytes });
    this.#end += bytes.length;
    return at;
  }
}

const packHead = Buffer.from("PACK\0\0\0\u0002\0\0\0\u0001", "latin1");

function writePack(packs: string, entries: readonly Entry[]): void {
  let offset = packHead.length;
  const places = entries.flatMap(({ name, bytes }) => {
    const at = offset;
    offset += bytes.length;
    return name === undefined ? [] : [{ name, at }];
  });
  const content = Buffer.concat([packHead, ...entries.map(({ bytes }) => bytes)]);
  const end = createHash("sha1").update(content).digest();
  writeFileSync(join(packs, `pack-${"a".repeat(40)}.pack`), Buffer.concat([content, end]));
  const index = Buffer.concat([indexOf(places), end]);
  const sum = createHash("sha1").update(index).digest();
  writeFileSync(join(packs, `pack-${"a".repeat(40)}.idx`), Buffer.concat([index, sum]));
}

function indexOf(places: readonly { readonly name: Buffer; readonly at: number }[]): Buffer {
  const sorted = places.toSorted((one, other) => one.name.compare(other.name));
  const upTo = Array.from({ length: 256 }, (_, byte) =>
    number32(sorted.filter(({ name }) => (name[0] ?? 0) <= byte).length),
  );
  return Buffer.concat([
    number32(0xff744f63),
    number32(2),
    ...upTo,
    ...sorted.map(({ name }) => name),
    Buffer.alloc(4 * sorted.length),
    ...sorted.map(({ at }) => number32(at)),
  ]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The kind of an entry and the length of its content: four bits first, then seven at a time. */
function entryHead(kind: number, length: number): Buffer {
  const rest = Math.floor(length / 16);
  const first = (kind << 4) | (length % 16);
  return rest === 0
    ? Buffer.from([first])
    : Buffer.concat([Buffer.from([first | 128]), sevenBits(rest)]);
}

function sevenBits(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

/** How far back the entry lies that this one differs from. */
function distance(back: number): Buffer {
  const bytes = [back & 127];
  for (let rest = back >> 7; rest > 0; rest >>= 7) {
    rest -= 1;
    bytes.unshift((rest & 127) | 128);
  }
  return Buffer.from(bytes);
}

function copyOf(from: number, length: number): Buffer {
  const bytes = Buffer.alloc(8, 0xff);
  bytes.writeUInt32LE(from, 1);
  bytes.writeUIntLE(length, 5, 3);
  return bytes;
}
