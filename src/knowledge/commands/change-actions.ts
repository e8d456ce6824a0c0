import { displayPath, userHome } from "../../platform/paths.ts";
import { Fault } from "../../platform/fault.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommandKit } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { learnGround, type LearnAction, type LearnFlags, type LearnGround } from "./learn-kit.ts";

export const changeActions = {
  enable: (kit, flags) => switchTo(kit, flags, true),
  disable: (kit, flags) => switchTo(kit, flags, false),
  configure,
  clear,
  purge,
} satisfies Record<string, LearnAction>;

async function switchTo(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<void> {
  const { terminal, answer } = kit;
  const file =
    flags.project === true ? await switchHere(kit, flags, isOn) : await switchAll(kit, flags, isOn);
  const ground = await learnGround(kit, flags);
  const { programOf } = await import("../learn/learning-settings.ts");
  const { deliverySetup } = await import("../../deliver/init/delivery-setup.ts");
  const { environment, width } = terminal;
  const { enabled } = ground.settings;
  const { way } = deliverySetup({ home: userHome(environment), environment }, ground.wiring.paths);
  const place = flags.project === true ? "in this project" : "in all your projects";
  const text = [
    `Learning is ${isOn ? "on" : "off"} ${place} (${displayPath(file, environment)}).`,
    ...(isOn ? [consequence(ground, programOf(ground.settings))] : []),
  ];
  await answer(flags, {
    type: "lessons-learning-switched",
    value: { enabled, file },
    text: () => text.map((line) => paragraph(line, { width })),
    aside: isOn && enabled && way === "none" ? noHooks : undefined,
  });
}

/** What it means that it was switched on, for this project. */
function consequence({ settings, learning }: LearnGround, program: string): string {
  if (!settings.enabled) return learning.isOffHere ? offHere : offEverywhere;
  const { batchSize, dailyCap } = settings;
  return `When ${plural(batchSize, "session")} of a project have ended, ${program} is asked what is worth knowing the next time, with the account that it is signed in to: at most ${plural(dailyCap, "time")} a day for each project. It sees what you said and what was answered, without secrets. What it finds waits for you: lessons learn --list`;
}

const offHere =
  "In this project it stays off, by its own file (.memory/learning.json): lessons learn --enable --project";
const offEverywhere = "It is off for all your projects: lessons learn --enable";
const noHooks = "Hooks say when a session has ended, and they are not set up: lessons init\n";

async function switchAll(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const app = await import("../../platform/configuration/manage-config.ts");
  const { paths, compile } = await kit.wireFor(flags);
  app.setSetting({ file: paths.config, isProject: false }, "learning.enabled", String(isOn));
  // Hooks know of it by what was compiled last.
  await compile();
  return paths.config;
}

async function switchHere(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const { configureLearning } = await import("../learn/learning-file.ts");
  const { place, wiring } = await learnGround(kit, flags);
  return configureLearning(
    { home: wiring.paths.home, root: place.root },
    { enabled: isOn ? undefined : false },
  );
}

async function configure(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const ground = await learnGround(kit, flags);
  const { configureLearning, readLearningChange } = await import("../learn/learning-file.ts");
  const typed = flags.configure === true ? [] : (flags.configure ?? []);
  const changes =
    typed.length > 0
      ? Object.assign({}, ...typed.map((text) => readLearningChange(text)))
      : await asked(ground, flags);
  const { place, wiring } = ground;
  const file = configureLearning({ home: wiring.paths.home, root: place.root }, changes);
  const { settings } = await learnGround(kit, flags);
  await kit.answer(flags, {
    type: "lessons-learning-configured",
    value: { file, settings },
    text: () => `Saved ${displayPath(file, kit.terminal.environment)}\n`,
  });
}

async function asked({ terminal, settings }: LearnGround, { json }: LearnFlags): Promise<object> {
  if (terminal.ends === undefined || json === true) {
    throw new Fault("bad-input", "there is nobody to ask for the settings", {
      hint: "name them: lessons learn --configure model=haiku batchSize=3 dailyCap=2 debug=false",
    });
  }
  const { askForLearning } = await import("./ask-for-learning.ts");
  return askForLearning(terminal.ends, settings);
}

async function clear(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal, wiring, place } = await learnGround(kit, flags);
  const app = await import("../learn/observations.ts");
  const lessons = await wiring.inContext((context) => app.clearableObservations(context, place));
  const active = lessons.filter(({ stage }) => stage.status === "active").length;
  const inUse = active === 0 ? "" : `, ${active} of them in use`;
  const question = `Archive all ${plural(lessons.length, "observation")} of ${place.scope}${inUse}? They are kept, and lessons restore <slug> brings one back.`;
  if (lessons.length > 0 && !(await mayGoOn(terminal, flags, question))) return;
  const archived =
    lessons.length === 0
      ? []
      : await wiring.inContext((context) => app.clearObservations(context, place));
  await kit.answer(flags, {
    type: "lessons-learning-cleared",
    value: { archived: archived.map(({ slug }) => slug) },
    nothing: lessons.length === 0 ? "No observations in this project.\n" : undefined,
    text: () =>
      `Archived ${plural(archived.length, "observation")}. What is found from now on begins anew.\n`,
  });
}

async function purge(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal, wiring, place } = await learnGround(kit, flags);
  const app = await import("../learn/purge-queue.ts");
  const { environment, width } = terminal;
  const files = app.purgeableFiles(wiring, place, userHome(environment));
  if (flags.json !== true)
    for (const { name, because } of files)
      terminal.write(`${hang("  •", `${name}: ${because}`, { column: 4, width })}\n`);
  const question = `Move ${plural(files.length, "file")} from the queue of ${place.scope} to the backups?`;
  if (files.length > 0 && !(await mayGoOn(terminal, flags, question))) return;
  const folder = files.length === 0 ? null : app.purgeQueue(wiring, place, files);
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
