import { statSync } from "node:fs";
import { join } from "node:path";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { userHome } from "../../platform/paths.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { repairs, type RepairName, valueProblem } from "./catalogue.ts";
import { programsIn, programWordsIn } from "./programs-in.ts";
import { safetyProblem, type SafetyPlace } from "./safety.ts";

/** A repair that facts of the store call for, and what it would have saved. */
export interface RepairOffer {
  readonly name: RepairName;
  /** Empty where there is nothing to choose, and where we know of none. */
  readonly value: string;
  readonly scope: string;
  /** What the facts are about: `zsh-glob`, `not-installed jq`. */
  readonly facts: readonly string[];
  readonly failedCalls: number;
  readonly sessions: number;
}

/** Where offers are made: whose machine it is, and which project. */
export interface OfferPlace {
  readonly environment: NodeJS.ProcessEnv;
  readonly project: LearningPlace;
  readonly safety: SafetyPlace;
}

/** Where a fact of the store calls for a repair: by its class, as lessons have it in `about`. */
export function callsForRepair(about: string): boolean {
  return /^(?:zsh-glob$|not-installed .|no-known-remote$)/u.test(about);
}

/** What the failed calls of the store call for on this machine and in this project, the most useful first. */
export function repairOffers(database: Database, place: OfferPlace): readonly RepairOffer[] {
  const failures = queryAll<Failure>(database, failuresQuery);
  const offers = [
    offer("zsh-globs", "", "machine", failures.filter(isGlob)),
    offer("zsh-equals", "", "machine", failures.filter(isEquals)),
    ...pathOffers(database, failures, place),
    repositoryOffer(database, failures, place),
  ];
  return offers
    .filter(({ failedCalls }) => failedCalls > 0)
    .toSorted((one, other) => other.failedCalls - one.failedCalls);
}

interface Failure {
  readonly fact: string;
  readonly said: string;
  readonly command: string | null;
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId: string | null;
}

const failuresQuery = `
  SELECT calls.fact, coalesce(calls.signature, '') || ' ' || coalesce(calls.error_head, '') AS said, calls.command,
         logs.agent, logs.session_id AS sessionId, logs.project_id AS projectId
  FROM calls JOIN logs ON logs.number = calls.log
  WHERE calls.is_copy = 0 AND calls.treatment IS NULL
    AND (calls.fact IN ('zsh-glob', 'no-known-remote') OR calls.fact GLOB 'not-installed ?*')`;

function offer(
  name: RepairName,
  value: string,
  scope: string,
  failures: readonly Failure[],
): RepairOffer {
  return {
    name,
    value,
    scope,
    facts: [...new Set(failures.map(({ fact }) => fact))].toSorted(),
    failedCalls: failures.length,
    sessions: new Set(failures.map(sessionKey)).size,
  };
}

/** `(eval):1: == not found`: zsh looked for a program of that name. */
function isEquals({ fact, said }: Failure): boolean {
  return fact === "zsh-glob" && /(?:^|\s)=\S* not found/u.test(said) && !noMatch.test(said);
}

/** Passing on what matches nothing also passes on what names no program. What zsh calls a bad pattern stays one. */
function isGlob({ fact, said }: Failure): boolean {
  return fact === "zsh-glob" && (noMatch.test(said) || !said.includes("bad pattern"));
}

const noMatch = /no match(?:es found)?:/u;

/** Folders that hold a program which was not found: where it was called by its path, and where people install programs. */
function pathOffers(
  database: Database,
  failures: readonly Failure[],
  { environment, safety }: OfferPlace,
): readonly RepairOffer[] {
  const byProgram = Map.groupBy(
    failures.filter(({ fact }) => fact.startsWith(notInstalled)),
    ({ fact }) => fact.slice(notInstalled.length),
  );
  const programs = [...byProgram.keys()].filter((name) => programShape.test(name));
  if (programs.length === 0) return [];
  const home = userHome(environment);
  const folders = new Set([
    ...usualFolders.map((folder) => join(home, folder)),
    ...seenFolders(database, new Set(programs), home),
  ]);
  return [...folders].slice(0, mostFolders).flatMap((folder) => {
    const there = programs.slice(0, mostPrograms).filter((name) => isProgram(join(folder, name)));
    if (there.length === 0 || valueProblem(repairs.path, folder) !== undefined) return [];
    if (safetyProblem({ name: "path", value: folder }, safety) !== undefined) return [];
    const saved = there.flatMap((name) => byProgram.get(name) ?? []);
    return [offer("path", folder, "machine", saved)];
  });
}

const notInstalled = "not-installed ";
const programShape = /^[\w.+-]{1,60}$/u;
const mostFolders = 200;
const mostPrograms = 500;

const usualFolders = [
  ".local/bin",
  "bin",
  "go/bin",
  ".cargo/bin",
  ".bun/bin",
  ".deno/bin",
  ".npm-global/bin",
  ".local/share/mise/shims",
  ".asdf/shims",
  ".volta/bin",
  ".pyenv/shims",
  ".rbenv/shims",
];

/** The ledger has `~` for the person's home, in whichever way the agent wrote it. */
function seenFolders(
  database: Database,
  programs: ReadonlySet<string>,
  home: string,
): readonly string[] {
  const rows = queryAll<{ command: string }>(
    database,
    `SELECT DISTINCT command FROM calls
     WHERE tool = 'Bash' AND outcome = 'ok' AND (command GLOB '*/*' OR command GLOB '*~/*')`,
  );
  return rows.flatMap(({ command }) =>
    programWordsIn(command).flatMap((word) => {
      const at = word.lastIndexOf("/");
      if (at <= 0 || !programs.has(word.slice(at + 1))) return [];
      const folder = word.slice(0, at).replace(/^(?:~|\/(?:home|Users)\/\[user\])(?=\/|$)/u, home);
      return folder.startsWith("/") ? [folder] : [];
    }),
  );
}

function isProgram(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && found.isFile() && (found.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

function repositoryOffer(
  database: Database,
  failures: readonly Failure[],
  { project }: OfferPlace,
): RepairOffer {
  const here = failures.filter(
    ({ fact, projectId, command }) =>
      fact === "no-known-remote" &&
      projectId === project.projectId &&
      programsIn(command ?? "").includes("gh"),
  );
  return offer("gh-repo", repositoryOf(database, project) ?? "", project.scope, here);
}

/** The repository of a project: what made such calls work, else where it was cloned from, if that may be GitHub. */
export function repositoryOf(
  database: Database,
  { scope, root }: Pick<LearningPlace, "scope" | "root">,
): string | undefined {
  const rows = queryAll<{ fix: string | null }>(
    database,
    "SELECT fix ->> 'to' AS fix FROM lessons WHERE scope = ? AND about = 'no-known-remote'",
    scope,
  );
  const named = rows.flatMap(
    ({ fix }) => /(?:^|\s)(?:-R|--repo)[ =](\S+)/u.exec(fix ?? "")?.[1] ?? [],
  );
  const [host = "", ...path] = (projectPlace(root).id ?? "").split("/");
  const cloned = /github/iu.test(host) ? [path.join("/")] : [];
  return [...named, ...cloned].find((name) => valueProblem(repairs["gh-repo"], name) === undefined);
}
