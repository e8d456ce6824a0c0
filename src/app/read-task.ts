import { readFileSync } from "node:fs";
import { adapters } from "../adapters/all.ts";
import type { StoredSession } from "../adapters/adapter.ts";
import { makeRedact, type Owner } from "../core/redact.ts";
import {
  parseLogMemory,
  readDocument,
  readGrowingLog,
  readStoredSession,
  type LogPart,
} from "../ingest/read-log.ts";
import type { FoldOptions, Project } from "../ingest/session-fold.ts";
import type { DetectorSettings } from "../system/detector-settings.ts";
import { Fault } from "../system/fault.ts";
import { fileFault } from "../system/file-fault.ts";
import { projectIdentity } from "../system/project-identity.ts";
import type { LogTask } from "./log-task.ts";

export interface ReadSettings {
  readonly owner: Owner;
  readonly detectors: DetectorSettings;
  /** For tests: however a log is cut into chunks and parts, the result is the same. */
  readonly chunkBytes?: number;
  readonly callsPerPart?: number;
}

/** Reads tasks, one after the other, with what is worth keeping between them. */
export class TaskReader {
  readonly #settings: ReadSettings;
  readonly #redact: FoldOptions["redact"];
  readonly #projects = new Map<string, Project>();

  constructor(settings: ReadSettings) {
    this.#settings = settings;
    this.#redact = makeRedact(settings.owner);
  }

  /** The path as it may be kept. */
  redactedPath(path: string): string {
    return this.#redact(path);
  }

  read(task: LogTask, onPart: (part: LogPart) => void): void {
    const adapter = adapters.find(({ agent }) => agent === task.agent);
    const format = adapter?.formatOf(task.path);
    const options = this.#foldOptions(task.modifiedMs);
    if (format?.shape === "lines") {
      const memory = task.memory === undefined ? {} : { memory: parseLogMemory(task.memory) };
      const start = { place: task.from, ...memory };
      readGrowingLog(task.path, format, start, { ...options, ...this.#cuts() }, onPart);
    } else if (format?.shape === "document") {
      const workingDirectory = adapter?.projectOf?.(task.path);
      const place = workingDirectory === undefined ? {} : { workingDirectory };
      onPart(readDocument(task.path, format, wholeFile(task), { ...options, ...place }));
    }
  }

  readStored(session: StoredSession, modifiedMs: number): LogPart {
    return readStoredSession(session, this.#foldOptions(modifiedMs));
  }

  #cuts() {
    const { chunkBytes, callsPerPart } = this.#settings;
    return {
      ...(chunkBytes === undefined ? {} : { chunkBytes }),
      ...(callsPerPart === undefined ? {} : { callsPerPart }),
    };
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
    const project = { id: projectIdentity(directory, repository), label: this.#redact(directory) };
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
