import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The tests that start real agent programs. They are apart because those programs must be installed first. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: join(import.meta.dirname, "../kit/temporary-root.ts"),
    // A run of an agent takes one or two seconds of a core; a noisy machine gets ten times that.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
