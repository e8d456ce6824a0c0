import { join } from "node:path";
import { packageRoot, displayPath, userHome } from "../../platform/paths.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { Fault } from "../../platform/fault.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { jsonText } from "../../cli/answer.ts";
import { type CommandKit } from "../../cli/command-kit.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { LearnAction } from "./actions.ts";
import { learnGround, type LearnFlags, type LearnGround } from "./learn-kit.ts";

export const changeActions = { enable, disable, configure, clear, purge } satisfies Record<
  string,
  LearnAction
>;

async function enable(kit: CommandKit, flags: LearnFlags): Promise<void> {
  await switchTo(kit, flags, true);
}

async function disable(kit: CommandKit, flags: LearnFlags): Promise<void> {
  await switchTo(kit, flags, false);
}

async function switchTo(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<void> {
  const { terminal } = kit;
  const file =
    flags.project === true ? await switchHere(kit, flags, isOn) : await switchAll(kit, flags, isOn);
  const { settings, learning } = await learnGround(kit, flags);
  const { enabled } = settings;
  if (flags.json === true) {
    return terminal.write(jsonText("lessons-learning-switched", { enabled, file }));
  }
  const { environment, width } = terminal;
  const say = (text: string) => terminal.write(`${hang("", text, { column: 0, width })}\n`);
  const place = flags.project === true ? "in this project" : "in all your projects";
  say(`Learning is ${isOn ? "on" : "off"} ${place} (${displayPath(file, environment)}).`);
  if (!isOn) return;
  if (!enabled) return say(learning.isOffHere ? offHere : offEverywhere);
  const { programOf } = await import("../learn/learning-settings.ts");
  const { batchSize, dailyCap } = settings;
  say(
    `When ${plural(batchSize, "session")} of a project have ended, ${programOf(settings)} is asked what is worth knowing the next time, with the account that it is signed in to: at most ${plural(dailyCap, "time")} a day for each project. It sees what you said and what was answered, without secrets. What it finds waits for you: lessons learn --list`,
  );
  await sayIfNobodyTells(kit, flags);
}

const offHere =
  "In this project it stays off, by its own file (.memory/learning.json): lessons learn --enable --project";
const offEverywhere = "It is off for all your projects: lessons learn --enable";

/** Without hooks nobody says that a session has ended. */
async function sayIfNobodyTells(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal } = kit;
  const { deliverySetup } = await import("../../deliver/init/delivery-setup.ts");
  const { environment } = terminal;
  const { paths } = await kit.wireFor(flags);
  const { way } = deliverySetup({ home: userHome(environment), environment }, paths);
  if (way === "none")
    terminal.note("Hooks say when a session has ended, and they are not set up: lessons init\n");
}

async function switchAll(kit: CommandKit, flags: LearnFlags, isOn: boolean): Promise<string> {
  const app = await import("../../platform/configuration/manage-config.ts");
  const { paths, compile } = await kit.wireFor(flags);
  app.setSetting({ file: paths.config, isProject: false }, "learning.enabled", String(isOn));
  const schema = "config.schema.json";
  app.writeSchema(paths.schemas, schema, readTextFile(join(packageRoot(), "schemas", schema)));
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
  const { terminal } = kit;
  const ground = await learnGround(kit, flags);
  const { configureLearning, readLearningChange } = await import("../learn/learning-file.ts");
  const typed = flags.configure === true ? [] : (flags.configure ?? []);
  const changes =
    typed.length > 0
      ? Object.assign({}, ...typed.map((text) => readLearningChange(text)))
      : await asked(ground, flags);
  const { place, wiring } = ground;
  const file = configureLearning({ home: wiring.paths.home, root: place.root }, changes);
  if (flags.json === true) {
    const { settings } = await learnGround(kit, flags);
    return terminal.write(jsonText("lessons-learning-configured", { file, settings }));
  }
  terminal.write(`Saved ${displayPath(file, terminal.environment)}\n`);
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
  const report = (archived: readonly { readonly slug: string }[]) =>
    terminal.write(
      jsonText("lessons-learning-cleared", { archived: archived.map(({ slug }) => slug) }),
    );
  if (lessons.length === 0) {
    terminal.exitStatus = 1;
    return flags.json === true ? report([]) : terminal.note("No observations in this project.\n");
  }
  const active = lessons.filter(({ stage }) => stage.status === "active").length;
  const inUse = active === 0 ? "" : `, ${active} of them in use`;
  const question = `Archive all ${plural(lessons.length, "observation")} of ${place.scope}${inUse}? They are kept, and lessons restore <slug> brings one back.`;
  if (!(await mayGoOn(terminal, flags, question))) return;
  const archived = await wiring.inContext((context) => app.clearObservations(context, place));
  if (flags.json === true) return report(archived);
  terminal.write(
    `Archived ${plural(archived.length, "observation")}. What is found from now on begins anew.\n`,
  );
}

async function purge(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal, wiring, place } = await learnGround(kit, flags);
  const app = await import("../learn/purge-queue.ts");
  const files = app.purgeableFiles(wiring, place, userHome(terminal.environment));
  const report = (folder: string | null) =>
    terminal.write(jsonText("lessons-learning-purged", { files, folder }));
  if (files.length === 0) {
    terminal.exitStatus = 1;
    return flags.json === true ? report(null) : terminal.note("There is nothing to purge.\n");
  }
  if (flags.json !== true) {
    const { width } = terminal;
    for (const { name, because } of files)
      terminal.write(`${hang("  •", `${name}: ${because}`, { column: 4, width })}\n`);
  }
  const question = `Move ${plural(files.length, "file")} from the queue of ${place.scope} to the backups?`;
  if (!(await mayGoOn(terminal, flags, question))) return;
  const folder = app.purgeQueue(wiring, place, files);
  if (flags.json === true) return report(folder);
  terminal.write(
    `Moved ${plural(files.length, "file")} to ${displayPath(folder, terminal.environment)}\n`,
  );
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
