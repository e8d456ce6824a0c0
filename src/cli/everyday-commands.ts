import { dashboardName } from "./command-table.ts";
import type { Commands } from "./program.ts";

/** What is run many times a day, and must be there at once: these are built into one file (`scripts/build.ts`). */
export const everydayCommands = {
  [dashboardName]: async () => (await import("../care/commands/dashboard.ts")).dashboardCommand,
  add: async () => (await import("../lesson/commands/add.ts")).addCommand,
  list: async () => (await import("../lesson/commands/list.ts")).listCommand,
  show: async () => (await import("../lesson/commands/show.ts")).showCommand,
  scan: async () => (await import("../capture/commands/scan.ts")).scanCommand,
  search: async () => (await import("../lesson/commands/list.ts")).searchCommand,
} satisfies Commands;
