import { printStatusline } from "./print-statusline.ts";

// A program of its own beside the hook: what runs at every turn starts without the loader of modules.
printStatusline(process.env);
