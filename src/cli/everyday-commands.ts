import { dashboardName } from "./command-table.ts";
import type { Commands } from "./program.ts";

/** What is run many times a day, and must be there at once: these are built into one file, of which a call runs little (`scripts/build.ts`). */
export const everydayCommands = {
  [dashboardName]: async () => (await import("../care/commands/dashboard.ts")).dashboardCommand,
  add: async () => (await import("../lesson/commands/add.ts")).addCommand,
  list: async () => (await import("../lesson/commands/list.ts")).listCommand,
  show: async () => (await import("../lesson/commands/show.ts")).showCommand,
  search: async () => (await import("../lesson/commands/list.ts")).searchCommand,
} satisfies Commands;

/** Also often, but it runs for longer and uses most of what it has: built into a file of its own, as one piece. */
export const scanCommands = {
  scan: async () => (await import("../capture/commands/scan.ts")).scanCommand,
} satisfies Commands;
