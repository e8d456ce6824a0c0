import { endsInCode, knowledgeText, readKnowledge, type Section } from "../index/read-knowledge.ts";
import type { PlannedFile } from "./plan-render.ts";
import { appended } from "./place-section.ts";
import { textAt, type ProjectState } from "./project-state.ts";

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
    return isOpen ? "it ends in a block of code that nobody closed" : undefined;
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
    if (last === undefined) {
      const head = document.head === "" ? newHead : document.head;
      const whole = appended(head, section.text);
      document.head = whole.slice(0, whole.length - lengthIn(whole, section.text));
      document.sections.push({ ...section, text: whole.slice(document.head.length) });
      return;
    }
    const whole = appended(last.text, section.text);
    const text = whole.slice(0, whole.length - lengthIn(whole, section.text));
    document.sections[document.sections.length - 1] = { ...last, text };
    document.sections.push({ ...section, text: whole.slice(text.length) });
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
