import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { readImports } from "../test/architecture/read-imports.ts";
import { walkOneFailure, type WalkStage } from "./house-walk.ts";

/**
 * The house in numbers: `node scripts/house.ts` prints the rooms with their files, lines and the rooms that they import,
 * then the files whose functions one failing call runs through on its way from the log line to "heeded".
 * ARCHITECTURE.md holds the map, and a test keeps it true.
 */
export interface Room {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Of other rooms, the most used first; what only the commands of the room need is not counted. */
  readonly imports: readonly string[];
}

const root = join(import.meta.dirname, "..");

export function readRooms(): readonly Room[] {
  const files = globSync("**/*.ts", { cwd: join(root, "src") })
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
  const byRoom = Map.groupBy(files, (file) => file.split("/")[0] ?? "");
  return [...byRoom].map(([name, own]) => {
    const uses = new Map<string, number>();
    let lines = 0;
    for (const file of own) {
      const source = readFileSync(join(root, "src", file), "utf8");
      lines += source.split("\n").length - 1;
      if (file.includes("/commands/")) continue;
      for (const target of readImports(file, source)) {
        if (target === undefined || !target.startsWith(".")) continue;
        const room = posix.join(dirname(file), target).split("/")[0] ?? "";
        if (room !== name) uses.set(room, (uses.get(room) ?? 0) + 1);
      }
    }
    const imports = [...uses].toSorted(([, one], [, other]) => other - one).map(([room]) => room);
    return { name, files: own.length, lines, imports };
  });
}

/** The map as ARCHITECTURE.md shows it. */
export function mapText(rooms: readonly Room[]): string {
  const sum = (count: (room: Room) => number) => rooms.reduce((all, room) => all + count(room), 0);
  const rows = rooms.map(({ name, files, lines, imports }) => [
    name,
    String(files),
    String(lines),
    imports.join(" "),
  ]);
  const total = ["", String(sum(({ files }) => files)), String(sum(({ lines }) => lines)), ""];
  return [["room", "files", "lines", "imports"], ...rows, total]
    .map(([name = "", files = "", lines = "", imports = ""]) =>
      `${name.padEnd(10)}${files.padStart(6)}${lines.padStart(8)}  ${imports}`.trimEnd(),
    )
    .join("\n");
}

function walkText(stages: readonly WalkStage[]): string {
  const all = new Set(stages.flatMap(({ files }) => files));
  const rows = stages.map(
    ({ name, files }) => `${name.padEnd(28)}${String(files.length).padStart(4)}`,
  );
  return [...rows, `${"in all".padEnd(28)}${String(all.size).padStart(4)}`].join("\n");
}

if (import.meta.main) {
  process.stdout.write(`${mapText(readRooms())}\n`);
  if (!process.argv.includes("--map")) {
    const stages = walkOneFailure();
    process.stdout.write(
      `\nOne failing call, from its log line to "heeded":\n${walkText(stages)}\n`,
    );
    if (process.argv.includes("--files"))
      for (const { name, files } of stages)
        process.stdout.write(`\n${name}\n${files.map((file) => `  ${file}\n`).join("")}`);
  }
}
