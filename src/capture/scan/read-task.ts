import { readFileSync } from "node:fs";
import { adapters } from "../../agents/all.ts";
import type { StoredSession } from "../../agents/adapter.ts";
import { formatOf } from "../../agents/formats.ts";
import { makeRedact, type Owner, type Redact } from "../../redact/redact.ts";
import { readDocument, readGrowingLog, readStoredSession, type LogPart } from "./read-log.ts";
import type { FoldOptions } from "../session/session-fold.ts";
import type { Project } from "../session/session-summary.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { projectIdentity } from "../../platform/project/learning-place.ts";
import type { LogTask } from "./log-task.ts";

export interface ReadSettings {
  readonly owner: Owner;
  readonly detectors: DetectorSettings;
  /** For tests: however a log is cut into chunks and parts, the result is the same. */
  readonly chunkBytes?: number | undefined;
  readonly callsPerPart?: number | undefined;
}

/** Reads tasks, one after the other, with what is worth keeping between them. */
export class TaskReader {
  readonly #settings: ReadSettings;
  readonly #redact: FoldOptions["redact"];
  readonly #projects = new Map<string, Project>();

  constructor(settings: ReadSettings) {
    this.#settings = settings;
    this.#redact = remembering(makeRedact(settings.owner));
  }

  /** A path or a name as it may be kept. */
  redacted(name: string): string {
    return this.#redact(name);
  }

  read(task: LogTask, onPart: (part: LogPart) => void): void {
    const format = formatOf(task.agent, task.path);
    const options = this.#foldOptions(task.modifiedMs);
    if (format?.shape === "lines") {
      const start = { place: task.from, memory: task.memory };
      const { chunkBytes, callsPerPart } = this.#settings;
      readGrowingLog(task.path, format, start, { ...options, chunkBytes, callsPerPart }, onPart);
    } else if (format?.shape === "document") {
      const adapter = adapters.find(({ agent }) => agent === task.agent);
      const workingDirectory = adapter?.projectOf?.(task.path);
      onPart(readDocument(task.path, format, wholeFile(task), { ...options, workingDirectory }));
    }
  }

  readStored(session: StoredSession, modifiedMs: number): LogPart {
    return readStoredSession(session, this.#foldOptions(modifiedMs));
  }

  #foldOptions(modifiedMs: number): FoldOptions {
    return {
      settings: this.#settings.detectors,
      redact: this.#redact,
      fallbackTime: new Date(modifiedMs).toISOString(),
      identifyProject: (directory, repository) => this.#project(directory, repository),
    };
  }

  /** Asking for a project may start git, and a hundred sessions have the same one. */
  #project(directory: string, repository: string | undefined): Project {
    const key = `${directory}\0${repository ?? ""}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const id = this.#redact(projectIdentity(directory, repository));
    const project = { id, label: this.#redact(directory) };
    this.#projects.set(key, project);
    return project;
  }
}

/** Documents are small; one that is not has become something else. */
const largestDocument = 1 << 27;

function wholeFile({ path, size }: LogTask): Buffer {
  if (size > largestDocument) {
    throw new Fault("file-unreadable", `${path} is too large to be read whole`, {
      hint: `logs of this kind are read up to ${largestDocument / (1 << 20)} MB`,
    });
  }
  try {
    return readFileSync(path);
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}

/** The same paths and commands come again and again, within a session and across them. */
function remembering(redact: Redact): Redact {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longestRemembered) return redact(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const redacted = redact(text);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, redacted);
    return redacted;
  };
}

const longestRemembered = 200;
const mostRemembered = 5000;
