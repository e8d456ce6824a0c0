import { scanCommands } from "./everyday-commands.ts";
import { start } from "./start.ts";

void start(scanCommands);
