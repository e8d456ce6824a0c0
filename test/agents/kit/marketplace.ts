import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePlugin, type PluginParts } from "./plugin.ts";

/** Writes a marketplace with one plugin in it, and returns its folder. */
export function writeMarketplace(folder: string, name: string, plugin: PluginParts): string {
  writePlugin(join(folder, "plugin"), plugin);
  mkdirSync(join(folder, ".claude-plugin"));
  const manifest = {
    name,
    owner: { name: "Test" },
    metadata: { description: "Made by a test" },
    plugins: [{ name: plugin.name, source: "./plugin", description: "Made by a test" }],
  };
  writeFileSync(join(folder, ".claude-plugin/marketplace.json"), JSON.stringify(manifest));
  return folder;
}
