import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { decisionsPath, pitfallsPath } from "../index/knowledge-index.ts";
import { contextFiles } from "../../agents/delivery-doors.ts";
import { nothingToSay, planBlock, type BlockPlan } from "./plan-block.ts";
import { entryText, isSamePitfall, sourceLine } from "./artifact-text.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { likeBefore, PlannedProject, type PlannedFile } from "./planned-files.ts";
import {
  contentHash,
  documentsOf,
  findArtifact,
  isHeld,
  isSectionOf,
  markedFiles,
  wantedText,
  type ProjectState,
} from "./project-state.ts";
import type { StartLines } from "./start-lines.ts";
import {
  artifactNames,
  isPlaceOf,
  nameIn,
  pathIn,
  type FileTarget,
  type KnowledgeTarget,
  type Prefix,
  type RenderTarget,
} from "./targets.ts";

/** What rendering would do. Each file is written whole; the manifest comes last. */
export interface RenderPlan {
  readonly files: readonly PlannedFile[];
  readonly manifest: Manifest;
  readonly steps: readonly RenderStep[];
  readonly blocks: readonly BlockStep[];
}

/** What happens to our block in a file that agents read. */
export interface BlockStep {
  readonly path: string;
  readonly does: Exclude<BlockPlan["does"], "none"> | "blocked";
  /** Of what is blocked. */
  readonly why?: string | undefined;
}

/** What happens to one thing, for people. */
export interface RenderStep extends Pick<ManifestEntry, "path" | "anchor"> {
  readonly does:
    | "add"
    | "change"
    | "remove"
    | "keep"
    | "leave-edited"
    | "leave-missing"
    | "leave-out"
    | "already-there"
    | "blocked";
  readonly lesson: Pick<Lesson, "id" | "slug" | "kind" | "summary">;
  /** Of what is blocked. */
  readonly why?: string | undefined;
}

interface RenderWish {
  /** Active, and meant for this project. */
  readonly lessons: readonly Lesson[];
  readonly targets: readonly RenderTarget[];
  /** With what looks like a secret: neither written anew nor changed. */
  readonly withheld: ReadonlySet<LessonId>;
  readonly now: Instant;
  readonly start: StartLines;
}

/**
 * What to write so that the project says what the active lessons say. To be asked after a reconciliation.
 * Only what is ours and unchanged is written over; planning again after it was done plans nothing.
 */
export function planRender(state: ProjectState, wish: RenderWish): RenderPlan {
  const planner = new RenderPlanner(state, wish);
  planner.refresh();
  for (const target of wish.targets)
    for (const lesson of wish.lessons.toSorted(byAge))
      if (target.kinds.includes(lesson.kind) && planner.isMissing(lesson, target))
        if (target.is === "file") planner.addFile(target, lesson);
        else planner.addEntry(target, lesson);
  planner.writeBlocks();
  return planner.plan();
}

function byAge(one: Lesson, other: Lesson): number {
  return one.id < other.id ? -1 : 1;
}

/** Where a plan is made: it sees the project as it would be after what was planned so far. */
class RenderPlanner {
  readonly #state: ProjectState;
  readonly #wish: RenderWish;
  readonly #files: PlannedProject;
  readonly #steps: RenderStep[] = [];
  readonly #blocks: BlockStep[] = [];
  #written: Manifest["blocks"];
  #entries: ManifestEntry[];
  readonly #numbers: Record<Prefix, number>;

  constructor(state: ProjectState, wish: RenderWish) {
    this.#state = state;
    this.#wish = wish;
    this.#files = new PlannedProject(state);
    this.#entries = [...state.manifest.entries];
    this.#numbers = { ...state.manifest.lastNumbers };
    this.#written = state.manifest.blocks;
  }

  /** Brings what is there to what its lessons say now. */
  refresh(): void {
    const documents = documentsOf(this.#state);
    this.#entries = this.#entries.flatMap((entry) => {
      const lesson = this.#state.lessons.get(entry.observationId);
      if (lesson === undefined) return [entry];
      if (entry.isDeleted) return this.#keep("leave-out", lesson, entry);
      if (entry.isEdited) return this.#keep("leave-edited", lesson, entry);
      if (findArtifact(this.#state, entry, documents).is !== "here")
        return this.#keep("leave-missing", lesson, entry);
      const isSwitchedOff = entry.target === "agents-skill" && !this.#hasOtherAgents;
      if ((!isHeld(lesson) && entry.anchor === undefined) || isSwitchedOff) {
        this.#files.write(entry.path, undefined);
        this.#note("remove", lesson, entry);
        return [];
      }
      const text = wantedText(this.#state, entry) ?? "";
      if (this.#wish.withheld.has(lesson.id) || contentHash(text) === entry.contentHash)
        return this.#keep("keep", lesson, withOver(entry, lesson));
      return [this.#rewrite(lesson, entry, text)];
    });
  }

  isMissing({ id }: Lesson, { name }: RenderTarget): boolean {
    const isThere = ({ observationId, target }: ManifestEntry) =>
      observationId === id && target === name;
    return !this.#wish.withheld.has(id) && !this.#entries.some(isThere);
  }

  addFile(target: FileTarget, lesson: Lesson): void {
    const marked = markedFiles(this.#state, target, lesson.id).find(
      (path) => !isPlaceOf(target, path, undefined),
    );
    // Under a name that we would not give: a manifest cannot say so, and the mark in it does.
    if (marked !== undefined) return this.#note("leave-edited", lesson, { path: marked });
    const name = this.#freeName(target, lesson);
    const path = pathIn(target, name);
    const why = this.#files.obstacle(path);
    if (why !== undefined) return this.#note("blocked", lesson, { path }, why);
    const text = target.render(lesson, name);
    const current = this.#files.read(path);
    // It was written before something stopped us from noting it, and perhaps changed by somebody since.
    const isEdited = current !== undefined && contentHash(current) !== contentHash(text);
    if (current === undefined) this.#files.write(path, text);
    this.#add(target, lesson, { path, text: current ?? text, isEdited });
  }

  addEntry(target: KnowledgeTarget, lesson: Lesson): void {
    const { path } = target;
    const why = this.#files.entryObstacle(path);
    if (why !== undefined) return this.#note("blocked", lesson, { path }, why);
    const twin = this.#files.sections(path).find((section) => isSamePitfall(section, lesson));
    if (twin?.id !== undefined)
      return this.#note("already-there", lesson, { path, anchor: twin.id });
    // Its heading is a person's, and nobody has noted whose it was.
    if ((this.#files.read(path) ?? "").includes(sourceLine(lesson.id)))
      return this.#note("leave-edited", lesson, { path });
    const anchor = this.#anchorFor(target, lesson);
    const text = entryText(lesson, anchor, { isHeld: true });
    this.#files.addSection(path, { id: anchor, title: lesson.summary, text }, target.head);
    this.#add(target, lesson, { path, anchor, text, isEdited: false });
  }

  /** The number that the lesson has on other branches, unless somebody else has it here; else the next one. */
  #anchorFor({ path, prefix }: KnowledgeTarget, { id }: Lesson): string {
    const given = this.#state.anchorOf(id);
    const isTheirs = this.#files.sections(path).some((section) => section.id === given);
    if (given?.startsWith(`${prefix}-`) && !isTheirs) return given;
    const number = this.#numbers[prefix] + 1;
    this.#numbers[prefix] = number;
    return `${prefix}-${String(number).padStart(3, "0")}`;
  }

  /** After everything else: it says what the files will say. Switched off, ours is taken out. */
  writeBlocks(): void {
    const texts = this.#hasOtherAgents
      ? {
          start: this.#wish.start,
          decisions: this.#files.read(decisionsPath) ?? "",
          pitfalls: this.#files.read(pitfallsPath) ?? "",
        }
      : nothingToSay;
    for (const path of contextFiles) {
      const why = this.#files.obstacle(path);
      if (why !== undefined) {
        if (this.#hasOtherAgents) this.#blocks.push({ path, does: "blocked", why });
        continue;
      }
      const current = this.#files.read(path);
      const { does, text, contentHash: hash } = planBlock(current, texts, this.#written[path]);
      if (text !== current) this.#files.write(path, text);
      if (does !== "none") this.#blocks.push({ path, does });
      const { [path]: _, ...others } = this.#written;
      this.#written = hash === undefined ? others : { ...others, [path]: hash };
    }
  }

  get #hasOtherAgents(): boolean {
    return this.#wish.targets.some(({ name }) => name === "agents-skill");
  }

  plan(): RenderPlan {
    const { manifest } = this.#state;
    return {
      files: this.#files.planned(),
      manifest: {
        ...manifest,
        entries: this.#entries,
        lastNumbers: this.#numbers,
        blocks: this.#written,
      },
      steps: this.#steps,
      blocks: this.#blocks,
    };
  }

  #rewrite(lesson: Lesson, entry: ManifestEntry, text: string): ManifestEntry {
    if (entry.anchor === undefined) this.#files.write(entry.path, text);
    else {
      const section = this.#files.sections(entry.path).find((each) => isSectionOf(each, entry));
      if (section !== undefined)
        this.#files.replaceSection(entry.path, section, likeBefore(section.text, text));
    }
    this.#note("change", lesson, entry);
    const written = { ...entry, contentHash: contentHash(text), renderedAt: this.#wish.now };
    return withOver(written, lesson);
  }

  /** Without the random end where that is free; a name that somebody else has stays theirs. */
  #freeName(target: FileTarget, lesson: Lesson): string {
    const [own] = markedFiles(this.#state, target, lesson.id);
    if (own !== undefined) return nameIn(target, own) ?? lesson.slug;
    for (const name of artifactNames(target.name, lesson.slug)) {
      const path = pathIn(target, name);
      const current = this.#files.read(path);
      if (current === undefined && this.#files.obstacle(path) === undefined) return name;
    }
    for (let count = 2; count < mostTwins; count++) {
      const path = pathIn(target, `${lesson.slug}-${count}`);
      if (this.#state.look(path).is === "absent" && this.#files.read(path) === undefined)
        return `${lesson.slug}-${count}`;
    }
    return lesson.slug;
  }

  #add(target: RenderTarget, lesson: Lesson, { path, anchor, text, isEdited }: AddedThing): void {
    this.#entries.push({
      observationId: lesson.id,
      type: lesson.kind,
      target: target.name,
      path,
      anchor,
      contentHash: contentHash(text),
      renderedAt: this.#wish.now,
      isEdited: isEdited ? true : undefined,
    });
    this.#note(isEdited ? "leave-edited" : "add", lesson, { path, anchor });
  }

  #keep(does: RenderStep["does"], lesson: Lesson, entry: ManifestEntry): [ManifestEntry] {
    this.#note(does, lesson, entry);
    return [entry];
  }

  #note(
    does: RenderStep["does"],
    { id, slug, kind, summary }: Lesson,
    { path, anchor }: Pick<ManifestEntry, "path" | "anchor">,
    why?: string,
  ): void {
    this.#steps.push({ does, lesson: { id, slug, kind, summary }, path, anchor, why });
  }
}

const mostTwins = 100;

interface AddedThing extends Pick<ManifestEntry, "path" | "anchor"> {
  readonly text: string;
  readonly isEdited: boolean;
}

/** Whether it still holds stands in the manifest, too: a status line counts what does. */
function withOver(entry: ManifestEntry, lesson: Lesson): ManifestEntry {
  return { ...entry, isOver: isHeld(lesson) ? undefined : true };
}
