import type { ConfigOrigin, ResolvedConfig } from "./configuration.ts";
import {
  checkConfigText,
  projectConfigText,
  put,
  readConfigFile,
  readProjectConfig,
  readSetting,
  requireConfigKey,
  take,
} from "./config-text.ts";
import { configKeys, type ConfigKey } from "./schema.ts";
import { writeFileAtomically } from "../files/atomic-file.ts";
import { Fault } from "../fault.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { ensurePrivateDirectory, packageRoot } from "../paths.ts";
import { requirePerson, type Who } from "../person/who.ts";
import { dirname, join } from "node:path";
import { existsSync, mkdirSync } from "node:fs";

/** A setting as it holds here and now. */
export interface HeldSetting {
  readonly key: string;
  readonly value: unknown;
  readonly origin: ConfigOrigin;
  readonly about: string;
}

/** Every setting as it holds here and now, and where it comes from. */
export function listSettings(config: ResolvedConfig): readonly HeldSetting[] {
  return configKeys.map((key) => settingOf(key, config));
}

export function getSetting(config: ResolvedConfig, name: string): HeldSetting {
  return settingOf(requireConfigKey(name, "config"), config);
}

/** Which file a change goes to. */
export interface ConfigTarget {
  readonly file: string;
  readonly isProject: boolean;
}

/** Writes one setting into a configuration file; everything else in it stays. Returns the value. */
export function setSetting(target: ConfigTarget, name: string, typed: string, who: Who): unknown {
  const key = requireConfigKey(name, "config set");
  if (target.isProject && key.isUserOnly) {
    throw new Fault("bad-config", `a project cannot set ${name}`, {
      hint: "drop --project",
    });
  }
  const value = readSetting(key, typed, "config set");
  if (key.isPersonal) {
    const type = `lessons config set ${key.name} ${/^[\w.,-]+$/u.test(typed) ? typed : `'${typed}'`}`;
    requirePerson(who, { what: `change ${key.name}`, type });
  }
  const read = target.isProject ? readProjectConfig : readConfigFile;
  const content = { ...newConfig(target), ...read(target.file) };
  put(content, key.path, value);
  writeConfig(target, `${JSON.stringify(content, null, 2)}\n`);
  return value;
}

/** The text to edit: the file, or a first one that says nothing yet. */
export function configTextToEdit(target: ConfigTarget): string {
  const known = target.isProject ? projectConfigText(target.file) : ownText(target.file);
  return known ?? `${JSON.stringify(newConfig(target), null, 2)}\n`;
}

function ownText(file: string): string | undefined {
  return existsSync(file) ? readTextFile(file) : undefined;
}

/** Takes an edited text only when it is right. */
export function saveConfigText(target: ConfigTarget, text: string, shownAs: string): void {
  const checked = checkConfigText(text, shownAs);
  const forbidden = configKeys.find(
    (key) => target.isProject && key.isUserOnly && take(checked, key.path) !== undefined,
  );
  if (forbidden !== undefined) {
    throw new Fault("bad-config", `${shownAs}: a project cannot set ${forbidden.name}`, {
      hint: "remove it",
    });
  }
  writeConfig(target, text);
}

/** The schema is beside the user's file; a project has none that it could point to. */
function newConfig(target: ConfigTarget): object {
  const said = { type: "lessons-config", version: 1 };
  return target.isProject ? said : { $schema: "./schemas/config.schema.json", ...said };
}

function writeConfig(target: ConfigTarget, text: string): void {
  const { file, isProject } = target;
  const folder = dirname(file);
  // A project's file is shared through its repository; the user's own is nobody else's business.
  if (isProject) mkdirSync(folder, { recursive: true });
  else ensurePrivateDirectory(folder);
  writeFileAtomically(file, text, { mode: isProject ? 0o644 : 0o600 });
  if (!isProject) placeSchema(join(folder, "schemas"));
}

/** Editors find the schema beside the user's file, without a network. A project's repository is not ours to add files to. */
function placeSchema(folder: string): void {
  const name = "config.schema.json";
  ensurePrivateDirectory(folder);
  writeFileAtomically(join(folder, name), readTextFile(join(packageRoot(), "schemas", name)));
}

function settingOf(key: ConfigKey, config: ResolvedConfig): HeldSetting {
  return {
    key: key.name,
    value: take(config.values, key.path),
    origin: config.origins.get(key.name) ?? "default",
    about: key.about,
  };
}
