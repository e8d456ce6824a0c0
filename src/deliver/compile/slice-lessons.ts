import { levelOf } from "../../lesson/record/level.ts";
import { edgesOf } from "../../match/lookup/edges-of.ts";
import { type LookupEntry, lookupTable } from "../../match/lookup/lookup-table.ts";
import {
  type Gram,
  keywordGrams,
  requiredGrams,
  type RequiredGrams,
} from "../../match/lookup/required-grams.ts";
import { asksAboutCall } from "../../lesson/record/conditions.ts";
import { type Part, waysIn } from "../../match/prefilter/prefilter.ts";
import { literalIn } from "../../match/pattern/find.ts";
import type { Pattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { hasTarget } from "../../match/relevance.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import { resultBucket } from "../hint/result-bucket.ts";
import { byImportance } from "../init/tool-skills.ts";
import {
  type BucketSlices,
  type Crowd,
  type CrowdMember,
  crowdMark,
  type LookedUp,
  type ScopeSlices,
  type Slice,
} from "./cache-index.ts";
import { knownDemand, knownDemandOfFailure } from "./known-demand.ts";

/**
 * The lessons cut into what a call needs: by scope, by tool bucket, and by a few letters that must be in the command, path
 * or content that a lesson is about, or in what was said. Those that ask for no text stand together, the most important first.
 */
export function sliceLessons(lessons: readonly ReadyLesson[], crowdFrom: number = fewestInCrowd) {
  const binder = new Binder(crowdFrom);
  const scopes: Record<string, ScopeSlices> = {};
  // What stands first is read first, and there may not be time for all.
  const ordered = lessons.toSorted(byImportance);
  for (const [scope, members] of Map.groupBy(ordered, (lesson) => lesson.scope)) {
    const buckets: Record<string, BucketSlices> = {};
    for (const bucket of toolBuckets) {
      const add = (key: string, demand: typeof knownDemand, asks: typeof asksOf) => {
        const concerned = members.filter((lesson) => demand(lesson, bucket).expressions.length > 0);
        if (concerned.length > 0) buckets[key] = sliceBucket(concerned, bucket, binder, asks);
      };
      add(bucket, knownDemand, asksOf);
      add(resultBucket(bucket), knownDemandOfFailure, asksOfResult);
    }
    const atStart = members.filter(isForStart);
    scopes[scope] = { start: atStart.length === 0 ? undefined : binder.add(atStart), buckets };
  }
  return { scopes, bytes: binder.bytes() };
}

function isForStart({ injectOn, priority, notes }: ReadyLesson): boolean {
  if (notes !== undefined) return false;
  return (
    injectOn.includes("SessionStart") ||
    injectOn.includes("SubagentStart") ||
    levelOf(priority) === "CRITICAL"
  );
}

function sliceBucket(
  lessons: readonly ReadyLesson[],
  bucket: ToolBucket,
  binder: Binder,
  asksIn: typeof asksOf,
): BucketSlices {
  const anywhere: ReadyLesson[] = [];
  const asking: Asking[] = [];
  for (const lesson of lessons) {
    const asks = asksIn(lesson, bucket);
    if (asks === undefined) anywhere.push(lesson);
    else asking.push(...asks);
  }
  const tables = [...Map.groupBy(asking, ({ field }) => field)].map(
    ([field, asks]) => [field, binder.addTable(lookupTable(entriesOf(asks, binder)))] as const,
  );
  return {
    any: anywhere.length === 0 ? undefined : slicesOfAny(anywhere, bucket, binder),
    tables: tables.length === 0 ? undefined : Object.fromEntries(tables),
  };
}

/** Where there are many, the ones that commands or paths may tell apart by their edges stand in crowds. */
function slicesOfAny(
  lessons: readonly ReadyLesson[],
  bucket: ToolBucket,
  binder: Binder,
): readonly Slice[] {
  if (lessons.length < binder.crowdFrom) return binder.addSome(lessons);
  const others: ReadyLesson[] = [];
  const crowds: Record<Crowd["field"], CrowdMember[]> = { command: [], path: [] };
  for (const lesson of lessons) {
    const [way, ...otherWays] = waysIn(lesson, bucket);
    const [part, ...otherParts] = way ?? [];
    const isPlain = otherWays.length + otherParts.length === 0;
    if (isPlain && (part?.field === "command" || part?.field === "path"))
      for (const pattern of part.patterns)
        crowds[part.field].push(inCrowd(lesson, binder.place(lesson), pattern));
    else others.push(lesson);
  }
  return [
    ...(["command", "path"] as const).flatMap((field) =>
      crowds[field].length === 0 ? [] : [binder.addCrowd(crowds[field], field)],
    ),
    ...binder.addSome(others),
  ];
}

/** With fewer, reading how they are told apart takes longer than reading them. */
const fewestInCrowd = 128;

/** A lesson, and what a text of one field must have for one of its patterns or keywords. */
interface Asking {
  readonly lesson: ReadyLesson;
  readonly field: LookedUp;
  readonly required: RequiredGrams;
  /** Where it is a pattern's. */
  readonly pattern?: Pattern;
}

/** Undefined when the lesson can fire without any text that could be looked up. */
function asksOf(lesson: ReadyLesson, bucket: ToolBucket): readonly Asking[] | undefined {
  const ways = waysIn(lesson, bucket);
  if (ways.length === 0) return asksOfWords(lesson);
  // All parts of a way must match, so one of them that can be looked up is enough.
  const asked = ways.map((way) =>
    way.map((part) => asksOfPart(lesson, part)).find((asks) => asks !== undefined),
  );
  const known = asked.filter((asks) => asks !== undefined);
  return known.length === ways.length ? known.flat() : undefined;
}

/** Where no pattern decides, one of its keywords was said; unless what is at a path decides. */
function asksOfWords(lesson: ReadyLesson): readonly Asking[] | undefined {
  if (asksAboutCall(lesson.conditions)) return undefined;
  const required = keywordGrams([...lesson.actionKeywords, ...lesson.contextKeywords]);
  return required.length === 0 ? undefined : [{ lesson, field: "talk", required }];
}

function asksOfPart(lesson: ReadyLesson, { field, patterns }: Part): readonly Asking[] | undefined {
  const asks = patterns.map((pattern) => ({
    lesson,
    field,
    required: requiredGrams(pattern, field),
    pattern,
  }));
  return asks.every(({ required }) => required.length > 0) ? asks : undefined;
}

/** What a message shows does not stand in the call, where texts are looked up. */
function asksOfResult(lesson: ReadyLesson, bucket: ToolBucket): readonly Asking[] | undefined {
  const isByMessage = (lesson.messagePatterns ?? []).length > 0 && !hasTarget(lesson);
  return isByMessage ? undefined : asksOf(lesson, bucket);
}

function entriesOf(asks: readonly Asking[], binder: Binder): readonly LookupEntry[] {
  const frequencies = new Map<number, number>();
  for (const { required } of asks) {
    const grams = new Set(required.flat(2).map(({ gram }) => gram));
    for (const gram of grams) frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
  }
  const entries = asks.flatMap(({ lesson, required, field, pattern }) => {
    const [byte, bytes] = binder.place(lesson);
    return rarest(required, frequencies).map((gram) => ({
      ...gram,
      byte,
      bytes,
      lesson,
      field,
      pattern,
    }));
  });
  return [...Map.groupBy(entries, ({ gram }) => gram).values()].flatMap((sharing) => {
    const [{ gram, length, field } = { gram: 0, length: 0, field: "talk" }] = sharing;
    if (sharing.length >= binder.crowdFrom && (field === "command" || field === "path")) {
      const members = sharing.map((each) =>
        inCrowd(each.lesson, [each.byte, each.bytes], each.pattern),
      );
      const [byte, bytes] = binder.addCrowd(members, field);
      return [{ gram, length, byte, bytes }];
    }
    // Two patterns of a lesson may ask for the same.
    return [...new Map(sharing.map((entry) => [entry.byte, entry])).values()];
  });
}

function inCrowd(
  { conditions }: ReadyLesson,
  [byte, bytes]: Slice,
  pattern: Pattern | undefined,
): CrowdMember {
  const { starts, ends } = pattern === undefined ? { starts: [], ends: [] } : edgesOf(pattern);
  const folders = (conditions?.cwd ?? []).map((glob) =>
    typeof glob === "string" ? "" : literalIn(glob.glob ?? ""),
  );
  const member = [byte, bytes, starts, ends] as const;
  return folders.length === 0 || folders.includes("") ? member : [...member, folders];
}

/** Without what all of them begin with, which is said once. */
function crowdOf(members: readonly CrowdMember[], field: Crowd["field"]): Crowd {
  const [[, , first] = [0, 0, []]] = members;
  const end = first.findIndex((signs, at) => members.some(([, , starts]) => starts[at] !== signs));
  const beginning = end < 0 ? first : first.slice(0, end);
  const from = beginning.length;
  return {
    field,
    beginning,
    members: members.map(([byte, bytes, starts, ends, ...more]) => [
      byte,
      bytes,
      starts.slice(from, from + mostSigns),
      ends.slice(0, mostSigns),
      ...more,
    ]),
  };
}

const mostSigns = 8;

/**
 * One gram for each alternative: those that the fewest other lessons have, too, so that a call reads few lessons that do
 * not concern it. `src` in ten thousand globs tells nothing apart, the name behind it does.
 */
function rarest(
  required: RequiredGrams,
  frequencies: ReadonlyMap<number, number>,
): readonly Gram[] {
  let best: { readonly grams: readonly Gram[]; readonly cost: number } | undefined;
  for (const alternatives of required) {
    const grams = alternatives.flatMap((each) => {
      const [first, ...others] = each;
      return first === undefined
        ? []
        : [others.reduce((one, other) => (costOf(other) < costOf(one) ? other : one), first)];
    });
    const cost = grams.reduce((sum, gram) => sum + costOf(gram), 0);
    if (best === undefined || cost < best.cost) best = { grams, cost };
  }
  return best?.grams ?? [];

  /** Of equally frequent ones the longer says more. */
  function costOf({ gram, length }: Gram): number {
    return (frequencies.get(gram) ?? 0) + 1 / length;
  }
}

const portion = 64;

/** Writes lessons and tables one behind the other and says where each of them stands. */
class Binder {
  /** So many that the same letters lead to are a crowd. */
  readonly crowdFrom: number;
  readonly #parts: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  readonly #places = new Map<ReadyLesson, Slice>();
  #length = 0;

  constructor(crowdFrom: number) {
    this.crowdFrom = crowdFrom;
  }

  add(lessons: readonly ReadyLesson[]): Slice {
    return this.#append(this.#encoder.encode(JSON.stringify(lessons)));
  }

  /** In portions: thousands at once take longer to tidy up than to read. */
  addSome(lessons: readonly ReadyLesson[]): readonly Slice[] {
    const slices: Slice[] = [];
    for (let start = 0; start < lessons.length; start += portion)
      slices.push(this.add(lessons.slice(start, start + portion)));
    return slices;
  }

  /** A lesson by itself stands there once, however many tables lead to it. */
  place(lesson: ReadyLesson): Slice {
    const place = this.#places.get(lesson) ?? this.add([lesson]);
    this.#places.set(lesson, place);
    return place;
  }

  addCrowd(members: readonly CrowdMember[], field: Crowd["field"]): Slice {
    const crowd = crowdOf(members, field);
    const [byte, bytes] = this.#append(this.#encoder.encode(JSON.stringify(crowd)));
    return [byte, bytes + crowdMark];
  }

  addTable(table: Uint32Array): Slice {
    return this.#append(new Uint8Array(table.buffer));
  }

  #append(part: Uint8Array): Slice {
    const slice: Slice = [this.#length, part.length];
    this.#parts.push(part);
    this.#length += part.length;
    return slice;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}
