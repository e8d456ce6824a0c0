import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackedCorpus } from "../bench/corpus.ts";
import { adapters } from "../src/agents/all.ts";
import { formatOf } from "../src/agents/formats.ts";
import { listLogs } from "../src/agents/list-logs.ts";
import { readGrowingLog } from "../src/capture/scan/read-log.ts";
import { type FoldOptions, SessionFold } from "../src/capture/session/session-fold.ts";
import { configDefaults } from "../src/platform/configuration/settings.ts";
import { beginning } from "../src/platform/files/read-lines.ts";
import { makeRedact } from "../src/redact/redact.ts";

/**
 * How many lines of real logs redaction touches: `LESSONS_CORPUS=… npm run redacted-lines [-- --show]`. It reads the logs
 * as a scan does and counts the distinct lines of all texts that a scan hands to the redaction. Nobody planted secrets
 * in these logs, so nearly every touched line is a harmless one. E-mail addresses and homes are not counted.
 */
const scratch = mkdtempSync(join(tmpdir(), "lessons-redacted-lines-"));
try {
  const corpus = unpackedCorpus(scratch);
  if (corpus === undefined) {
    process.stdout.write("There is no corpus: set LESSONS_CORPUS to a folder with session logs.\n");
    process.exitCode = 1;
  } else report(linesOf(corpus), process.argv.includes("--show"));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function report(lines: ReadonlySet<string>, isShown: boolean): void {
  const redact = makeRedact({ home: "/nobody", userName: "nobody" });
  const kinds = new Map<string, number>();
  let touched = 0;
  const started = performance.now();
  const changed = [...lines].map((line) => [line, redact(line)] as const);
  const ms = performance.now() - started;
  for (const [line, redacted] of changed) {
    const found = markersIn(redacted).filter(
      (kind) => kind !== "email" && !line.includes(`[redacted:${kind}]`),
    );
    if (found.length === 0) continue;
    touched += 1;
    for (const kind of new Set(found)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (isShown) process.stdout.write(`${redacted.slice(0, 400)}\n  ${line.slice(0, 400)}\n`);
  }
  const share = touched === 0 ? "none" : `1 in ${Math.round(lines.size / touched)}`;
  process.stdout.write(
    `${lines.size} distinct lines, ${touched} touched (${share}), ${ms.toFixed(0)} ms\n`,
  );
  for (const [kind, count] of [...kinds].toSorted(([, one], [, other]) => other - one))
    process.stdout.write(`${String(count).padStart(6)}  ${kind}\n`);
}

function markersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/\[redacted:([a-z0-9-]{1,40})\]/gu), ([, kind = ""]) => kind);
}

/** The distinct lines of all that a scan would redact. */
function linesOf(corpus: string): ReadonlySet<string> {
  const lines = new Set<string>();
  const options: FoldOptions = {
    settings: configDefaults.detectors,
    fallbackTime: "2026-01-01T00:00:00.000Z",
    identifyProject: (directory) => ({ id: directory, label: directory }),
    redact: (text) => {
      for (const line of text.split("\n")) lines.add(line);
      return text;
    },
  };
  const machine = { home: scratch, environment: {} };
  for (const { adapter, path } of listLogs(adapters, machine, { paths: [corpus], extraPlaces: [] })
    .logs) {
    const format = formatOf(adapter.agent, path);
    if (format?.shape === "lines") {
      readGrowingLog(path, format, { place: beginning }, options, () => {});
    } else if (format?.shape === "document") {
      const fold = new SessionFold(options);
      format.read(path, readFileSync(path), (event) => fold.take(event));
    }
  }
  return lines;
}
