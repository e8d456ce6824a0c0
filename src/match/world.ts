import { bytesIn, ownPath, type ConditionField } from "../lesson/record/conditions.ts";
import { systemNamed, type OperatingSystem } from "../lesson/record/operating-system.ts";
import type { Condition } from "./conditions.ts";
import { type Moment, pathsOf, type Sight } from "./moment.ts";
import { remembered } from "./once.ts";
import { findPattern, mayBeAt } from "./pattern/find.ts";
import { writtenAs, type Pattern } from "./pattern/pattern.ts";
import { isAbsolute, pathForms, resolved } from "./paths.ts";
import type { ReadyConditions } from "./ready-lesson.ts";

/** What is so around a call, for conditions that ask. Whoever asks for lessons looks; each answer is looked for when it is asked. */
export interface World {
  readonly system: OperatingSystem | undefined;
  readonly shell: string | undefined;
  /** Of the agent, where the session tells it. */
  readonly model: () => string | undefined;
  /** What is at a whole path; undefined where nobody can say. */
  readonly look: (path: string) => Looked | undefined;
  /** Whether a call of the session failed with this fact. */
  readonly hasFailed: (fact: string) => boolean;
}

export type Looked =
  | { readonly is: "missing" | "folder" }
  | { readonly is: "file"; readonly bytes: number };

/**
 * Every condition that a lesson declares. Without a world, as in a replay of what was, nobody can say whether one holds:
 * `unknown` neither vetoes nor counts.
 */
export function judgeWorld(
  { conditions = {} }: { readonly conditions?: ReadyConditions | undefined },
  sight: Sight,
): readonly Condition[] {
  const judged: Condition[] = [];
  for (const name of Object.keys(conditions) as readonly ConditionField[]) {
    const values = conditions[name] ?? [];
    if (values.length > 0) judged.push(judgeOne(name, values, sight));
  }
  return judged;
}

/** Whether it is certain without an expression that the lesson is about other folders than the one that the agent is in. */
export function isElsewhere(
  { conditions }: { readonly conditions?: ReadyConditions | undefined },
  { moment }: Sight,
): boolean {
  const globs = conditions?.cwd;
  if (globs === undefined || globs.length === 0 || moment.world === undefined) return false;
  const forms = moment.workingDirectory === undefined ? [] : formsOfFolder(moment);
  return !globs.some((glob) => typeof glob !== "string" && mayBeAt(glob, forms));
}

function judgeOne(
  name: ConditionField,
  values: readonly (string | Pattern)[],
  sight: Sight,
): Condition {
  const declared = values.map(writtenAs);
  const { world } = sight.moment;
  if (world === undefined) return { name, declared, verdict: "unknown", found: [], points: 0 };
  const asked = rules[name]({ sight, world });
  const found = values.flatMap((value) => {
    const at = asked.find(value);
    return at === undefined ? [] : [{ declared: writtenAs(value), in: at }];
  });
  const verdict = found.length > 0 ? "matched" : "failed";
  return { name, declared, verdict, found, points: 0, instead: asked.is };
}

interface Around {
  readonly sight: Sight;
  readonly world: World;
}

/** What is there, in a few words, and where a value of the condition holds. */
interface Asked {
  readonly is?: string | undefined;
  readonly find: (value: string | Pattern) => string | undefined;
}

const rules: Readonly<Record<ConditionField, (around: Around) => Asked>> = {
  cwd: ({ sight: { moment } }) => {
    const { workingDirectory: folder } = moment;
    const forms = folder === undefined ? [] : formsOfFolder(moment);
    return { is: folder, find: (glob) => matching(glob, forms) };
  },
  pathMissing: (around) => ({
    find: (path) => {
      const places = placesOf(path, around);
      const areMissing = places.map((each) => around.world.look(each)?.is === "missing");
      // Seen from two folders, it is missing in both. Of the call's own paths one is enough.
      const isMissing = path === ownPath ? areMissing.includes(true) : !areMissing.includes(false);
      return isMissing ? places[areMissing.indexOf(true)] : undefined;
    },
  }),
  fileExists: (around) => ({
    find: (path) => placesOf(path, around).find((each) => isThere(around.world.look(each))),
  }),
  fileLargerThan: (around) => ({
    find: (size) => {
      const least = typeof size === "string" ? bytesIn(size) : undefined;
      return placesOf(ownPath, around).find((each) => {
        const looked = around.world.look(each);
        return least !== undefined && looked?.is === "file" && looked.bytes > least;
      });
    },
  }),
  isDirectory: (around) => ({
    find: (path) => placesOf(path, around).find((each) => around.world.look(each)?.is === "folder"),
  }),
  os: ({ world: { system } }) => ({
    is: system,
    find: (name) =>
      typeof name === "string" && systemNamed(name.toLowerCase()) === system ? system : undefined,
  }),
  shell: ({ world: { shell } }) => ({
    is: shell,
    find: (name) =>
      typeof name === "string" && name.toLowerCase() === shell?.toLowerCase() ? shell : undefined,
  }),
  model: ({ world }) => {
    const model = world.model();
    return { is: model, find: (glob) => matching(glob, model === undefined ? [] : [model]) };
  },
  failedInSession: ({ world }) => ({
    find: (fact) => (typeof fact === "string" && world.hasFailed(fact) ? fact : undefined),
  }),
};

/** The same for every lesson. */
const formsOfFolder = remembered((moment: Moment) =>
  pathForms(moment.workingDirectory ?? "", moment),
);

function matching(glob: string | Pattern, texts: readonly string[]): string | undefined {
  return typeof glob === "string" ? undefined : findPattern(glob, texts);
}

function isThere(looked: Looked | undefined): boolean {
  return looked?.is === "file" || looked?.is === "folder";
}

/** Where a path may be meant: the call's from its folder, others from the project and from that folder. */
function placesOf(path: string | Pattern, { sight }: Around): readonly string[] {
  if (typeof path !== "string") return [];
  const { moment } = sight;
  const { workingDirectory, projectRoot } = moment;
  const paths = path === ownPath ? pathsOf(moment.call).slice(0, mostPaths) : [path];
  const folders = path === ownPath ? [workingDirectory] : [projectRoot, workingDirectory];
  const places = paths.flatMap((each) => {
    // What a shell would put in its place is not known.
    if (/[$`*?]/.test(each)) return [];
    if (isAbsolute(each) || each.startsWith("~/")) return [each];
    return folders.flatMap((folder) => resolved(each, folder) ?? []);
  });
  return [...new Set(places)];
}

/** Each costs a look at the disk. */
const mostPaths = 5;
