import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  add,
  makeForeignDatabase,
  countingSystem,
  freshFolder,
  gitStash,
  versionBump,
} from "../../../test/kit/store.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { listLessons } from "../../lesson/table/list.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { resolvePaths } from "../../platform/paths.ts";
import { backUpStore, restoreStore } from "./back-up.ts";
import type { Context } from "../../platform/context.ts";

/** A home with one lesson, and its backup. */
async function home() {
  const paths = resolvePaths({ LESSONS_HOME: freshFolder() });
  const system = countingSystem();
  const context: Context = {
    database: openDatabase(paths.database, system.now()),
    system,
    config: configSchema.parse({}),
  };
  add(context, gitStash);
  const backup = await backUpStore(context, paths, {});
  const count = () => {
    const database = openDatabase(paths.database, system.now());
    const { total } = listLessons(database, { sort: "slug", limit: 1 });
    database.close();
    return total;
  };
  return { paths, system, context, backup, count };
}

test("a backup is taken while the store is in use, is private, and leaves no temporary file", async () => {
  const { paths, context, backup } = await home();
  const writer = openDatabase(paths.database, context.system.now());
  writer.exec("BEGIN IMMEDIATE; UPDATE lessons SET summary = 'half-way'");
  const second = await backUpStore(context, paths, { file: join(paths.home, "mine.db") });
  writer.exec("ROLLBACK");
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(existsSync(second)).toBe(true);
  expect(readdirSync(paths.backups)).toEqual([expect.stringMatching(/^lessons-\d{8}T\d{9}Z\.db$/)]);
});

test("a backup never overwrites a file", async () => {
  const { paths, context } = await home();
  const target = join(paths.home, "precious.txt");
  writeFileSync(target, "precious");
  await expect(backUpStore(context, paths, { file: target })).rejects.toThrow("already exists");
  expect(readFileSync(target, "utf8")).toBe("precious");
});

test("a healthy store is not overwritten without being told, and then a copy of it is kept", async () => {
  const { paths, system, context, count } = await home();
  add(context, versionBump);
  context.database.close();
  await expect(restoreStore(system, paths, { isReplacing: false })).rejects.toThrow(
    "is healthy and has 2 lessons",
  );
  expect(count()).toBe(2);
  const restored = await restoreStore(system, paths, { isReplacing: true });
  expect(restored).toMatchObject({
    lessons: 1,
    before: expect.stringContaining("before-restore-"),
  });
  expect(count()).toBe(1);
  const back = await restoreStore(system, paths, {
    file: restored.before ?? "",
    isReplacing: true,
  });
  expect(back.lessons).toBe(2);
  expect(count()).toBe(2);
});

test("a damaged store is replaced by the newest backup, and the damaged file is kept", async () => {
  const { paths, system, context, count, backup } = await home();
  context.database.close();
  const damaged = "SQLite format 3\0 broken".repeat(500);
  writeFileSync(paths.database, damaged);
  const restored = await restoreStore(system, paths, { isReplacing: false });
  expect(restored).toMatchObject({ from: backup, lessons: 1 });
  expect(readFileSync(restored.before ?? "", "utf8")).toBe(damaged);
  expect(count()).toBe(1);
  expect(statSync(paths.database).mode & 0o777).toBe(0o600);
});

test("a lost store is replaced by the newest backup", async () => {
  const { paths, system, context } = await home();
  context.database.close();
  const elsewhere = resolvePaths({ LESSONS_HOME: join(freshFolder(), "new") });
  const restored = await restoreStore(
    system,
    { ...elsewhere, backups: paths.backups },
    { isReplacing: false },
  );
  expect(restored).toMatchObject({ lessons: 1, before: undefined });
});

test.each([
  ["text", "the file is damaged"],
  ["", "the file is empty"],
])("what is no backup is not put in place: %j", async (content, reason) => {
  const { paths, system, count } = await home();
  const from = join(paths.home, "fake.db");
  writeFileSync(from, content);
  await expect(restoreStore(system, paths, { file: from, isReplacing: true })).rejects.toThrow(
    reason,
  );
  expect(count()).toBe(1);
});

test("a backup from a newer version is refused", async () => {
  const { paths, system, context, backup } = await home();
  const future = openDatabase(backup, system.now());
  future.exec("INSERT INTO migrations VALUES ('999-future', '2030')");
  future.close();
  await expect(restoreStore(system, paths, { file: backup, isReplacing: true })).rejects.toThrow(
    "newer version",
  );
  expect(listLessons(context.database, { sort: "slug", limit: 1 }).total).toBe(1);
});

test("a database of something else is neither a backup nor overwritten", async () => {
  const { paths, system, backup } = await home();
  const elsewhere = resolvePaths({ LESSONS_HOME: freshFolder() });
  makeForeignDatabase(elsewhere.database);
  await expect(
    restoreStore(system, elsewhere, { file: backup, isReplacing: true }),
  ).rejects.toThrow("belongs to another program");
  await expect(
    restoreStore(system, paths, { file: elsewhere.database, isReplacing: true }),
  ).rejects.toThrow("not a lessons database");
});

test("a store that is damaged in the middle is not backed up, and the newest sound backup is found", async () => {
  const { paths, system, context, backup, count } = await home();
  for (let number = 0; number < 300; number++) {
    add(context, {
      ...gitStash,
      kind: "pitfall",
      body: { mistake: `${number} ${"x".repeat(900)}`, remediation: "r" },
    });
  }
  context.database.close();
  const bytes = readFileSync(paths.database);
  bytes.fill(0xab, Math.floor(bytes.length * 0.7));
  writeFileSync(paths.database, bytes);
  writeFileSync(
    join(paths.backups, "lessons-29991231T000000000Z.db"),
    "SQLite format 3\0 broken".repeat(500),
  );
  const database = openDatabase(paths.database, system.now());
  await expect(backUpStore({ database, system }, paths, {})).rejects.toThrow("is damaged");
  database.close();
  expect(readdirSync(paths.backups).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(await restoreStore(system, paths, { isReplacing: false })).toMatchObject({
    from: backup,
    lessons: 1,
  });
  expect(count()).toBe(1);
});
