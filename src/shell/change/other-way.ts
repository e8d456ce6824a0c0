import { parseCommandLine, type SimpleCommand } from "../command.ts";
import { commandHead, shapeOf } from "../shape.ts";
import { companions, everyday, looks } from "./call.ts";
import type { CommandChange } from "./change.ts";
import { shown } from "./difference.ts";
import { tokensOf, type Token } from "./tokens.ts";

/**
 * Another program that was used for the same thing: it works on something that the failed command named, too.
 * Undefined where nothing of the two is the same, because then nobody can tell what the later call was for.
 */
export function describeOtherWay(failed: SimpleCommand, later: string): CommandChange | undefined {
  const { isParsed, commands } = parseCommandLine(later);
  const named = new Set(operandsOf(failed).map(({ value }) => value));
  if (!isParsed || named.size === 0) return undefined;
  const other = commands.find(
    (command) =>
      command.program !== "" &&
      command.program !== failed.program &&
      !isLook(command, failed) &&
      operandsOf(command).some(({ value }) => named.has(value)),
  );
  if (other === undefined) return undefined;
  const [program = "", ...rest] = failed.text.split(" ");
  const [from, to] = [shown(program), shown(withoutEnd(headWithFlags(other), rest))];
  return {
    is: "program-replaced",
    before: failed.text,
    after: other.text,
    failed: failed.text,
    worked: other.text,
    advice: `Use ${to} instead of ${from}.`,
    fixWords: [],
    mistakeWords: [],
  };
}

/** What a command works on, as far as it says something: no flags, and nothing that stands in every second line. */
function operandsOf(command: SimpleCommand): readonly Token[] {
  const head = new Set(commandHead(shapeOf(command)).split(" "));
  return tokensOf(command)
    .slice(1)
    .filter(({ value }) => !head.has(value) && isTelling(value));
}

function isTelling(value: string): boolean {
  return value.length >= 3 && !value.startsWith("-") && !ordinary.test(value);
}

const ordinary =
  /^(?:\.{1,2}\/?(?:\.{3})?|\d{1,3}|HEAD|main|master|origin|true|false|all|null|\/dev\/\w+|\/tmp\/?|[{}[\]()|&;<>=!+*?$"'\\ -]+)$/u;

/**
 * Looking at what could not be changed is no other way. Where the failed command only looked itself, another one is, but
 * `ls` and `cat` are what anybody looks with next.
 */
function isLook(command: SimpleCommand, failed: SimpleCommand): boolean {
  const { program } = command;
  if (plainLooks.has(program)) return true;
  const isMinor =
    companions.has(program) || everyday.has(program) || looks.has(commandHead(shapeOf(command)));
  return isMinor && actsOn(failed);
}

/** `gh pr edit` and `tool deploy` do something; `fd -tf` and `yq .name` look. */
function actsOn({ text }: SimpleCommand): boolean {
  return /^[a-z][\w:-]*$/u.test(text.split(" ", 2)[1] ?? "");
}

const plainLooks: ReadonlySet<string> = new Set(
  "ls cat head tail echo printf cd pwd which type command test [ mkdir rm cp mv touch".split(" "),
);

/** `rg --files`, `gh api`, `python3 -m`: enough to type it again. */
function headWithFlags(command: SimpleCommand): string {
  const head = commandHead(shapeOf(command));
  if (head.includes(" ")) return head;
  const words = command.text.split(" ").slice(1);
  const flags = words.slice(
    0,
    words.findIndex((word) => !/^--?[A-Za-z][\w-]*$/u.test(word)),
  );
  return [command.program, ...flags.slice(0, mostFlags)].join(" ");
}

const mostFlags = 2;

/** `docker compose` of `docker compose up`, where `docker-compose up` failed: what follows in both was not replaced. */
function withoutEnd(head: string, rest: readonly string[]): string {
  const words = head.split(" ");
  for (let shared = Math.min(words.length - 1, rest.length); shared > 0; shared -= 1) {
    const end = words.slice(-shared);
    if (end.every((word, at) => word === rest[at])) return words.slice(0, -shared).join(" ");
  }
  return head;
}
