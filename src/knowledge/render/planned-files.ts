import { endsInCode, knowledgeText, readKnowledge, type Section } from "../index/read-knowledge.ts";
import { textAt, type ProjectState } from "./project-state.ts";

export interface PlannedFile {
  readonly path: string;
  readonly before: string | undefined;
  /** Undefined: it is taken away. */
  readonly after: string | undefined;
}

/** The files of a project as they would be after what was planned so far. */
export class PlannedProject {
  readonly #state: ProjectState;
  readonly #after = new Map<string, string | undefined>();
  /** Files of entries are kept in pieces: putting each together for every entry would take too long. */
  readonly #documents = new Map<string, { head: string; sections: Section[] }>();

  constructor(state: ProjectState) {
    this.#state = state;
  }

  read(path: string): string | undefined {
    const document = this.#documents.get(path);
    if (document !== undefined) return knowledgeText(document) || undefined;
    return this.#after.has(path) ? this.#after.get(path) : textAt(this.#state, path);
  }

  write(path: string, text: string | undefined): void {
    this.#after.set(path, text);
  }

  /** Why nothing can be written there. */
  obstacle(path: string): string | undefined {
    const looked = this.#state.look(path);
    return looked.is === "unreachable" ? looked.why : undefined;
  }

  /** Why no entry can be added to a file of entries. */
  entryObstacle(path: string): string | undefined {
    const why = this.obstacle(path);
    if (why !== undefined) return why;
    const isOpen = endsInCode(textAt(this.#state, path) ?? "");
    return isOpen ? "it ends in an unclosed code block" : undefined;
  }

  sections(path: string): readonly Section[] {
    return this.#document(path).sections;
  }

  replaceSection(path: string, section: Section, text: string): void {
    const { sections } = this.#document(path);
    const index = sections.indexOf(section);
    if (index >= 0) sections[index] = { ...section, text };
  }

  /** Behind everything that is there. */
  addSection(path: string, section: Section, newHead: string): void {
    const document = this.#document(path);
    const last = document.sections.at(-1);
    const whole = appended(last?.text ?? (document.head || newHead), section.text);
    const before = whole.slice(0, whole.length - lengthIn(whole, section.text));
    if (last === undefined) document.head = before;
    else document.sections[document.sections.length - 1] = { ...last, text: before };
    document.sections.push({ ...section, text: whole.slice(before.length) });
  }

  planned(): readonly PlannedFile[] {
    for (const [path, document] of this.#documents) {
      const text = knowledgeText(document);
      if (text !== (textAt(this.#state, path) ?? "")) this.#after.set(path, text);
    }
    return [...this.#after].flatMap(([path, after]) => {
      const before = textAt(this.#state, path);
      return before === after ? [] : [{ path, before, after }];
    });
  }

  #document(path: string): { head: string; sections: Section[] } {
    const known = this.#documents.get(path);
    if (known !== undefined) return known;
    const { head, sections } = readKnowledge(textAt(this.#state, path) ?? "");
    const document = { head, sections: [...sections] };
    this.#documents.set(path, document);
    return document;
  }
}

/** How long a text is once its lines end as those of the file. */
function lengthIn(whole: string, text: string): number {
  const lines = text.split("\n").length - 1;
  return whole.includes("\r\n") ? text.length + lines : text.length;
}

/** Behind everything that is there, after an empty line, with the line ends that the file has. */
function appended(file: string, entry: string): string {
  const end = file.includes("\r\n") ? "\r\n" : "\n";
  const gap = file === "" || /\n\r?\n$/.test(file) ? "" : file.endsWith("\n") ? end : end + end;
  return file + gap + entry.replaceAll("\n", end);
}

/** With the empty lines behind it and the line ends that the text in its place had. */
export function likeBefore(before: string, text: string): string {
  const end = before.includes("\r\n") ? "\r\n" : "\n";
  const rest = before.slice(before.trimEnd().length);
  return text.trimEnd().replaceAll("\n", end) + rest;
}
