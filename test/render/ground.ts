import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectDisk } from "../../src/knowledge/render/project-disk.ts";
import {
  reconcileProject,
  type ReconcileReport,
} from "../../src/knowledge/render/reconcile-project.ts";
import { renderProject, type RenderReport } from "../../src/knowledge/render/render-project.ts";
import type { Context } from "../../src/platform/context.ts";
import type { LessonDraft } from "../../src/lesson/record/lesson.ts";
import { freshFolder, freshContext } from "../kit/store.ts";

/** A store and a project to render to. */
export class RenderGround {
  readonly context: Context;
  readonly root = freshFolder();
  readonly home: string;

  constructor(context: Context = freshContext(), home = freshFolder()) {
    this.context = context;
    this.home = home;
  }

  /** `before` is asked before each change of the disk. */
  render(
    options: { before?: (step: string) => void; isDryRun?: boolean; includeGlobal?: boolean } = {},
  ): RenderReport {
    return renderProject(this.context, {
      disk: projectDisk(this.root, options.before),
      home: this.home,
      project,
      redact: (text) => text.replaceAll("hunter2", "[secret]"),
      includeGlobal: options.includeGlobal ?? false,
      isDryRun: options.isDryRun ?? false,
    });
  }

  reconcile(): ReconcileReport {
    return reconcileProject(this.context, {
      disk: projectDisk(this.root),
      home: this.home,
      project,
    });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Every file of the project with its text. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .toSorted();
    return Object.fromEntries(names.map((name) => [name, this.read(name)]));
  }
}

const project = "project:example.org/api" as const;

export const release = {
  kind: "workflow" as const,
  scope: project,
  summary: "Release the package",
  body: {
    description: "How a release of this package is made.",
    whenToUse: "When somebody asks for a release.",
    steps: ["Run the tests", "Bump the version\nin all three files", "Tag and push"],
  },
} satisfies LessonDraft;

export const migrate = {
  kind: "procedure" as const,
  scope: project,
  summary: "Change the database schema",
  body: {
    description: "Schema changes go through a migration.",
    whenToUse: "Use it before you touch a table.",
    ironLaw: "Never edit a migration that has run.",
    steps: ["Write a migration", "Run it on a copy"],
  },
} satisfies LessonDraft;

export const useResults = {
  kind: "decision" as const,
  scope: project,
  summary: "Use result types instead of thrown errors",
  body: {
    context: "Errors were swallowed.",
    decision: "Functions return a result.",
    consequences: "Callers must look.",
    area: "src/core/",
  },
} satisfies LessonDraft;

export const godScripts = {
  kind: "pitfall" as const,
  scope: project,
  summary: "Background scripts become god scripts",
  body: {
    mistake: "A hook script grew to 900 lines.",
    remediation: "One file for each stage.",
    area: "scripts/hooks/",
    impact: "Nobody dared to change it.",
  },
} satisfies LessonDraft;
