import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { configDefaults } from "../../platform/configuration/settings.ts";
import { historyOfKnownEffects } from "../../../test/stats/known-effects.ts";
import { recentEffects } from "./recent-effects.ts";

test("what was heeded and repeated is counted over all sessions of a time, not over the last one", () => {
  const { history } = historyOfKnownEffects();
  const { program } = history;
  program.ok(["scan"]);
  const { deliveries: effects } = program.json(["stats"]) as {
    deliveries: Record<string, number>;
  };
  const database = openDatabase(join(program.home, ".lessons/lessons.db"), "2027-01-01T00:00:00Z");
  const within = (since: string, now: string) =>
    recentEffects({ database, config: configDefaults }, { since, now });
  try {
    const { delivered, sessions, heeded, fixed, repeated } = effects;
    expect(within("", "9999")).toEqual({ delivered, sessions, heeded, fixed, repeated });
    expect(heeded).toBeGreaterThan(1);
    expect(within("9998", "9999")).toMatchObject({ delivered: 0, heeded: 0 });
    expect(within("", "2000")).toMatchObject({ delivered: 0, heeded: 0 });
  } finally {
    database.close();
  }
});
