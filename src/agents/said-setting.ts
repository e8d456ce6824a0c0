import { shortHash } from "../lesson/record/short-hash.ts";

/** Who answers and where, as far as a record says it. */
export interface Setting {
  readonly model?: string | undefined;
  readonly workingDirectory?: string | undefined;
}

/**
 * Remembers which model and which directory were said last, so that they are said again only when they change: a person may choose
 * another model, and a shell may leave its directory. It keeps hashes: what is stored with the cursor holds no text of the log.
 */
export class SaidSetting {
  #thread: number;
  #model: number;
  #directory: number;

  /** Goes on from what `toJson` gave. */
  constructor([thread = 0, model = 0, directory = 0]: readonly number[] = []) {
    this.#thread = thread;
    this.#model = model;
    this.#directory = directory;
  }

  toJson(): readonly number[] {
    return [this.#thread, this.#model, this.#directory];
  }

  /** What of it is new in this conversation; undefined when nothing is. */
  newsIn({ model, workingDirectory }: Setting, thread: string | undefined): Setting | undefined {
    const whose = hashed(thread);
    if (whose !== this.#thread) [this.#thread, this.#model, this.#directory] = [whose, 0, 0];
    const [by, at] = [hashed(model), hashed(workingDirectory)];
    const isOther = by !== 0 && by !== this.#model;
    const isElsewhere = at !== 0 && at !== this.#directory;
    if (!isOther && !isElsewhere) return undefined;
    if (isOther) this.#model = by;
    if (isElsewhere) this.#directory = at;
    return { ...(isOther ? { model } : {}), ...(isElsewhere ? { workingDirectory } : {}) };
  }
}

function hashed(text = ""): number {
  return text === "" ? 0 : shortHash(text);
}
