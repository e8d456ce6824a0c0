import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { day, grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { displayPath } from "../../platform/paths.ts";
import type { Privacy } from "../privacy.ts";

export function privacyCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("privacy", "show what is stored on this machine, by kind and age", [
    "lessons privacy",
    "lessons privacy --json",
    "lessons forget acme-internal          # erases a text everywhere",
  ]).action(async (options: CommonOptions) => {
    const { privacyOf } = await import("../privacy.ts");
    const { paths, inContext } = await wireFor(options);
    const privacy = await inContext(({ database }) => privacyOf(database, paths.home));
    await answer(options, {
      type: "lessons-privacy",
      value: privacy,
      text: () => privacyText(privacy, displayPath(paths.home, terminal.environment), terminal),
    });
  });
}

function privacyText(
  { stored, files, forgettings }: Privacy,
  home: string,
  { style, width }: Look & { readonly width: number },
): string {
  const rows = stored.map(({ kind, holds, count, oldest, newest }) => {
    const age = oldest === null || newest === null ? "" : `, ${day(oldest)} to ${day(newest)}`;
    return `${hang(`  ${kind.padEnd(column - 3)} `, `${grouped(count)}${age}: ${holds}`, { column, width })}\n`;
  });
  const places = files.map(
    ({ place, files: count, bytes, newest }) =>
      `${hang(`  ${place.padEnd(column - 3)} `, `${plural(count, "file")}, ${sizeWords(bytes)}, last written ${day(newest)}`, { column, width })}\n`,
  );
  return [
    `${style("bold", `In ${home}`)}, readable only by you. Nothing is sent anywhere.\n\n`,
    ...(rows.length === 0 ? ["  Nothing is stored yet.\n"] : rows),
    `\n${style("bold", "Files")}\n\n`,
    ...places,
    forgettings === 0
      ? ""
      : `\nYou erased a text ${forgettings === 1 ? "once" : `${forgettings} times`}.\n`,
    "\nTo erase a text everywhere: lessons forget <text>\n",
  ].join("");
}

const column = 20;

function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
