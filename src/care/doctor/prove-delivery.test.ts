import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  add,
  countingSystem,
  freshFolder,
  freshContext,
  gitStash,
  noon,
} from "../../../test/kit/store.ts";
import { resolvePaths, type Paths } from "../../platform/paths.ts";
import { compile } from "../../deliver/compile/compile.ts";
import type { Context } from "../../platform/context.ts";
import { newMarker, withMarker } from "./prove-delivery.ts";
import { markerLifeMs } from "../../deliver/compile/marker-file.ts";

test("a compilation of somebody else does not take the marker away, and afterwards nothing of it stays", () => {
  const { context, paths } = prepared();
  compile(context, paths);
  const before = read(paths);
  const marker = newMarker();
  const during = withMarker(context, paths, marker, () => {
    add(context, gitStash);
    compile(context, paths);
    return read(paths);
  });
  expect(during).toContain(marker.words);
  expect(before).not.toContain(marker.words);
  expect(read(paths)).not.toContain(marker.words);
  expect(readdirSync(paths.home).filter((name) => name.includes("marker"))).toEqual([]);
});

test("while a marker is in place no session starts a scan by itself", () => {
  const { context, paths } = prepared();
  const during = withMarker(context, paths, newMarker(), () => interval(paths));
  expect([during, interval(paths)]).toEqual([0, context.config.autoScanIntervalHours]);
});

test("the marker of a doctor that was ended runs out by itself", () => {
  const { context, paths } = prepared();
  const marker = newMarker();
  const late = { ...context, system: clockAt(Date.parse(noon) + markerLifeMs) };
  const afterwards = withMarker(context, paths, marker, () => {
    compile(late, paths);
    return read(paths);
  });
  expect(afterwards).not.toContain(marker.words);
});

test("two doctors at once do not take each other's marker away", () => {
  const { context, paths } = prepared();
  const [one, other] = [newMarker(), newMarker()];
  const seen = withMarker(context, paths, one, () => {
    withMarker(context, paths, other, () => undefined);
    return read(paths);
  });
  expect([seen.includes(one.words), seen.includes(other.words)]).toEqual([true, false]);
});

function prepared(): { readonly context: Context; readonly paths: Paths } {
  const paths = resolvePaths({ LESSONS_HOME: freshFolder() });
  return { context: freshContext(clockAt(Date.parse(noon))), paths };
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
