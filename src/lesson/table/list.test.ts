import fc from "fast-check";
import { expect, test } from "vitest";
import { add, freshContext, gitStash } from "../../../test/kit/store.ts";
import { law } from "../../../test/kit/law.ts";
import { inTransaction, queryOne } from "../../platform/database/database.ts";
import { statuses } from "../record/lifecycle.ts";
import { countMaybe, countWithStatus, listLessons } from "./list.ts";

const step = fc.oneof(
  fc.record({ does: fc.constant("add" as const) }),
  fc.record({ does: fc.constant("remove" as const), at: fc.nat(1) }),
  fc.record({
    does: fc.constant("set" as const),
    at: fc.nat(1),
    status: fc.constantFrom("candidate", "candidate", ...statuses),
    flags: fc.constantFrom("[]", '["maybe"]', '["needsHumanFix"]'),
    isUndone: fc.boolean(),
  }),
);

test("law: the counts are those of the lessons, whatever changes", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 8, maxLength: 16 }), (steps) => {
      const context = freshContext();
      const { database } = context;
      const change = (sql: string, at: number) =>
        database
          .prepare(`${sql} WHERE number = (SELECT number FROM lessons LIMIT 1 OFFSET ?)`)
          .run(at);
      let added = 0;
      for (const one of steps) {
        if (one.does === "add")
          add(context, {
            ...gitStash,
            kind: "pitfall",
            body: { mistake: `mistake ${(added += 1)}`, remediation: "use -u" },
          });
        if (one.does === "remove") {
          database.exec("PRAGMA foreign_keys = OFF");
          change("DELETE FROM lessons", one.at);
        }
        if (one.does !== "set") continue;
        const set = () =>
          change(
            `UPDATE lessons SET status = '${one.status}', flags = '${one.flags}',
               archive_reason = ${one.status === "archived" ? "'old'" : "NULL"},
               status_by = ${["active", "reviewed"].includes(one.status) ? "'person'" : "NULL"}`,
            one.at,
          );
        try {
          inTransaction(database, () => {
            set();
            if (one.isUndone) throw new Error("undone");
          });
        } catch {}
      }
      const count = (where: string) =>
        queryOne<{ n: number }>(database, `SELECT count(*) AS n FROM lessons WHERE ${where}`)?.n;
      for (const status of statuses)
        expect(countWithStatus(database, status)).toBe(count(`status = '${status}'`));
      expect(countMaybe(database)).toBe(count(`status = 'candidate' AND flags LIKE '%"maybe"%'`));
      const { total } = listLessons(database, {
        statuses: ["candidate", "active"],
        sort: "priority",
        limit: 1,
      });
      expect(total).toBe(count("status IN ('candidate', 'active')"));
    }),
    law({ quick: 40, deep: 1000 }),
  );
});
