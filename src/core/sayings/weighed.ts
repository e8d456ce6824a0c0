/** Something that speaks for (or against) a remark being a correction, and how much. */
export interface Weighed {
  readonly name: string;
  readonly weight: number;
}

export function sumOf(found: readonly Weighed[]): number {
  return found.reduce((total, { weight }) => total + weight, 0);
}
