import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PluginParts {
  readonly name: string;
  /** What hooks.json says under `hooks`. */
  readonly hooks?: object;
  /** Other files by their path in the plugin. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Writes a plugin as an author would lay it out, and returns its folder. */
export function writePlugin(folder: string, { name, hooks, files = {} }: PluginParts): string {
  const manifest = {
    name,
    version: "1.0.0",
    description: "Made by a test",
    author: { name: "Test" },
  };
  const all = {
    ".claude-plugin/plugin.json": JSON.stringify(manifest),
    ...(hooks === undefined ? {} : { "hooks/hooks.json": JSON.stringify({ hooks }) }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
