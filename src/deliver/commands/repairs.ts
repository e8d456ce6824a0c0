import { Argument, type Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { notingFile } from "../../cli/noting-file.ts";
import { Fault } from "../../platform/fault.ts";
import { type ChosenRepair, repairNamed, repairNames, type Repair } from "../repairs/catalogue.ts";
import { repairsFile } from "../repairs/chosen-repairs.ts";
import { offText, onText, repairsListText, whereWords } from "./repairs-text.ts";

interface RepairsFlags extends CommonOptions {
  readonly scope?: string;
}

export function repairsCommand(kit: CommandKit): Command {
  return newCommand("repairs", "fix your agent's shell: zsh globs, PATH, GH_REPO", [
    "lessons repairs                          # all repairs, and the failed calls each would prevent",
    "lessons repairs on zsh-globs",
    "lessons repairs on path ~/.local/bin",
    "lessons repairs on gh-repo               # for this project, from its git remote",
    "lessons repairs off zsh-globs",
  ])
    .addArgument(new Argument("[act]", "switch one on or off").choices(["on", "off"]))
    .addArgument(new Argument("[name]", "which").choices(repairNames))
    .argument("[value]", "for path: a folder; for gh-repo: owner/name")
    .option("--scope <scope>", "where to apply it: machine, or project (this one)")
    .action(async (act: string | undefined, name: string | undefined, value, options) => {
      if (act === undefined) return list(kit, options);
      const repair = repairNamed(name);
      if (repair === undefined)
        throw new Fault("bad-input", "name a repair", {
          hint: `lessons repairs ${act} ${repairNames.join(" | ")}`,
        });
      // What runs before every command of the agent is not for the agent to choose.
      const words = ["lessons repairs", act, repair.name, value].filter(
        (word) => word !== undefined,
      );
      await kit.requirePerson({ what: "switch repairs", type: words.join(" ") });
      return act === "on" ? on(kit, repair, value, options) : off(kit, repair, value, options);
    });
}

async function list(kit: CommandKit, options: RepairsFlags): Promise<void> {
  const { repairsOverview } = await import("../repairs/overview.ts");
  const { inContext, paths } = await kit.wireFor(options);
  const overview = await inContext(({ database }) =>
    repairsOverview(database, paths.home, kit.terminal),
  );
  await kit.answer(options, {
    type: "lessons-repairs",
    value: overview,
    text: () => repairsListText(overview, kit.terminal),
  });
}

async function on(
  kit: CommandKit,
  repair: Repair,
  given: string | undefined,
  options: RepairsFlags,
): Promise<void> {
  const { overviewPlace } = await import("../repairs/overview.ts");
  const { switchOn } = await import("../repairs/switch-repairs.ts");
  const wiring = await kit.wireFor(options);
  const { paths, inContext } = wiring;
  const place = overviewPlace(paths.home, kit.terminal);
  // As the shell completes it.
  let value = (given ?? "").replace(/(?<=.)\/+$/u, "");
  if (value === "" && repair.name === "gh-repo") {
    const { repositoryOf } = await import("../repairs/repair-offers.ts");
    value = (await inContext(({ database }) => repositoryOf(database, place.project))) ?? "";
  }
  const scope = scopeOf(options.scope ?? repair.scope, place.project.scope);
  const chosen: ChosenRepair = { name: repair.name, value, scope };
  await notingFile(kit, wiring, { root: paths.home, path: repairsFile }, () =>
    switchOn(paths.home, chosen, place.safety),
  );
  await kit.answer(options, {
    type: "lessons-repair-switched",
    value: { on: [{ ...chosen, line: repair.line(value) }], off: [] },
    text: () => onText(chosen),
  });
}

async function off(
  kit: CommandKit,
  { name }: Repair,
  value: string | undefined,
  options: RepairsFlags,
): Promise<void> {
  const { overviewPlace } = await import("../repairs/overview.ts");
  const { switchOff } = await import("../repairs/switch-repairs.ts");
  const wiring = await kit.wireFor(options);
  const { paths } = wiring;
  const here = overviewPlace(paths.home, kit.terminal).project.scope;
  const scopes = options.scope === undefined ? ["machine", here] : [scopeOf(options.scope, here)];
  const isMeant = (each: ChosenRepair) =>
    each.name === name &&
    scopes.includes(each.scope) &&
    (value === undefined || each.value === value);
  const gone = await notingFile(kit, wiring, { root: paths.home, path: repairsFile }, () =>
    switchOff(paths.home, isMeant),
  );
  const where = scopes.length === 1 ? `for ${whereWords(scopes[0] ?? "")}` : "here";
  await kit.answer(options, {
    type: "lessons-repair-switched",
    value: { on: [], off: gone },
    nothing: gone.length > 0 ? undefined : `${name} is not on ${where}.\n`,
    text: () => offText(gone),
  });
}

/** `project` is the one that the command runs in. */
function scopeOf(given: string, here: string): string {
  if (given === "machine" || given.startsWith("project:")) return given;
  if (given === "project") return here;
  throw new Fault("bad-input", `${given} is not a scope for repairs`, {
    hint: "use --scope machine or --scope project",
  });
}
