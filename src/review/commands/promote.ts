import { InvalidArgumentError, Option, type Command } from "commander";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { readForce, withForceFlags, type ForceFlags } from "../../lesson/commands/force-flags.ts";
import { requireText } from "../../cli/require-text.ts";
import { reportText } from "./review-report-text.ts";
import { reportValue } from "./review-value.ts";

interface PromoteFlags extends CommonOptions, ForceFlags {
  readonly ids?: readonly string[];
  readonly archive?: readonly { readonly name: string; readonly reason: string }[];
  readonly patch?: string;
}

export function promoteCommand(kit: CommandKit): Command {
  const command = newCommand(
    "promote",
    "make candidates active and archive others, at once or not at all",
    [
      "lessons promote --ids 01KDWPVNG00000000000000000,git-stash-x7k2",
      'lessons promote --ids git-stash --archive jsx-tsx="too niche"',
      `lessons promote --ids git-stash --patch '{"git-stash": {"priority": 8}}'`,
      "lessons promote --ids git-stash --patch @edits.json --json",
    ],
  )
    .addOption(
      new Option("--ids <ids>", "ids or slugs, with commas between them").argParser(collectIds),
    )
    .addOption(
      new Option("--archive <id=reason>", "archive one; repeat for several").argParser(
        collectArchive,
      ),
    )
    .addOption(new Option("--patch <json>", "fields to change first, by id; @file reads a file"));
  return withForceFlags(command).action((options: PromoteFlags) => runPromotion(kit, options));
}

async function runPromotion(kit: CommandKit, options: PromoteFlags): Promise<void> {
  const { ids = [], archive = [], patch } = options;
  if (ids.length + archive.length === 0 && patch === undefined) {
    throw new Fault("bad-input", "nothing to promote", { hint: "name some: --ids a,b" });
  }
  const { promote } = await import("../promote.ts");
  const wiring = await kit.wireFor(options);
  const report = await wiring.inContext((context) =>
    promote(
      context,
      {
        ids,
        archive,
        ...(patch === undefined ? {} : { patch: patchText(patch, kit.terminal.workingDirectory) }),
      },
      { home: wiring.paths.home, ...readForce(options) },
    ),
  );
  kit.terminal.write(
    options.json === true
      ? jsonText("lessons-decided", { dryRun: false, reading: null, ...reportValue(report) })
      : reportText(report),
  );
}

function patchText(patch: string, folder: string): string {
  return patch.startsWith("@") ? readTextFile(patch.slice(1), folder) : patch;
}

function collectIds(value: string, previous: readonly string[] | undefined): readonly string[] {
  const ids = value.split(/[\s,]+/u).filter((id) => id !== "");
  if (ids.length === 0) throw new InvalidArgumentError("It is empty.");
  return [...(previous ?? []), ...ids];
}

function collectArchive(
  value: string,
  previous: PromoteFlags["archive"],
): NonNullable<PromoteFlags["archive"]> {
  const at = value.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError('It must be id=reason, such as jsx-tsx="too niche".');
  const reason = requireText(value.slice(at + 1), "the reason");
  return [...(previous ?? []), { name: value.slice(0, at).trim(), reason }];
}
