import { decisionsPath, pitfallsPath } from "../core/knowledge/knowledge-index.ts";
import type { Instant, Lesson, LessonId } from "../core/lesson.ts";
import { slugSuffixLength } from "../core/slug.ts";
import {
  knowledgeText,
  numberOf,
  type KnowledgeDocument,
} from "../core/knowledge/read-knowledge.ts";
import { agentsFile, withKnowledgeSection } from "./agents-section.ts";
import type { ManifestEntry, Prefix } from "./manifest.ts";
import { appended, likeBefore } from "./place-section.ts";
import type { RenderPlan, RenderStep } from "./plan-render.ts";
import {
  contentHash,
  documentAt,
  fileOrigin,
  wantedText,
  type ProjectState,
} from "./project-state.ts";
import { isSamePitfall } from "./same-pitfall.ts";
import { entryText, type FileTarget, type KnowledgeTarget, type Target } from "./targets.ts";

/** Where a plan is made: it sees the project as it would be after what was planned so far. */
export class RenderDesk {
  readonly #state: ProjectState;
  readonly #now: Instant;
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string | undefined>();
  readonly #steps: RenderStep[] = [];
  #entries: ManifestEntry[];
  readonly #numbers: Record<Prefix, number>;

  constructor(state: ProjectState, now: Instant) {
    this.#state = state;
    this.#now = now;
    this.#entries = [...state.manifest.entries];
    this.#numbers = { ...state.manifest.lastNumbers };
  }

  /** Brings what is there to what its lessons say now. */
  refresh(): void {
    this.#entries = this.#entries.flatMap((entry) => {
      const lesson = this.#state.lessons.get(entry.observationId);
      if (lesson === undefined) return [entry];
      if (entry.isEdited) return this.#keep("leave-edited", lesson, entry);
      const isGone = lesson.stage.status === "archived" && entry.anchor === undefined;
      if (isGone) {
        this.#write(entry.path, undefined);
        this.#note("remove", lesson, entry);
        return [];
      }
      const text = wantedText(this.#state, entry) ?? "";
      if (contentHash(text) === entry.contentHash) return this.#keep("keep", lesson, entry);
      if (entry.anchor === undefined) this.#write(entry.path, text);
      else this.#replaceSection(entry.path, entry.anchor, text);
      this.#note("change", lesson, entry);
      return [{ ...entry, contentHash: contentHash(text), renderedAt: this.#now }];
    });
  }

  has(id: LessonId, { name }: Target): boolean {
    return this.#entries.some((entry) => entry.observationId === id && entry.target === name);
  }

  addFile(target: FileTarget, lesson: Lesson): void {
    const name = this.#freeName(target, lesson);
    const path = target.pathOf(name);
    const text = target.render(lesson, name);
    const current = this.#read(path);
    // It was written before something stopped us from noting it, and perhaps changed by somebody since.
    const isEdited = current !== undefined && contentHash(current) !== contentHash(text);
    if (current === undefined) this.#write(path, text);
    this.#add(target, lesson, { path, text: current ?? text, isEdited });
  }

  addEntry(target: KnowledgeTarget, lesson: Lesson): void {
    const document = this.#document(target.path);
    const twin = document.sections.find((section) => isSamePitfall(section, lesson));
    if (twin?.id !== undefined)
      return this.#note("already-there", lesson, { path: target.path, anchor: twin.id });
    const used = document.sections.flatMap(({ id }) =>
      id?.startsWith(`${target.prefix}-`) ? [numberOf(id)] : [],
    );
    const number = Math.max(this.#numbers[target.prefix], ...used) + 1;
    this.#numbers[target.prefix] = number;
    const anchor = `${target.prefix}-${String(number).padStart(3, "0")}`;
    const text = entryText(lesson, anchor);
    this.#write(target.path, appended(this.#read(target.path) ?? target.head, text));
    this.#add(target, lesson, { path: target.path, anchor, text, isEdited: false });
  }

  /** After everything else: it says what the files will say. */
  writeAgentsSection(): void {
    const texts = {
      decisions: this.#read(decisionsPath) ?? "",
      pitfalls: this.#read(pitfallsPath) ?? "",
    };
    const current = this.#read(agentsFile);
    const text = withKnowledgeSection(current, texts);
    if (text !== current) this.#write(agentsFile, text);
  }

  plan(): RenderPlan {
    const files = [...this.#after].flatMap(([path, after]) => {
      const before = this.#before.get(path);
      return before === after ? [] : [{ path, before, after }];
    });
    const manifest = {
      ...this.#state.manifest,
      entries: this.#entries,
      lastNumbers: this.#numbers,
    };
    return { files, manifest, steps: this.#steps };
  }

  /** Without the random end where that is free; a name that somebody else has stays theirs. */
  #freeName(target: FileTarget, lesson: Lesson): string {
    for (const name of [shortName(lesson.slug), lesson.slug]) {
      const current = this.#read(target.pathOf(name));
      if (current === undefined || fileOrigin(current) === lesson.id) return name;
    }
    for (let count = 2; ; count++) {
      const name = `${lesson.slug}-${count}`;
      if (this.#read(target.pathOf(name)) === undefined) return name;
    }
  }

  #add(target: Target, lesson: Lesson, { path, anchor, text, isEdited }: AddedThing): void {
    const place = { path, ...(anchor === undefined ? {} : { anchor }) };
    this.#entries.push({
      observationId: lesson.id,
      type: lesson.kind,
      target: target.name,
      ...place,
      contentHash: contentHash(text),
      renderedAt: this.#now,
      ...(isEdited ? { isEdited } : {}),
    });
    this.#note(isEdited ? "leave-edited" : "add", lesson, place);
  }

  #keep(does: "keep" | "leave-edited", lesson: Lesson, entry: ManifestEntry): [ManifestEntry] {
    this.#note(does, lesson, entry);
    return [entry];
  }

  #note(
    does: RenderStep["does"],
    { id, slug, kind, summary }: Lesson,
    { path, anchor }: Pick<ManifestEntry, "path" | "anchor">,
  ): void {
    const lesson = { id, slug, kind, summary };
    this.#steps.push({ does, lesson, path, ...(anchor === undefined ? {} : { anchor }) });
  }

  #replaceSection(path: string, anchor: string, text: string): void {
    const document = this.#document(path);
    const sections = document.sections.map((section) =>
      section.id === anchor ? { ...section, text: likeBefore(section.text, text) } : section,
    );
    this.#write(path, knowledgeText({ ...document, sections }));
  }

  #document(path: string): KnowledgeDocument {
    return documentAt({ read: (each) => this.#read(each) }, path);
  }

  #read(path: string): string | undefined {
    return this.#after.has(path) ? this.#after.get(path) : this.#state.read(path);
  }

  #write(path: string, text: string | undefined): void {
    if (!this.#before.has(path)) this.#before.set(path, this.#state.read(path));
    this.#after.set(path, text);
  }
}

interface AddedThing {
  readonly path: string;
  readonly anchor?: string;
  readonly text: string;
  readonly isEdited: boolean;
}

function shortName(slug: string): string {
  const short = slug.slice(0, -(slugSuffixLength + 1));
  const hasSuffix =
    /^[a-z0-9]+$/.test(slug.slice(-slugSuffixLength)) && slug.startsWith(`${short}-`);
  return hasSuffix && short !== "" ? short : slug;
}
