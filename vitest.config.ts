import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "test/kit/temporary-root.ts",
    // Two cores, and the command-line tests start processes of their own.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
