import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { walkFiles } from "../../src/platform/files/walk-files.ts";
import { Program } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { correction, session } from "../scan/one-session.ts";

const canary = "ZanzibarCorp";

test("a text that is in every table and file is nowhere afterwards, and does not come back with a full scan", () => {
  const program = new Program();
  new Home(program.home).write(log);
  program.ok(["scan", "--auto"]);
  program.addLesson(`deploys of ${canary} need a ticket`);
  const planted = plantInTables(join(program.home, ".lessons/lessons.db"));
  program.ok(["backup"]);
  plantInFiles(join(program.home, ".lessons"));
  expect(planted).toBeGreaterThan(25);
  expect(placesOf(program).length).toBeGreaterThan(8);

  const { found, forgotten } = program.json(["forget", canary, "--yes"]) as unknown as Answer;
  expect(found.tables.map(({ table }) => table)).toEqual(
    expect.arrayContaining(["calls", "edits", "transitions", "review_changes", "evidence"]),
  );
  expect(found.files).toEqual(
    expect.arrayContaining(["spool/deliveries.jsonl", "review-sessions/x.json", "log/hook.log"]),
  );
  expect(forgotten).toMatchObject({ left: [] });
  expect(placesOf(program)).toEqual([]);

  program.ok(["scan", "--auto", "--full"]);
  expect(placesOf(program)).toEqual([]);
  expect(program.ok(["ledger", "--json"])).toContain("[redacted:forgotten]");
  expect(program.json(["privacy"])).toMatchObject({ forgettings: 1 });
  expect(program.ok(["search", "ticket"])).toContain("deploys of [forgotten] need a ticket");
  expect(program.run(["search", canary]).status).toBe(1);
});

test("a shared file of a project that still has it does not bring it back, and is named", () => {
  const program = new Program();
  const project = join(program.home, "api");
  mkdirSync(join(project, ".git"), { recursive: true });
  const shared = program.addLesson(`ask ${canary} first`);
  const other = program.addLesson("ask somebody first");
  program.ok(["share", shared, other], { cwd: project });
  program.ok(["forget", canary, "--yes"]);
  program.ok(["archive", other]);
  const scanned = program.json(["scan", "--auto"], { cwd: project });
  expect(placesOf(program)).toEqual([]);
  expect(scanned["projectFiles"]).toMatchObject({
    added: [],
    problems: [
      { place: `.lessons/lessons/${shared}.md`, problem: expect.stringContaining("forget") },
    ],
  });
});

test("history stays as it was for everybody else", () => {
  const program = new Program();
  const slug = program.addLesson(`ask ${canary} first`);
  program.ok(["forget", canary, "--yes"]);
  const database = new DatabaseSync(join(program.home, ".lessons/lessons.db"));
  try {
    expect(() => database.exec("UPDATE transitions SET because = 'x'")).toThrow("append-only");
    expect(() => database.exec("DELETE FROM transitions")).toThrow("append-only");
  } finally {
    database.close();
  }
  expect(slug).toContain("zanzibarcorp");
  expect(program.ok(["list"])).not.toMatch(/zanzibar/i);
});

test("it is said where it is, and nothing is changed without a yes; an agent may not even ask", () => {
  const program = new Program();
  program.addLesson(`ask ${canary} first`);
  expect(program.ok(["forget", canary, "--dry-run"])).toContain("lessons (1 row)");
  expect(program.run(["forget", canary])).toMatchObject({ status: 2 });
  expect(placesOf(program)).not.toEqual([]);
  expect(program.run(["forget", "nowhere-at-all", "--yes"])).toMatchObject({ status: 1 });
  expect(program.run(["forget", "abc", "--yes"]).err).toContain("too short");
  expect(program.run(["forget", "--pattern", "(a+)+$", "--yes"]).status).toBe(2);
  const agent = new Program({ CLAUDECODE: "1", HOME: program.home });
  expect(agent.run(["forget", canary, "--yes"]).err).toContain("an agent cannot");
  expect(placesOf(program)).not.toEqual([]);
});

test("a pattern forgets all that it matches", () => {
  const program = new Program();
  program.addLesson("tickets ACME-1234 and acme-77 are closed");
  program.ok(["forget", "--pattern", String.raw`acme-\d+`, "--yes"]);
  expect(program.ok(["list"])).toContain("tickets [forgotten] and [forgotten] are closed");
});

test.each(["confidence", "prefilter", "session", "github", "maxCandidatesPerScan"])(
  "a word that the program itself uses is forgotten, and the program goes on: %s",
  (word) => {
    const program = new Program();
    program.ok(["config", "set", "maxCandidatesPerScan", "7"]);
    mkdirSync(join(program.home, ".claude"));
    writeFileSync(join(program.home, ".claude/settings.json"), "{}\n");
    program.ok(["init", "--yes"]);
    program.addLesson(`never trust the ${word} of others`);
    const home = join(program.home, ".lessons");
    appendFileSync(spoolFile(home), `{"session":"s1","note":"a ${word} here"}\n`);
    program.runBuilt(["list"]);
    const programs = () =>
      walkFiles(home)
        .files.filter((name) => /^(?:hook|schemas|cache\/code)\//.test(name))
        .map((name) => [name, readFileSync(join(home, name), "latin1")]);
    const before = programs();

    program.ok(["forget", word, "--yes"]);
    expect(programs()).toEqual(before);
    expect(readFileSync(spoolFile(home), "utf8")).toBe(
      `{"session":"s1","note":"a ${"*".repeat(word.length)} here"}\n`,
    );
    expect(program.runBuilt(["list"]).out).toContain("never trust the [forgotten] of others");
    expect(program.ok(["config", "get", "maxCandidatesPerScan"])).toBe("7\n");
  },
);

function spoolFile(home: string): string {
  const file = join(home, "spool/deliveries.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

interface Answer {
  readonly found: {
    readonly tables: readonly { readonly table: string }[];
    readonly files: readonly string[];
  };
  readonly forgotten: object;
}

const log = session(1, [
  ...correction(`no, never push to ${canary} without asking me first`),
  {
    step: "shell",
    callId: "c1",
    command: `deploy --to ${canary.toLowerCase()}/prod`,
    exitStatus: 2,
    output: `error: ${canary} is not reachable`,
  },
]);

/** The files of our home that have it, in any capitals, in names too. */
function placesOf({ home }: Program): readonly string[] {
  const folder = join(home, ".lessons");
  return walkFiles(folder).files.filter((name) =>
    `${name}\n${readFileSync(join(folder, name), "latin1")}`
      .toLowerCase()
      .includes(canary.toLowerCase()),
  );
}

function plantInFiles(home: string): void {
  const files = {
    "spool/deliveries.jsonl": `${JSON.stringify({ v: 9, text: canary })}\n`,
    "log/hook.log": `2026-01-01T12:00:00.000Z could not read ${canary.toUpperCase()}\n`,
    "review-sessions/x.json": JSON.stringify({ quote: `"${canary}"` }),
    "sessions/s1/seen": `${canary}\n`,
    "cache/old.json": canary,
    // A store that nobody can open any more.
    "lessons.db.damaged-1": `SQLite format 3\0 junk ${canary} junk`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    if (name.endsWith(".jsonl")) appendFileSync(join(home, name), text);
    else writeFileSync(join(home, name), text);
  }
}

/** A row with it in every text column of every table that takes one, as the table's own rules allow. Returns how many columns. */
function plantInTables(file: string): number {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  let planted = 0;
  try {
    const tables = database
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%fts%' AND name NOT IN ('lessons', 'migrations', 'forgetting_now', 'forgotten_texts', 'forgettings')",
      )
      .all();
    for (const [number, { name, sql }] of tables.entries()) {
      const columns = database
        .prepare("SELECT name, type FROM pragma_table_info(?)")
        .all(String(name));
      const values = columns.map((column) =>
        column["type"] === "TEXT"
          ? textFor(String(column["name"]), String(sql), number)
          : integerFor(String(column["name"])),
      );
      const marks = columns.map(() => "?").join(", ");
      database.prepare(`INSERT OR REPLACE INTO "${String(name)}" VALUES (${marks})`).run(...values);
      planted += values.filter((value) => String(value).includes(canary)).length;
    }
  } finally {
    database.close();
  }
  return planted;
}

function textFor(column: string, sql: string, number: number): string | null {
  const [, choice] = new RegExp(`\\b${column} IN \\('([^']+)'`).exec(sql) ?? [];
  if (choice !== undefined) return choice;
  if (sql.includes(`json_valid(${column})`)) return JSON.stringify({ [canary]: [`a "${canary}"`] });
  const isReference = new RegExp(`\\b${column}\\s+TEXT[^,]*REFERENCES`).test(sql);
  const isId = sql.includes(`length(${column}) = 26`) && column === "id";
  if (isReference || isId) return "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  return `${canary} ${number}`;
}

/** References lead to the first row. */
function integerFor(column: string): number {
  return column === "number" ? 999_999 : 1;
}
