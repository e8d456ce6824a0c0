import type { QueueDisk } from "../../src/knowledge/learn/queue-disk.ts";

/** The power goes out. */
export class Crash extends Error {}

/** A disk in memory. It can be told to stop after so many changes, with the last one done. */
export class MemoryDisk implements QueueDisk {
  readonly #files = new Map<string, string>();
  readonly #folders = new Set<string>();
  /** How many changes there may still be. */
  changesLeft = Number.POSITIVE_INFINITY;

  readonly makeFolder = (path: string): void => {
    for (let folder = path; folder.includes("/"); folder = parentOf(folder))
      this.#folders.add(folder);
    this.#changed();
  };

  readonly write = (path: string, text: string): void => {
    if (!this.#folders.has(parentOf(path))) throw new Error(`no folder for ${path}`);
    this.#files.set(path, text);
    this.#changed();
  };

  readonly move = (from: string, to: string): boolean => {
    const text = this.#files.get(from);
    if (text !== undefined) {
      if (!this.#folders.has(parentOf(to))) return false;
      this.#files.delete(from);
      this.#files.set(to, text);
    } else if (this.#folders.has(from)) {
      if (this.list(to).length > 0) return false;
      for (const [path, content] of Array.from(this.#files)) {
        if (!path.startsWith(`${from}/`)) continue;
        this.#files.delete(path);
        this.#files.set(to + path.slice(from.length), content);
      }
      for (const folder of Array.from(this.#folders)) {
        if (folder !== from && !folder.startsWith(`${from}/`)) continue;
        this.#folders.delete(folder);
        this.#folders.add(to + folder.slice(from.length));
      }
    } else return false;
    this.#changed();
    return true;
  };

  readonly remove = (path: string): void => {
    this.#files.delete(path);
    this.#changed();
  };

  readonly read = (path: string): string | undefined => this.#files.get(path);

  readonly list = (path: string): readonly string[] => {
    const names = [...this.#files.keys(), ...this.#folders].flatMap((each) =>
      each.startsWith(`${path}/`) ? [each.slice(path.length + 1).split("/")[0] ?? ""] : [],
    );
    return [...new Set(names)].toSorted();
  };

  readonly has = (path: string): boolean => this.#files.has(path) || this.#folders.has(path);

  #changed(): void {
    this.changesLeft -= 1;
    if (this.changesLeft <= 0) throw new Crash();
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
