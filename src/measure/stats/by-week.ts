/** A week that begins on a Monday, in UTC. */
export interface WeekCount {
  readonly week: string;
  readonly count: number;
}

/** How many of these times lie in each week from the first to the last (two years of it), weeks without any included. */
export function countByWeek(times: readonly string[]): readonly WeekCount[] {
  const mondays = times.map(mondayOf);
  if (mondays.length === 0) return [];
  const counts = new Map<number, number>();
  for (const monday of mondays) counts.set(monday, (counts.get(monday) ?? 0) + 1);
  const inOrder = [...counts.keys()].toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [inOrder[0], inOrder.at(-1)];
  const weeks: WeekCount[] = [];
  for (let week = Math.max(first, last - mostWeeks * weekMs); week <= last; week += weekMs)
    weeks.push({
      week: new Date(week).toISOString().slice(0, 10),
      count: counts.get(week) ?? 0,
    });
  return weeks;
}

const weekMs = 7 * 86_400_000;
const mostWeeks = 103;
/** The first Monday that the clock of computers knows. */
const firstMonday = Date.UTC(1970, 0, 5);

function mondayOf(time: string): number {
  return firstMonday + Math.floor((Date.parse(time) - firstMonday) / weekMs) * weekMs;
}
