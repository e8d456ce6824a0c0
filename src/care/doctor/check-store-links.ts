import { looseRows, rebuildSearch, rebuildTags, searchProblem, tagProblem } from "./store-links.ts";
import type { Examined, Finding } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** What SQLite does not see by itself: rows without the row that they belong to, and derived tables out of step. */
export function checkStoreLinks({ open }: Checkup): Examined {
  if (open === undefined) return { findings: [] };
  const { database } = open.context;
  const findings: Finding[] = [];
  const loose = looseRows(database);
  if (loose.length > 0) {
    const tables = loose.map(({ table, rows }) => `${table} (${rows})`).join(", ");
    findings.push({
      check: "store-links",
      severity: "broken",
      text: `rows that belong to nothing in ${tables}`,
      hint: "lessons restore-backup --replace goes back to the newest sound backup; lessons export first saves what is there",
    });
  }
  if (searchProblem(database)) {
    findings.push({
      check: "search-index",
      severity: "warning",
      text: "the search index is out of step with the lessons: searches miss some or name wrong ones",
      hint: "lessons doctor --fix makes it again",
      fix: () => {
        rebuildSearch(database);
        return "made the search index again";
      },
    });
  }
  if (tagProblem(database)) {
    findings.push({
      check: "tags",
      severity: "warning",
      text: "the table of tags is out of step with the lessons: filters by tag miss some",
      hint: "lessons doctor --fix makes it again",
      fix: () => {
        rebuildTags(database);
        return "made the table of tags again";
      },
    });
  }
  return { findings };
}
