import { allCommands } from "./commands.ts";
import { start } from "./start.ts";

await start(allCommands);
