import { InvalidArgumentError, type Command } from "commander";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import {
  newCommand,
  readForce,
  requireText,
  withForceFlags,
  type CommandKit,
  type CommonOptions,
  type ForceFlags,
} from "../../cli/command-kit.ts";
import { reportText } from "./decide.ts";

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
    .option("--ids <ids>", "ids or slugs, with commas between them", collectIds)
    .option("--archive <id=reason>", "archive one; repeat for several", collectArchive)
    .option("--patch <json>", "fields to change first, by id; @file reads a file");
  return withForceFlags(command).action((options: PromoteFlags) => runPromotion(kit, options));
}

async function runPromotion(kit: CommandKit, options: PromoteFlags): Promise<void> {
  const { ids = [], archive = [], patch } = options;
  if (ids.length + archive.length === 0 && patch === undefined) {
    throw new Fault("bad-input", "nothing to promote", { hint: "name some: --ids a,b" });
  }
  const { promote } = await import("../promote.ts");
  const wiring = await kit.wireFor(options);
  const changes = patch === undefined ? undefined : patchText(patch, kit.terminal.workingDirectory);
  const report = await wiring.inContext((context) =>
    promote(
      context,
      { ids, archive, patch: changes },
      { home: wiring.paths.home, ...readForce(options) },
    ),
  );
  await kit.answer(options, {
    type: "lessons-decided",
    value: { dryRun: false, reading: null, ...report },
    text: () => reportText(report),
  });
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
