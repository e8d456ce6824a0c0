import { everydayCommands } from "./everyday-commands.ts";
import { start } from "./start.ts";

void start(everydayCommands);
