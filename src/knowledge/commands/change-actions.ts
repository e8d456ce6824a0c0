import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import { setSetting } from "../../platform/configuration/manage-config.ts";
import { displayPath, userHome } from "../../platform/paths.ts";
import { Fault } from "../../platform/fault.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommandKit } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import {
  configureLearning,
  programOf,
  readLearningChange,
  readLearningValue,
  type LearningSettings,
} from "../learn/learning-settings.ts";
import { clearableObservations, clearObservations } from "../learn/observations.ts";
import { purgeableFiles, purgeQueue } from "../learn/project-queue.ts";
import { learnGround, type LearnFlags, type LearnGround } from "./learn-kit.ts";

export const enable = (kit: CommandKit, flags: LearnFlags) => switchTo(kit, flags, true);
export const disable = (kit: CommandKit, flags: LearnFlags) => switchTo(kit, flags, false);

async function switchTo(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<void> {
  const { terminal, answer } = kit;
  await requireLearner(kit, isOn ? "--enable" : "--disable");
  const file =
    flags.project === true ? await switchHere(kit, flags, isOn) : await switchAll(kit, flags, isOn);
  const ground = await learnGround(kit, flags);
  const { environment, width } = terminal;
  const { enabled } = ground.learning.settings;
  const { way } = deliverySetup({ home: userHome(environment), environment }, ground.wiring.paths);
  const place = flags.project === true ? "in this project" : "in all your projects";
  const text = [
    `Learning is ${isOn ? "on" : "off"} ${place} (${displayPath(file, environment)}).`,
    ...(isOn ? [consequence(ground)] : []),
  ];
  await answer(flags, {
    type: "lessons-learning-switched",
    value: { enabled, file },
    text: () => text.map((line) => paragraph(line, { width })),
    aside: isOn && enabled && way === "none" ? noHooks : undefined,
  });
}

/** What it means that it was switched on, for this project. */
function consequence({ learning: { settings, isOffHere } }: LearnGround): string {
  if (!settings.enabled) return isOffHere ? offHere : offEverywhere;
  const { batchSize, dailyCap } = settings;
  return `After every ${plural(batchSize, "session")} of a project, lessons asks ${programOf(settings)} what is worth keeping, at most ${plural(dailyCap, "time")} a day per project, with your account. It sees your messages and the answers, without secrets. Its findings wait for you: lessons learn --list`;
}

const offHere =
  "This project switches it off (.memory/learning.json). To switch it on here: lessons learn --enable --project";
const offEverywhere = "It is off for all your projects. To switch it on: lessons learn --enable";
const noHooks = "Learning needs a connected agent: lessons init\n";

async function switchAll(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const { paths, compile } = await kit.wireFor(flags);
  setSetting(
    { file: paths.config, isProject: false },
    "learning.enabled",
    String(isOn),
    await kit.who(),
  );
  // Hooks know of it by what was compiled last.
  await compile();
  return paths.config;
}

async function switchHere(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const { place, wiring } = await learnGround(kit, flags);
  return configureLearning(
    { home: wiring.paths.home, root: place.root },
    { enabled: isOn ? undefined : false },
  );
}

/** A model is asked with the person's account, and what it finds may reach their agents. */
function requireLearner({ requirePerson }: CommandKit, flag: string): Promise<void> {
  return requirePerson({ what: "change learning", type: `lessons learn ${flag}` });
}

export async function configure(kit: CommandKit, flags: LearnFlags): Promise<void> {
  await requireLearner(kit, "--configure");
  const { place, wiring, learning } = await learnGround(kit, flags);
  const typed = flags.configure === true ? [] : (flags.configure ?? []);
  const changes =
    typed.length > 0
      ? Object.assign({}, ...typed.map((text) => readLearningChange(text)))
      : await askForLearning(kit.terminal, flags, learning.settings);
  const file = configureLearning({ home: wiring.paths.home, root: place.root }, changes);
  const { settings } = (await learnGround(kit, flags)).learning;
  await kit.answer(flags, {
    type: "lessons-learning-configured",
    value: { file, settings },
    text: () => `Saved ${displayPath(file, kit.terminal.environment)}\n`,
  });
}

/** The settings of learning in this project, asked for one by one. Leaving half-way changes nothing. */
async function askForLearning(
  { ends }: Terminal,
  { json }: LearnFlags,
  settings: LearningSettings,
): Promise<object> {
  if (ends === undefined || json === true) {
    throw new Fault("bad-input", "there is no terminal to ask on", {
      hint: "name the settings: lessons learn --configure model=haiku batchSize=3 dailyCap=2 debug=false",
    });
  }
  const { cancel, confirm, group, intro, text } = await import("@clack/prompts");
  const ask = (key: keyof typeof questions) => () =>
    text({
      ...ends,
      message: questions[key],
      initialValue: String(settings[key]),
      validate: (value = "") => problemWith(key, value),
    });
  const onCancel = () => {
    cancel("Nothing was changed.", ends);
    throw new Fault("cancelled", "left", { hint: "" });
  };
  intro("Learning in this project", ends);
  const { debug, ...typed } = await group(
    {
      model: ask("model"),
      batchSize: ask("batchSize"),
      dailyCap: ask("dailyCap"),
      debug: () => confirm({ ...ends, message: "Log every step?", initialValue: settings.debug }),
    },
    { onCancel },
  );
  const named = Object.entries(typed).map(([key, value]) => readLearningChange(`${key}=${value}`));
  return Object.assign({}, ...named, { debug });
}

const questions = {
  model: "Which model?",
  batchSize: "How many sessions at once? (3 becomes 5 after 15 observations)",
  dailyCap: "At most how many runs a day?",
} as const;

function problemWith(key: keyof typeof questions, typed: string): string | undefined {
  try {
    readLearningValue(key, typed);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

export async function clear(kit: CommandKit, flags: LearnFlags): Promise<void> {
  await requireLearner(kit, "--clear");
  const { wiring, place } = await learnGround(kit, flags);
  const lessons = await wiring.inContext(({ database }) =>
    clearableObservations(database, place.scope),
  );
  const active = lessons.filter(({ stage }) => stage.status === "active").length;
  const inUse = active === 0 ? "" : `, ${active} of them active`;
  const question = `Archive all ${plural(lessons.length, "observation")} of ${place.scope}${inUse}? To restore one: lessons restore <slug>`;
  if (lessons.length > 0 && !(await mayGoOn(kit.terminal, flags, question))) return;
  const archived =
    lessons.length === 0
      ? []
      : await wiring.inContext((context) => clearObservations(context, place));
  await kit.answer(flags, {
    type: "lessons-learning-cleared",
    value: { archived: archived.map(({ slug }) => slug) },
    nothing: lessons.length === 0 ? "No observations in this project.\n" : undefined,
    text: () =>
      `Archived ${plural(archived.length, "observation")}. New findings start from zero.\n`,
  });
}

export async function purge(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal } = kit;
  const { wiring, place } = await learnGround(kit, flags);
  const { environment, width } = terminal;
  const files = purgeableFiles(wiring, place, userHome(environment));
  if (flags.json !== true)
    for (const { name, because } of files)
      terminal.write(`${hang("  •", `${name}: ${because}`, { column: 4, width })}\n`);
  const question = `Move ${plural(files.length, "unusable file")} of ${place.scope} to the backups?`;
  if (files.length > 0 && !(await mayGoOn(terminal, flags, question))) return;
  const folder = files.length === 0 ? null : purgeQueue(wiring, place, files);
  await kit.answer(flags, {
    type: "lessons-learning-purged",
    value: { files, folder },
    nothing: folder === null ? "Nothing to purge.\n" : undefined,
    text: () =>
      `Moved ${plural(files.length, "file")} to ${displayPath(folder ?? "", environment)}\n`,
  });
}

/** Nothing is put away that nobody has agreed to. */
async function mayGoOn(
  terminal: Terminal,
  { yes, json }: LearnFlags,
  question: string,
): Promise<boolean> {
  if (yes === true) return true;
  const answer = json === true ? "nobody" : await askToGoOn(terminal, question);
  if (answer === "yes") return true;
  if (answer === "nobody") {
    throw new Fault("bad-input", `this needs a yes: ${question}`, { hint: "add --yes" });
  }
  terminal.note("Nothing was changed.\n");
  return false;
}
