import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Whose files are read by other means than `readProjectFile`. A file of a project, which may have come from anybody, is
 * none of them: whoever adds a line here says whose file it is.
 */
const readers = {
  "our own home": [
    "care/backup/back-up.ts",
    "deliver/compile/compile.ts",
    "deliver/compile/current-cache.ts",
    "deliver/compile/kept-files.ts",
    "deliver/compile/marker-file.ts",
    "deliver/compile/publish-cache.ts",
    "deliver/confirm/plan-file.ts",
    "deliver/hook-trouble.ts",
    "deliver/hook/fixed-calls.ts",
    "deliver/hook/load.ts",
    "deliver/hook/project-lines.ts",
    "deliver/hook/project-note.ts",
    "deliver/hook/session-note.ts",
    "deliver/hook/session-prefilter.ts",
    "deliver/hook/start-compiled.ts",
    "deliver/init/hook-folder.ts",
    "deliver/init/installed-record.ts",
    "deliver/init/tool-skills.ts",
    "deliver/known-projects.ts",
    "deliver/pause.ts",
    "deliver/repairs/chosen-repairs.ts",
    "deliver/spool/recent-deliveries.ts",
    "deliver/spool/spool-file.ts",
    "gates/warnings-note.ts",
    "knowledge/index/show-index.ts",
    "knowledge/learn/learning-settings.ts",
    "knowledge/learn/queue-disk.ts",
    "knowledge/render/given-numbers.ts",
    "knowledge/render/seen-record.ts",
    "knowledge/statusline/print-statusline.ts",
    "lesson/upkeep-marks.ts",
    "platform/configuration/config-text.ts",
    "platform/database/database.ts",
    "platform/configuration/manage-config.ts",
    "platform/person/script-tokens.ts",
    "care/forget/forget-in-files.ts",
    "care/undo/own-file.ts",
    "cli/noting-file.ts",
    "deliver/trial/session-trial.ts",
    "review/commands/review-on-screen.ts",
    "review/review-draft.ts",
    "review/shown-list.ts",
  ],
  "the agents' own folders: logs, settings, environment files": [
    "agents/claude-code/hooks-of-others.ts",
    "agents/gemini/sessions.ts",
    "agents/read-records.ts",
    "capture/scan/log-task.ts",
    "capture/scan/read-log.ts",
    "capture/session/log-excerpt.ts",
    "care/doctor/prove-delivery.ts",
    "platform/files/lines-from-end.ts",
    "deliver/hook/session.ts",
    "deliver/init/own-files.ts",
    "deliver/init/settings-file.ts",
    "deliver/init/slash-commands.ts",
    "deliver/repairs/environment-lines.ts",
    "knowledge/learn/read-session.ts",
    "platform/database/read-only-database.ts",
    "platform/files/read-lines.ts",
  ],
  "a file that the person named": [
    "care/import/read-import.ts",
    "cli/config.ts",
    "deliver/commands/explain.ts",
    "deliver/commands/run-hook.ts",
    "gates/runs/ingest-run.ts",
    "lesson/commands/add.ts",
    "review/commands/decide.ts",
    "review/commands/model-pass.ts",
  ],
  "this package": [
    "care/starter/import-starter.ts",
    "cli/run-bundle.ts",
    "cli/run.ts",
    "gates/calibration.ts",
    "gates/runs/find-gates.ts",
  ],
  "git's notes and objects, with bounds": [
    "platform/project/commit-objects.ts",
    "platform/project/git-files.ts",
  ],
  "the system's own notes about processes": ["platform/process/ancestors.ts"],
  "nobody's: it writes": ["platform/files/atomic-file.ts"],
  "the readers themselves": [
    "platform/files/read-text-file.ts",
    "platform/files/regular-file.ts",
    "platform/project/project-file.ts",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Opening for writing a new file or at the end reads nothing. */
const reading =
  /\b(?:(?:readFileSync|readFile|readTextFile|readBoundedText|fileTail|fileBeginning|createReadStream|withRegularFile|copyFileSync)\(|openSync\((?![^;]*?"(?:wx|a)"))/;

test("a file is read by other means than the one for projects only where these files say whose it is", () => {
  const source = join(import.meta.dirname, "../../src");
  const found = globSync("**/*.ts", { cwd: source }).filter((file) => {
    if (file.endsWith(".test.ts")) return false;
    const code = readFileSync(join(source, file), "utf8").replaceAll(/^import[^;]*;$/gm, "");
    return reading.test(code.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, ""));
  });
  expect(found.toSorted()).toEqual(Object.values(readers).flat().toSorted());
});
