/**
 * How many sessions one run looks at. The usual 3 become 5 once there is a stock of observations, because new ones get
 * rarer; a number that somebody chose stays as it is.
 */
export function batchSizeFor(setting: number, observations: number): number {
  return setting === usual && observations >= stock ? later : setting;
}

const usual = 3;
const later = 5;
const stock = 15;
