import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { terminalSvg } from "../../scripts/terminal-svg.ts";
import { ScreenSession } from "../kit/screen-session.ts";
import { freshFolder } from "../kit/store.ts";

const root = join(import.meta.dirname, "../..");
const size = { columns: 96, rows: 23 };

/**
 * The three pictures of the README, from real runs of the built program over the sessions in `examples/home`: what comes back,
 * the review, and a session after it. Slugs and dates that differ from run to run are not in them.
 */
export async function pictures(): Promise<ReadonlyMap<string, string>> {
  const home = freshFolder();
  cpSync(join(root, "examples/home"), home, { recursive: true });
  mkdirSync(join(home, "bin"));
  symlinkSync(join(root, "dist/lessons.js"), join(home, "bin/lessons"));
  const path = [join(home, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  const environment = { HOME: home, PATH: path };
  return new Map([
    ["comes-back.svg", svg("lessons start", comesBack(environment))],
    ["review.svg", svg("lessons review", await review(environment))],
    ["next-session.svg", svg("the next session", nextSession(environment))],
  ]);
}

type Environment = Readonly<Record<string, string>>;

function svg(title: string, text: string): string {
  return terminalSvg(text, { title, columns: size.columns });
}

/** Only the part about mistakes: what was read and how fast differs. */
function comesBack(environment: Environment): string {
  const shown = inTerminal(environment, "lessons start --yes");
  const [, part = ""] = /^(.*Repeated mistakes[\s\S]*?)\n\n/mu.exec(shown) ?? [];
  return part;
}

async function review(environment: Environment): Promise<string> {
  const screen = new ScreenSession(["lessons", "review"], size, environment);
  await screen.until((text) => text.includes("docker-compose"), "docker-compose");
  await screen.type("\r", "from the log");
  const styled = screen.styled();
  screen.close();
  return styled;
}

/** What the agent and the person see: the answers of the hook, to the letter but for names of lessons. */
function nextSession(environment: Environment): string {
  inTerminal(environment, "lessons init --yes --no-starter --no-statusline");
  inTerminal(environment, "lessons review --plain");
  inTerminal(environment, "lessons review 'approve 1 fix, approve 2 3' --yes");
  const about = { session_id: "next", cwd: "/srv/shop" };
  const start = hook(environment, ["SessionStart"], {
    ...about,
    hook_event_name: "SessionStart",
    source: "startup",
  });
  const call = hook(environment, ["PreToolUse", "bash"], {
    ...about,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command: "docker-compose up -d" },
  });
  const card = /### Known here[^\n]*\n(?:- [^\n]*\n)+/u.exec(start.read)?.[0].trimEnd() ?? "";
  return [
    bold("$ claude"),
    dim(`  ${start.shown}`),
    "",
    dim("  The agent reads:"),
    ...card.split("\n").map((line) => `  ${line}`),
    "",
    bold("> start the shop"),
    "",
    "● Bash(docker-compose up -d)",
    ...call.shown
      .replace(/ \(lessons show [^)]*\)/u, "")
      .split(/(?<=\.) /u)
      .map((sentence) => dim(`  ${sentence}`)),
    green(`  $ ${call.runs}`),
  ].join("\n");
}

interface HookAnswer {
  readonly read: string;
  readonly shown: string;
  readonly runs: string;
}

function hook(environment: Environment, args: readonly string[], payload: object): HookAnswer {
  const { stdout } = spawnSync(
    join(environment["HOME"] ?? "", ".lessons/hook/lessons-hook"),
    args,
    {
      env: environment,
      input: JSON.stringify(payload),
      encoding: "utf8",
    },
  );
  const { hookSpecificOutput: said, systemMessage = "" } = JSON.parse(stdout);
  return {
    read: said.additionalContext ?? "",
    shown: systemMessage,
    runs: said.updatedInput?.command ?? "",
  };
}

/** What a command writes to a real terminal, with its colours. */
function inTerminal(environment: Environment, line: string): string {
  const { stdout } = spawnSync(
    "script",
    ["-qec", `stty cols ${size.columns} rows 40; ${line}`, "/dev/null"],
    {
      cwd: environment["HOME"],
      env: { ...environment, TERM: "xterm-256color" },
      encoding: "utf8",
    },
  );
  return stdout.replaceAll("\r\n", "\n").replaceAll(/^.*\r\u001B\[K/gmu, "");
}

const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;
const dim = (text: string) => `\u001B[2m${text}\u001B[22m`;
const green = (text: string) => `\u001B[32m${text}\u001B[39m`;
