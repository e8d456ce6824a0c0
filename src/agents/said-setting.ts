import { shortHash } from "../lesson/record/short-hash.ts";

/** Who answers and where, as far as a record says it. */
export interface Setting {
  readonly model?: string | undefined;
  readonly workingDirectory?: string | undefined;
}

/**
 * Remembers which model and which directory were said last, so that they are said again only when they change: a person may choose
 * another model, and a shell may leave its directory. The directory is kept as it is: what is stored is redacted, so that a
 * hash of it would be another one in the next scan. Then it is said once more, which changes nothing.
 */
export class SaidSetting {
  #thread: number;
  #model: number;
  #directory: string;

  /** Goes on from what `toJson` gave. */
  constructor([thread = 0, model = 0, directory = ""]: StoredSetting | readonly [] = []) {
    this.#thread = thread;
    this.#model = model;
    this.#directory = directory;
  }

  toJson(): StoredSetting {
    return [this.#thread, this.#model, this.#directory];
  }

  /** What of it is new in this conversation; undefined when nothing is. */
  newsIn({ model, workingDirectory }: Setting, thread: string | undefined): Setting | undefined {
    const whose = hashed(thread);
    if (whose !== this.#thread) [this.#thread, this.#model, this.#directory] = [whose, 0, ""];
    const [by, at = ""] = [hashed(model), workingDirectory];
    const isOther = by !== 0 && by !== this.#model;
    const isElsewhere = at !== "" && at !== this.#directory;
    if (!isOther && !isElsewhere) return undefined;
    if (isOther) this.#model = by;
    if (isElsewhere) this.#directory = at;
    return { ...(isOther ? { model } : {}), ...(isElsewhere ? { workingDirectory } : {}) };
  }
}

/** Of the conversation and the model the hash, and the directory. */
export type StoredSetting = readonly [thread: number, model: number, directory: string];

function hashed(text = ""): number {
  return text === "" ? 0 : shortHash(text);
}
