/**
 * How many sessions one run looks at. The usual 3 become 5 once there is a stock of observations, because new ones get
 * rarer; another number stays as it is. Whoever wants 3 for good cannot say so: take 2 or 4.
 */
export function batchSizeFor(setting: number, observations: number): number {
  return setting === usual && observations >= stock ? later : setting;
}

const usual = 3;
const later = 5;
const stock = 15;
