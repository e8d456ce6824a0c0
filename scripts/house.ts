import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { importTable } from "../test/architecture/import-table.ts";
import { readImports } from "../test/architecture/read-imports.ts";
import { walkOneFailure, type WalkStage } from "./house-walk.ts";

/**
 * The house in numbers: `node scripts/house.ts` prints the rooms with their files, lines and the rooms that they import,
 * then the files whose functions one failing call runs through on its way from the log line to "heeded".
 * ARCHITECTURE.md holds the map, and a test keeps it true.
 */
interface Room {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Other rooms that it uses; its commands are not counted, which may use any. */
  readonly imports: readonly string[];
}

const root = join(import.meta.dirname, "..");

/** In the order of the import table: a room uses those above it. */
const order = [...new Set(Object.keys(importTable).map((name) => name.split("/")[0] ?? ""))];

function readRooms(): readonly Room[] {
  const files = globSync("**/*.ts", { cwd: join(root, "src") }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const byRoom = Map.groupBy(files, roomOf);
  return order.flatMap((name) => {
    const own = byRoom.get(name);
    return own === undefined ? [] : [readRoom(name, own)];
  });
}

function readRoom(name: string, files: readonly string[]): Room {
  const used = new Set<string>();
  let lines = 0;
  for (const file of files) {
    const source = readFileSync(join(root, "src", file), "utf8");
    lines += source.split("\n").length - 1;
    if (file.includes("/commands/")) continue;
    for (const target of readImports(file, source))
      if (target?.startsWith(".") === true) used.add(roomOf(posix.join(dirname(file), target)));
  }
  const imports = order.filter((room) => room !== name && used.has(room));
  return { name, files: files.length, lines, imports };
}

function roomOf(file: string): string {
  return file.split("/")[0] ?? "";
}

/** ARCHITECTURE.md with the map as it is now. */
export function architecturePage(): string {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [start, end] = ["<!-- map -->\n", "<!-- end of map -->"];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error("ARCHITECTURE.md has no place for the map");
  const map = `\`\`\`\n${mapText(readRooms())}\n\`\`\`\n`;
  return `${page.slice(0, from + start.length)}\n${map}\n${page.slice(to)}`;
}

/** The map as ARCHITECTURE.md shows it. */
function mapText(rooms: readonly Room[]): string {
  const sum = (count: (room: Room) => number) => rooms.reduce((all, room) => all + count(room), 0);
  const rows = rooms.map(({ name, files, lines, imports }) => [
    name,
    String(files),
    thousands(lines),
    imports.join(" "),
  ]);
  const total = ["", String(sum(({ files }) => files)), thousands(sum(({ lines }) => lines)), ""];
  return [["room", "files", "lines", "imports"], ...rows, total]
    .map(([name = "", files = "", lines = "", imports = ""]) =>
      `${name.padEnd(10)}${files.padStart(6)}${lines.padStart(8)}  ${imports}`.trimEnd(),
    )
    .join("\n");
}

/** To the hundred, so that not every change makes the page of yesterday wrong. */
function thousands(lines: number): string {
  return `${(lines / 1000).toFixed(1)}k`;
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
