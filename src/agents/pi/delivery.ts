import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../adapter.ts";
import type { DeliveryDoor } from "../delivery.ts";
import { loaderText } from "../in-process.ts";
import { piHook } from "./hook.ts";
import { pi } from "./sessions.ts";

/** How lessons reach Pi: an extension in its own process. */
export const piDelivery: DeliveryDoor = {
  adapter: pi,
  hook: piHook,
  program: "pi",
  isHere: (machine) => existsSync(configFolder(machine)),
  setup: {
    ownFiles: (machine, { hookFolder }) => [
      {
        path: join(configFolder(machine), "extensions", "lessons.js"),
        content: loaderText(join(hookFolder, "lessons-pi.cjs"), "export default", "() => {}"),
      },
    ],
    afterwards: "Restart Pi: it loads extensions when it starts.",
  },
  contextFile: "AGENTS.md",
  abilities: {
    start: "yes",
    subagent: { no: "Pi has no subagents." },
    compaction: "yes",
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: "yes",
    repairs: { no: "Pi has no environment file for its shell." },
    notice: { no: "Pi shows nothing of an extension's answer to the person." },
    "status line": { no: "Pi shows no status line of others." },
  },
};

function configFolder({ home }: Machine): string {
  return join(home, ".pi", "agent");
}
