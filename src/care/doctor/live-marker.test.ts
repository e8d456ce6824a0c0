import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  add,
  countingSystem,
  freshFolder,
  freshWorkshop,
  gitStash,
  noon,
} from "../../../test/kit/store.ts";
import { resolvePaths, type Paths } from "../../platform/paths.ts";
import { compile } from "../../deliver/compile/compile.ts";
import type { Workshop } from "../../platform/context.ts";
import { newMarker, withMarker } from "./live-marker.ts";
import { markerLifeMs } from "../../deliver/compile/marker-file.ts";

test("a compilation of somebody else does not take the marker away, and afterwards nothing of it stays", () => {
  const { workshop, paths } = prepared();
  compile(workshop, paths);
  const before = read(paths);
  const marker = newMarker();
  const during = withMarker(workshop, paths, marker, () => {
    add(workshop, gitStash);
    compile(workshop, paths);
    return read(paths);
  });
  expect(during).toContain(marker.words);
  expect(before).not.toContain(marker.words);
  expect(read(paths)).not.toContain(marker.words);
  expect(readdirSync(paths.home).filter((name) => name.includes("marker"))).toEqual([]);
});

test("while a marker is in place no session starts a scan by itself", () => {
  const { workshop, paths } = prepared();
  const during = withMarker(workshop, paths, newMarker(), () => interval(paths));
  expect([during, interval(paths)]).toEqual([0, workshop.config.autoScanIntervalHours]);
});

test("the marker of a doctor that was ended runs out by itself", () => {
  const { workshop, paths } = prepared();
  const marker = newMarker();
  const late = { ...workshop, system: clockAt(Date.parse(noon) + markerLifeMs) };
  const afterwards = withMarker(workshop, paths, marker, () => {
    compile(late, paths);
    return read(paths);
  });
  expect(afterwards).not.toContain(marker.words);
});

test("two doctors at once do not take each other's marker away", () => {
  const { workshop, paths } = prepared();
  const [one, other] = [newMarker(), newMarker()];
  const seen = withMarker(workshop, paths, one, () => {
    withMarker(workshop, paths, other, () => undefined);
    return read(paths);
  });
  expect([seen.includes(one.words), seen.includes(other.words)]).toEqual([true, false]);
});

function prepared(): { readonly workshop: Workshop; readonly paths: Paths } {
  const paths = resolvePaths({ LESSONS_HOME: freshFolder() });
  return { workshop: freshWorkshop(clockAt(Date.parse(noon))), paths };
}

/** A clock that stands still. */
function clockAt(milliseconds: number) {
  return { ...countingSystem(), now: () => new Date(milliseconds).toISOString() };
}

/** The lessons that hooks read. */
function read({ cache }: Paths): string {
  return readFileSync(join(cache, "current", "lesson-cache.json"), "utf8");
}

function interval({ cache }: Paths): unknown {
  return JSON.parse(readFileSync(join(cache, "current", "index.json"), "utf8")).config
    .autoScanIntervalHours;
}
