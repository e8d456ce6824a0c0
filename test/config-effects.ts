/** Where a test proves that a setting does something. Who uses a setting adds its row. */
export interface ConfigEffect {
  readonly file: string;
  /** The name of the test. */
  readonly test: string;
}

export const configEffects: Readonly<Record<string, ConfigEffect>> = {
  minConfidence: {
    file: "src/app/move-lesson.test.ts",
    test: "approving raises the confidence to the one that is delivered, and says so in the breakdown",
  },
};
