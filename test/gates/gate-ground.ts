import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LessonDraft } from "../../src/lesson/record/lesson.ts";
import { createRuns, type CreatedRun, batchesOfNote } from "../../src/gates/runs/create-runs.ts";
import { findGates, gatesOfProject } from "../../src/gates/runs/find-gates.ts";
import { requireNote } from "../../src/gates/runs/find-notes.ts";
import { ensureGateFolder } from "../../src/gates/runs/gate-project.ts";
import { ingestRun, type IngestReport } from "../../src/gates/runs/ingest-run.ts";
import type { GateContext } from "../../src/gates/runs/gate-context.ts";
import { selectPairs, type SelectRequest } from "../../src/gates/runs/select-pairs.ts";
import { closingMark, openingMark } from "../../src/gates/catalogue/build-pair-prompt.ts";
import { findRun, pairsOfRun } from "../../src/gates/store/runs.ts";
import { openReviewDatabase } from "../../src/gates/store/review-database.ts";
import { add, freshFolder, freshContext, noon } from "../kit/store.ts";

/** A project with gates of its own, its reviews, and somebody's lessons: all real, in fresh folders. */
export class GateGround {
  readonly context: GateContext;

  constructor() {
    const root = realpathSync(freshFolder());
    const project = {
      root,
      workingDirectory: root,
      isRepository: false,
      database: join(root, ".lessons", "reviews.db"),
      builtInGates: freshFolder(),
      scope: () => "project:here",
    };
    ensureGateFolder(project, ".lessons");
    const reviews = openReviewDatabase(project, noon);
    this.context = { ...freshContext(), project, reviews };
  }

  write(path: string, text: string): void {
    const file = join(this.context.project.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.context.project.root, path), "utf8");
  }

  remove(path: string): void {
    rmSync(join(this.context.project.root, path));
  }

  /** A gate of the project for Markdown and lessons. */
  gate(id: string, question = "Is it good?"): void {
    this.write(`.lessons/gates/${id}.md`, gateText(id, question));
  }

  /** A gate that comes with the program. */
  builtInGate(id: string, question?: string): void {
    const file = join(this.context.project.builtInGates, `${id}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gateText(id, question));
  }

  lesson(draft: LessonDraft): string {
    return `lesson:${add(this.context, draft).slug}`;
  }

  runs(note: string, gates: readonly string[], model = "opus"): readonly CreatedRun[] {
    const found = findGates(gatesOfProject(this.context.project), gates).gates;
    const batches = batchesOfNote(requireNote(this.context, note), found);
    return createRuns(this.context, { runner: "live-agent", model }, batches);
  }

  /** The answer that a reviewer who keeps to the form would give. */
  answer(run: number, result: Result | readonly Result[] = "PASS"): string {
    const nonce = findRun(this.context.reviews, run)?.nonce ?? "";
    return pairsOfRun(this.context.reviews, run)
      .map(({ number }, index) => {
        const said = typeof result === "string" ? result : (result[index] ?? "PASS");
        return block(nonce, number, said);
      })
      .join("\n");
  }

  ingest(run: number, bundle: string, isPartial = false): IngestReport {
    return ingestRun(this.context, { run, bundle, isPartial });
  }

  /** A note reviewed by gates from beginning to end; returns the runs. */
  review(
    note: string,
    gates: readonly string[],
    { result = "PASS", model = "opus" }: { result?: Result; model?: string } = {},
  ): readonly CreatedRun[] {
    const runs = this.runs(note, gates, model);
    for (const { id } of runs) this.ingest(id, this.answer(id, result));
    return runs;
  }

  /** `reason note gate` for each stale pair. */
  stale(request: Partial<SelectRequest> = {}): readonly string[] {
    return selectPairs(this.context, { gates: "all", isCurrent: false, model: "opus", ...request })
      .pairs.map(({ reason, notePath, gateId }) => `${reason} ${notePath} ${gateId}`)
      .toSorted();
  }

  rows(sql: string): readonly Record<string, unknown>[] {
    return this.context.reviews
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  }
}

export type Result = "PASS" | "WARN" | "FAIL";

export function block(nonce: string, number: number, result: string): string {
  const finding = result === "PASS" ? "" : `- ${result}: line 1: too long; cut it\n\n`;
  return `${openingMark(nonce, "review", number)}\nLooked at it.\n\n${finding}## Result: ${result}\n${closingMark(nonce, "review", number)}\n`;
}

export function gateText(
  id: string,
  question = "Is it good?",
  appliesTo = "[markdown, lesson]",
): string {
  return `---
type: review-gate
id: ${id}
title: About ${id}
applies-to: ${appliesTo}
---

## Question

${question}

## Pass

- it is good

## Warn

- it could be better

## Fail

- it is bad

## Examples

- "good" passes
`;
}
