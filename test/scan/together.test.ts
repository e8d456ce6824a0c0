import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { noon } from "../kit/store.ts";
import { hastyContext, Home } from "./home.ts";
import { missingPython, session } from "./one-session.ts";

test("a scan that another one overtakes between listing and reading doubles nothing", () => {
  const home = new Home();
  const files = [1, 2, 3].map((number) =>
    session(number, [...missingPython(`a${number}`), ...missingPython(`b${number}`)]),
  );
  const slow = hastyContext();
  for (const file of files) home.write(file, file.text.length / 2);
  home.scan(slow);
  for (const file of files) home.write(file);
  const database = openDatabase(slow.database.location() ?? "", noon);
  home.scan(slow, {
    inOrder: (tasks) => {
      home.scan({ ...slow, database });
      return tasks;
    },
  });
  expect(canonicalStore(database)).toEqual(home.scanned());
  database.close();
});
