import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import stringWidth from "fast-string-width";
import { hang } from "./layout.ts";
import { atTop } from "./command-table.ts";

/**
 * The same text with every command of ours as it works when it is typed here and now. A line that grows past the width by it is
 * wrapped again, below where its text began.
 */
export function asTyped(text: string, calledAs = "lessons", width = Infinity): string {
  if (calledAs === "lessons") return text;
  const own = ownCommand();
  return text
    .split("\n")
    .map((line) => {
      const typed = line.replace(own, `${calledAs} `);
      return typed === line ? line : refit(typed, width);
    })
    .join("\n");
}

/** A line that fits, or is wrapped at the column of its text: behind a label and two spaces, or where it begins. */
export function refit(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const label = /^ *\S+(?: \S+)* {2,}(?=\S)/u.exec(line)?.[0] ?? "";
  const before = stringWidth(label) <= width / 2 ? label : "";
  const start = before === "" ? (/^ */u.exec(line)?.[0] ?? "") : before;
  return hang(start, line.slice(start.length), { column: stringWidth(start), width });
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
