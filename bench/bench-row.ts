/** One line of the table: what was done, what it took us, and what it is compared with. */
export interface BenchRow {
  /** Never changed: the page of figures finds its rows by it. */
  readonly id: string;
  readonly work: string;
  readonly us: number;
  readonly unit: "ms" | "MB" | "%";
  /** The least that it could take, measured in the same interleaved run. */
  readonly floor?: Measured | undefined;
  /** Another program that does the same. */
  readonly peer?: Measured | undefined;
  readonly asked?: Asked | undefined;
}

export interface Measured {
  readonly name: string;
  readonly value: number;
}

/** What we want to be true. */
export interface Asked {
  /** Of how many times the floor, of how fast beside it, of what is beyond it, or of the figure as it is. */
  readonly of: "times" | "speed" | "beyond" | "figure";
  readonly is: "at most" | "at least";
  readonly bound: number;
}

/** All that one run of `npm run bench` found. */
export interface BenchResults {
  readonly machine: {
    readonly node: string;
    readonly cores: number;
    readonly system: string;
    /** Before and after, over one minute: others worked beside us. */
    readonly load: readonly [before: number, after: number];
  };
  readonly rows: readonly BenchRow[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

/** The table, for a terminal as for a page. */
export function benchTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.work,
    figure(row.us, row.unit),
    row.floor === undefined ? "" : `${figure(row.floor.value, row.unit)} (${row.floor.name})`,
    row.peer === undefined ? "" : `${figure(row.peer.value, row.unit)} (${row.peer.name})`,
    comparedText(row),
    askedText(row),
  ]);
  const head = ["work", "us", "floor", "peer", "ratio", "asked"];
  const lines = [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

/** Undefined where nothing is asked for. */
export function isMet(row: BenchRow): boolean | undefined {
  const { asked } = row;
  const value = comparedValue(row);
  if (asked === undefined || value === undefined) return undefined;
  return asked.is === "at most" ? value <= asked.bound : value >= asked.bound;
}

function comparedValue({ us, floor, asked }: BenchRow): number | undefined {
  const of = asked?.of ?? "times";
  if (of === "figure") return us;
  if (floor === undefined) return undefined;
  return { times: us / floor.value, speed: floor.value / us, beyond: us - floor.value }[of];
}

function comparedText(row: BenchRow): string {
  const value = comparedValue(row);
  const of = row.asked?.of ?? "times";
  if (value === undefined || of === "figure") return "";
  return of === "beyond" ? `+${figure(value, row.unit)}` : `${value.toFixed(2)} ×`;
}

function askedText(row: BenchRow): string {
  const { asked, unit } = row;
  if (asked === undefined) return "";
  const isFigure = asked.of === "figure" || asked.of === "beyond";
  const bound = isFigure ? figure(asked.bound, unit) : `${asked.bound} ×`;
  const sign = asked.is === "at most" ? "≤" : "≥";
  return `${sign} ${asked.of === "beyond" ? "+" : ""}${bound}${isMet(row) === false ? ", not met" : ""}`;
}

/** As many digits as say something. */
export function figure(value: number, unit: BenchRow["unit"]): string {
  if (unit === "ms" && value >= 1000) return `${(value / 1000).toFixed(value < 10_000 ? 2 : 0)} s`;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
