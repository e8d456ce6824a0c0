import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pictures } from "../test/docs/pictures.ts";

/** `npm run pictures`: the pictures of the README, made anew from runs of the built program. */
const folder = join(import.meta.dirname, "../docs/pictures");
mkdirSync(folder, { recursive: true });
for (const [name, content] of await pictures()) writeFileSync(join(folder, name), content);
