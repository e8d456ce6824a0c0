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
  return `When ${plural(batchSize, "session")} of a project have ended, ${programOf(settings)} is asked what is worth knowing the next time, with the account that it is signed in to: at most ${plural(dailyCap, "time")} a day for each project. It sees what you said and what was answered, without secrets. What it finds waits for you: lessons learn --list`;
}

const offHere =
  "In this project it stays off, by its own file (.memory/learning.json): lessons learn --enable --project";
const offEverywhere = "It is off for all your projects: lessons learn --enable";
const noHooks = "Hooks say when a session has ended, and they are not set up: lessons init\n";

async function switchAll(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const { paths, compile } = await kit.wireFor(flags);
  setSetting({ file: paths.config, isProject: false }, "learning.enabled", String(isOn));
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

export async function configure(kit: CommandKit, flags: LearnFlags): Promise<void> {
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
    throw new Fault("bad-input", "there is nobody to ask for the settings", {
      hint: "name them: lessons learn --configure model=haiku batchSize=3 dailyCap=2 debug=false",
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
  batchSize: "How many sessions at once? (3 becomes 5 from 15 observations on)",
  dailyCap: "How many runs a day at most?",
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
  const { wiring, place } = await learnGround(kit, flags);
  const lessons = await wiring.inContext(({ database }) =>
    clearableObservations(database, place.scope),
  );
  const active = lessons.filter(({ stage }) => stage.status === "active").length;
  const inUse = active === 0 ? "" : `, ${active} of them in use`;
  const question = `Archive all ${plural(lessons.length, "observation")} of ${place.scope}${inUse}? They are kept, and lessons restore <slug> brings one back.`;
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
      `Archived ${plural(archived.length, "observation")}. What is found from now on begins anew.\n`,
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
  const question = `Move ${plural(files.length, "file")} from the queue of ${place.scope} to the backups?`;
  if (files.length > 0 && !(await mayGoOn(terminal, flags, question))) return;
  const folder = files.length === 0 ? null : purgeQueue(wiring, place, files);
  await kit.answer(flags, {
    type: "lessons-learning-purged",
    value: { files, folder },
    nothing: folder === null ? "There is nothing to purge.\n" : undefined,
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
    throw new Fault("bad-input", `nobody has agreed: ${question}`, { hint: "say --yes" });
  }
  terminal.note("Nothing was changed.\n");
  return false;
}
