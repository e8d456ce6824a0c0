import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseScope, type Scope } from "../../lesson/record/lesson.ts";
import { projectPlace, type ProjectPlace } from "../../platform/project/place.ts";
import { projectStack } from "../../platform/project/stack.ts";
import type { CacheIndex } from "../compile/cache-index.ts";
import type { HookHome } from "./home.ts";
import { noteFile, type SessionNote } from "./session-note.ts";

/** Finds out where a session works, and writes it down for its calls. */
export async function noteProject(
  home: HookHome,
  folder: string,
  {
    workingDirectory,
    model,
  }: { readonly workingDirectory: string; readonly model: string | undefined },
  index: CacheIndex | undefined,
): Promise<SessionNote> {
  const place = projectPlace(workingDirectory);
  const { root } = place;
  const project = knownAs(index?.projects[root], place.id) ?? (await identify(place));
  const note: SessionNote = {
    project,
    projectRoot: root,
    stack: projectStack(root),
    model,
    isLasting: true,
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const scratch = join(folder, `.${noteFile}.${process.pid}`);
  writeFileSync(scratch, JSON.stringify(note), { mode: 0o600 });
  renameSync(scratch, join(folder, noteFile));
  // For sessions whose start we do not see: the next compilation takes it over.
  if (project !== undefined && index?.projects[root] !== project) noteFolder(home, root, project);
  return note;
}

/** What we called this folder before, as long as it was not cloned from somewhere else since. */
function knownAs(known: string | undefined, id: string | undefined): Scope | undefined {
  if (known === undefined || (id !== undefined && known !== `project:${id}`)) return undefined;
  return parseScope(known);
}

/** What this takes is loaded when it is needed: asking git takes longer than all the rest. */
async function identify(place: ProjectPlace): Promise<Scope | undefined> {
  const { redacted } = await import("./redacted.ts");
  const id =
    place.id ?? (await import("../../platform/project/unnamed-identity.ts")).unnamedIdentity(place);
  return parseScope(`project:${redacted(id)}`);
}

/** A folder that is noted already is not noted again at every start until then. */
function noteFolder({ folder }: HookHome, root: string, project: string): void {
  if (/[\t\r\n]/.test(root)) return;
  const file = join(folder, "projects.tsv");
  const line = `${root}\t${project}\n`;
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (known.slice(known.lastIndexOf(`${root}\t`)).startsWith(line)) return;
  if (known.length < longestNotes) {
    appendFileSync(file, line, { mode: 0o600 });
    return;
  }
  const scratch = `${file}.${process.pid}`;
  writeFileSync(scratch, known.slice(known.indexOf("\n", known.length / 2) + 1) + line, {
    mode: 0o600,
  });
  renameSync(scratch, file);
}

const longestNotes = 262_144;
