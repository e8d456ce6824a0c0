import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { atTop } from "./command-table.ts";

/** The same text with every command of ours as it works when it is typed here and now. */
export function asTyped(text: string, calledAs = "lessons"): string {
  return calledAs === "lessons" ? text : text.replace(ownCommand(), `${calledAs} `);
}

/** `lessons review`, and not the word in a sentence: a command of ours follows. A colour before it ends with a letter. */
function ownCommand(): RegExp {
  return new RegExp(
    `(?<=^|[^\\w/.-]|\\u001B\\[[\\d;]*m)lessons (?=(?:${atTop.map(({ name }) => name).join("|")}|help(?= [a-z])|--help)(?![\\w-]))`,
    "gu",
  );
}

/** How to call this program again: by its name where that is found, from a checkout as its scripts do. */
export function callableAs(environment: NodeJS.ProcessEnv, script: string): string {
  if (basename(script) === "lessons" || isOnPath(environment)) return "lessons";
  if (environment["npm_package_name"] === "lessons" && "npm_lifecycle_event" in environment)
    return "npm run lessons --";
  return `node ${/^[\w./-]+$/.test(script) ? script : `'${script}'`}`;
}

function isOnPath({ PATH = "" }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some(
    (folder) => folder !== "" && existsSync(join(folder, "lessons")),
  );
}
