import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // With the real agents: `npm run test:agents`.
    exclude: ["**/node_modules/**", "test/agents/**"],
    globalSetup: "test/kit/temporary-root.ts",
    // Two cores, and the command-line tests start processes of their own.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
