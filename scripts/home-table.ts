import type { Measured } from "./homes.ts";

/** Part of a whole: `whole` is the number of cases. An estimated part need not be a whole number. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** One figure of every home. */
export interface Column<Figures> {
  readonly head: string;
  /** A bare number is a count. */
  readonly of: (figures: Figures) => Share | number;
  /** Which end is the worse one. A size is neither good nor bad. */
  readonly worst?: "least" | "most";
  /** Counts of homes add up, unless the greatest of them says more. */
  readonly pooledBy?: "sum" | "most";
}

export interface Section<Figures> {
  readonly title: string;
  readonly text: string;
  /** The cases of the first column decide which home is the largest. */
  readonly columns: readonly [Column<Figures>, ...Column<Figures>[]];
}

/** A page of numbers: every column over all homes in one table, then a table with every home for each section. */
export function homePage<Figures>(
  introduction: string,
  sections: readonly Section<Figures>[],
  homes: readonly Measured<Figures>[],
): string {
  const overview = sections.flatMap(({ title, columns }) => {
    const { rest } = withoutLargest(homes, columns[0]);
    return columns.map((column) => [
      `${title}: ${column.head}`,
      pooled(column, homes),
      pooled(column, rest),
      median(column, homes),
      worst(column, homes),
    ]);
  });
  const heads = ["figure", "pooled", "without the largest home", "median home", "worst home"];
  return [
    introduction,
    `## All homes\n\n${markdownTable([heads, ...overview])}`,
    ...sections.map((section) => homeTable(section, homes)),
  ].join("\n");
}

function homeTable<Figures>(
  { title, text, columns }: Section<Figures>,
  homes: readonly Measured<Figures>[],
): string {
  const rows = homes.map(({ home, figures }) => [
    home,
    ...columns.map((column) => shown(column.of(figures))),
  ]);
  const { largest, rest } = withoutLargest(homes, columns[0]);
  const row = (head: string, of: (column: Column<Figures>) => string) => [head, ...columns.map(of)];
  const table = markdownTable([
    ["home", ...columns.map(({ head }) => head)],
    ...rows,
    row("**pooled**", (column) => pooled(column, homes)),
    row(`**without ${largest}**`, (column) => pooled(column, rest)),
    row("**median home**", (column) => median(column, homes)),
    row("**worst home**", (column) => worst(column, homes)),
  ]);
  return `## ${title}\n\n${text}\n\n${table}`;
}

function withoutLargest<Figures>(
  homes: readonly Measured<Figures>[],
  { of }: Column<Figures>,
): { readonly largest: string; readonly rest: readonly Measured<Figures>[] } {
  const [largest] = homes.toSorted(
    (one, other) => casesOf(of(other.figures)) - casesOf(of(one.figures)),
  );
  return { largest: largest?.home ?? none, rest: homes.filter((home) => home !== largest) };
}

function casesOf(cell: Share | number): number {
  return typeof cell === "number" ? cell : cell.whole;
}

function pooled<Figures>(
  { of, pooledBy = "sum" }: Column<Figures>,
  homes: readonly Measured<Figures>[],
): string {
  const cells = homes.map(({ figures }) => of(figures));
  const shares = cells.filter((cell) => typeof cell !== "number");
  if (shares.length > 0) return shown(sumOf(shares));
  const counts = cells.filter((cell) => typeof cell === "number");
  return `${pooledBy === "most" ? Math.max(0, ...counts) : counts.reduce((a, b) => a + b, 0)}`;
}

export function sumOf(shares: readonly Share[]): Share {
  return {
    part: shares.reduce((sum, { part }) => sum + part, 0),
    whole: shares.reduce((sum, { whole }) => sum + whole, 0),
  };
}

function median<Figures>(column: Column<Figures>, homes: readonly Measured<Figures>[]): string {
  const values = comparable(column, homes).map(({ value }) => value);
  const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
  if (low === undefined || high === undefined) return none;
  const middle = (low + high) / 2;
  return `${isCount(column, homes) ? middle : middle.toFixed(2)} (${values.length} homes)`;
}

function worst<Figures>(column: Column<Figures>, homes: readonly Measured<Figures>[]): string {
  const compared = comparable(column, homes);
  const found = column.worst === "least" ? compared[0] : compared.at(-1);
  if (column.worst === undefined || found === undefined) return none;
  return `${shown(column.of(found.figures))} ${found.home}`;
}

/** The homes from which a share says something, the least value first. */
function comparable<Figures>({ of }: Column<Figures>, homes: readonly Measured<Figures>[]) {
  return homes
    .flatMap(({ home, figures }) => {
      const cell = of(figures);
      if (typeof cell === "number") return [{ home, figures, value: cell }];
      return cell.whole < fewestCases ? [] : [{ home, figures, value: cell.part / cell.whole }];
    })
    .toSorted((one, other) => one.value - other.value);
}

/** A home with fewer cases is in its row and in the pool, but is neither the median nor the worst. */
export const fewestCases = 5;

function isCount<Figures>({ of }: Column<Figures>, homes: readonly Measured<Figures>[]): boolean {
  return homes.every(({ figures }) => typeof of(figures) === "number");
}

const none = "–";

function shown(cell: Share | number): string {
  if (typeof cell === "number") return `${cell}`;
  const { part, whole } = cell;
  const parts = Number.isInteger(part) ? `${part}` : part.toFixed(1);
  return whole === 0 ? none : `${(part / whole).toFixed(2)} (${parts}/${whole})`;
}

function markdownTable([heads = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = heads.map((_, index) => (index === 0 ? "---" : "---:"));
  return `${[heads, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
