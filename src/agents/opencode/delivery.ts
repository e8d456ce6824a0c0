import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../adapter.ts";
import type { DeliveryDoor } from "../delivery.ts";
import { loaderText } from "../in-process.ts";
import { opencodeHook } from "./hook.ts";
import { opencode } from "./sessions.ts";

/** How lessons reach OpenCode: a plugin in its own process. */
export const opencodeDelivery: DeliveryDoor = {
  adapter: opencode,
  hook: opencodeHook,
  program: "opencode",
  isHere: (machine) =>
    existsSync(configFolder(machine)) ||
    opencode.logPlaces(machine).some(({ folder }) => existsSync(folder)),
  setup: {
    ownFiles: (machine, { hookFolder }) => [
      {
        path: join(configFolder(machine), "plugins", "lessons.js"),
        content: loaderText(
          join(hookFolder, "lessons-opencode.cjs"),
          "export const LessonsPlugin =",
          "async () => ({})",
        ),
      },
    ],
    afterwards: "Restart OpenCode: it loads plugins when it starts.",
  },
  contextFile: "AGENTS.md",
  abilities: {
    start: "yes",
    subagent: "yes",
    compaction: "yes",
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: "yes",
    repairs: { no: "OpenCode has no environment file for its shell." },
    notice: { no: "OpenCode shows nothing of a plugin's answer to the person." },
    "status line": { no: "OpenCode shows no status line of others." },
  },
};

function configFolder({ home, environment }: Machine): string {
  return join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");
}
