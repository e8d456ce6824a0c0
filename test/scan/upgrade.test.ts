import { expect, test } from "vitest";
import { moveLesson } from "../../src/lesson/move.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { migrations } from "../../src/platform/database/migrations.ts";
import { freshContext, noon } from "../kit/store.ts";
import { Home } from "./home.ts";
import { missingPython, session } from "./one-session.ts";

test("a store from before facts is brought up to date by its logs, and a person's decisions stay", () => {
  const home = new Home();
  for (const number of [1, 2]) home.write(session(number, missingPython(`toolu_${number}`)));
  const context = freshContext();
  const { database } = context;
  home.scan(context);
  const [found] = listLessons(database, { sort: "priority", limit: 10 }).lessons;
  moveLesson(context, found?.slug ?? "", { verdict: "approve", by: "person", because: "" });

  // As the version before left it: failures by their messages, without facts.
  database.exec(`
    UPDATE episodes SET details = json_remove(details, '$.fact'), block = 'Bash|python',
      cluster = 'Bash|python|command-not-found|python: command not found' WHERE details ->> 'is' = 'failure';
    UPDATE clusters SET block = 'Bash|python', cluster = 'Bash|python|command-not-found|python: command not found';
    UPDATE lessons SET content_hash = 'in other words';
    ALTER TABLE logs DROP COLUMN shell;
    ${["fact", "treatment", "model", "working_directory"].map((column) => `ALTER TABLE calls DROP COLUMN ${column}`).join(";")};
    DELETE FROM migrations WHERE name >= '010'`);
  migrate(database, noon, migrations);
  home.scan(context);

  expect(listLessons(database, { sort: "priority", limit: 10 }).lessons).toMatchObject([
    { slug: found?.slug, status: "active", sessionCount: 2 },
  ]);
});
