import { createHash } from "node:crypto";
import { basename } from "node:path";
import { textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { recordInstant } from "../../platform/instant.ts";
import { type SessionFacts, placed, type EventPlace } from "../event.ts";
import type { Emit } from "../adapter.ts";
import { SaidSetting, type Setting, type StoredSetting } from "../said-setting.ts";

/** What must be known from one line to the next: little enough to be stored with the cursor. */
export class SessionMemory {
  readonly #nameSaysSession: string | undefined;
  readonly #nameSaysThread: string | undefined;
  readonly #known: Set<string>;
  /** Marks of messages that were queued and may come again as records of their own. */
  readonly #queued: string[];
  /** Calls whose ids were blacked out wait for their results in order. */
  readonly #nameless: string[];
  readonly #said: SaidSetting;

  constructor(path: string, remembered: unknown) {
    const stem = basename(path, ".jsonl");
    this.#nameSaysThread = /^agent-[\w-]+$/.exec(stem)?.[0].slice("agent-".length);
    this.#nameSaysSession = uuidShape.test(stem) ? stem : undefined;
    // What `toJson` of the same version made: the scanner keeps no other.
    const { known, queued = [], nameless = [], said } = (remembered ?? {}) as Partial<Memory>;
    this.#known = new Set(known);
    this.#queued = [...queued];
    this.#nameless = [...nameless];
    this.#said = new SaidSetting(said);
  }

  toJson(): Memory {
    const said = this.#said.toJson();
    return { known: [...this.#known], queued: this.#queued, nameless: this.#nameless, said };
  }

  /** Nothing that stands around a message is news any more. */
  get knowsSession(): boolean {
    return this.#known.size >= factNames.length;
  }

  /** Everything but what waits in a queue says where it was done. */
  get hasBegun(): boolean {
    return this.#known.has("workingDirectory");
  }

  placeOf(record: JsonRecord, line: number): EventPlace {
    return placed(line, recordInstant(textAt(record, "timestamp")), this.#threadOf(record));
  }

  /** The same for a line that was not parsed; undefined where that leaves open whose work it is. */
  placeIn(
    { timestamp, isSidechain }: { readonly timestamp: string; readonly isSidechain: boolean },
    line: number,
  ): EventPlace | undefined {
    if (isSidechain && this.#nameSaysThread === undefined) return undefined;
    return placed(line, recordInstant(timestamp), this.#nameSaysThread);
  }

  /** The same from bytes, for lines that are not parsed. */
  threadIn(head: string): { readonly thread?: string } {
    if (this.#nameSaysThread !== undefined) return { thread: this.#nameSaysThread };
    if (!head.includes('"isSidechain":true')) return {};
    return { thread: /"agentId":"([\w-]{1,64})"/.exec(head)?.[1] ?? "subagent" };
  }

  #threadOf(record: JsonRecord): string | undefined {
    if (this.#nameSaysThread !== undefined) return this.#nameSaysThread;
    return record["isSidechain"] === true ? (textAt(record, "agentId") ?? "subagent") : undefined;
  }

  /** The first line that knows the session, its version or its directory tells it. */
  learn(record: JsonRecord, line: number, emit: Emit): void {
    if (this.knowsSession) return;
    const facts: { -readonly [Name in keyof SessionFacts]: SessionFacts[Name] } = {
      is: "facts",
      ...this.placeOf(record, line),
    };
    const news = [
      this.#learnOne("sessionId", this.#nameSaysSession ?? textAt(record, "sessionId"), facts),
      this.#learnOne("agentVersion", textAt(record, "version"), facts),
      this.#learnOne("workingDirectory", textAt(record, "cwd"), facts),
    ];
    if (news.includes(true)) emit(facts);
    this.#said.newsIn(facts, facts.thread);
  }

  /** Says who answers and where, when either is new. */
  learnSetting({ model, workingDirectory }: Setting, place: EventPlace, emit: Emit): void {
    // What the program itself puts into the agent's mouth has this for a model.
    const by = model === "<synthetic>" ? undefined : model;
    const news = this.#said.newsIn({ model: by, workingDirectory }, place.thread);
    if (news === undefined) return;
    if (news.model !== undefined) this.#known.add("model");
    emit({ ...place, is: "facts", ...news });
  }

  #learnOne(
    name: "sessionId" | "agentVersion" | "workingDirectory",
    value: string | undefined,
    facts: { -readonly [Name in keyof SessionFacts]: SessionFacts[Name] },
  ): boolean {
    if (value === undefined || value === "" || this.#known.has(name)) return false;
    this.#known.add(name);
    facts[name] = value;
    return true;
  }

  /** The id of a call. One that was blacked out is the same for all calls, so it gets one of ours. */
  callId(id: string | undefined, line: number): string {
    if (id !== undefined && id !== "" && id !== blackedOut) return id;
    const own = `line-${line}-${this.#nameless.length}`;
    this.#nameless.push(own);
    return own;
  }

  resultId(id: string | undefined): string {
    if (id !== undefined && id !== "" && id !== blackedOut) return id;
    return this.#nameless.shift() ?? blackedOut;
  }

  /** Says a person's words when they are typed, and once more, marked as such, when a queued message is sent. */
  emitUser(
    text: string,
    record: JsonRecord,
    line: number,
    emit: Emit,
    { isQueued }: { readonly isQueued: boolean },
  ): void {
    const mark = createHash("sha1").update(text).digest("base64url").slice(0, 12);
    const known = this.#queued.indexOf(mark);
    const isDelivery = known >= 0;
    // An attachment repeats what was queued, and the record may still come.
    if (isDelivery && isQueued) return;
    if (isDelivery) this.#queued.splice(known, 1);
    if (isQueued) {
      this.#queued.push(mark);
      if (this.#queued.length > mostQueued) this.#queued.shift();
    }
    const place = this.placeOf(record, line);
    const recordId = textAt(record, "uuid");
    emit({ ...place, is: "user", text, recordId, isDelivery: isDelivery ? true : undefined });
  }
}

const factNames = ["sessionId", "agentVersion", "workingDirectory", "model"];
const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What some publishers of transcripts put in the place of every id. */
const blackedOut = "REDACTED";
const mostQueued = 20;

type Memory = Readonly<Record<"known" | "queued" | "nameless", readonly string[]>> & {
  readonly said: StoredSetting;
};
