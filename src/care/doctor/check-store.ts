import { Fault } from "../../platform/fault.ts";
import type { Examined, Finding } from "./finding.ts";
import { counted } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Whether the database is there, ours, and sound by SQLite's own word. */
export function checkStore({ storeState, paths }: Checkup): Examined {
  if (storeState instanceof Fault)
    return { findings: [broken(storeState.message, storeState.hint)] };
  switch (storeState.state) {
    case "healthy":
      return {
        findings: [],
        fine: `sound, ${counted(storeState.lessons, "lesson", "lessons")}`,
      };
    case "absent":
    case "empty":
      return {
        findings: [
          {
            ...broken(
              `there is no store yet: ${paths.database}`,
              "lessons start shows what there is to learn from",
            ),
            severity: "note",
          },
        ],
      };
    case "foreign":
      return {
        findings: [
          broken(
            `${paths.database} is a database of something else`,
            "move it away, or set LESSONS_HOME to another folder",
          ),
        ],
      };
    case "damaged":
      return {
        findings: [
          broken(
            `the store is damaged: ${storeState.problem}`,
            "lessons restore-backup puts the newest sound backup in its place, and keeps the damaged file beside it",
          ),
        ],
      };
  }
}

function broken(text: string, hint: string): Finding {
  return { check: "store", severity: "broken", text, hint };
}
