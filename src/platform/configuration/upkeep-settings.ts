/** What upkeep looks for, by the names in the configuration. */
export interface UpkeepSettings {
  readonly daily: boolean;
  readonly drafts: Retirement;
  readonly draftExpiryDays: number;
  readonly expired: Retirement;
  readonly superseded: Retirement;
  readonly unhelpful: Retirement;
  /** Of the deliveries. */
  readonly unhelpfulShare: number;
  /** Fewer bad words than that are chance. */
  readonly unhelpfulLeast: number;
  readonly neverMatched: boolean;
  readonly neverMatchedDays: number;
  readonly missingFiles: boolean;
  readonly deadTriggers: boolean;
  readonly inflation: boolean;
}

/** How far a rule that can archive may go by itself. */
export const retirements = ["off", "propose", "archive"] as const;
export type Retirement = (typeof retirements)[number];

export const upkeepDefaults: UpkeepSettings = {
  daily: true,
  drafts: "off",
  draftExpiryDays: 30,
  expired: "propose",
  superseded: "propose",
  unhelpful: "propose",
  unhelpfulShare: 0.5,
  unhelpfulLeast: 3,
  neverMatched: true,
  neverMatchedDays: 90,
  missingFiles: true,
  deadTriggers: true,
  inflation: true,
};
