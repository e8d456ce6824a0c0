import { defineConfig } from "vitest/config";

/** What starts processes, terminals and shells, of ours (from `dist/`) or of the system. */
const withProcesses = [
  "test/cli/**/*.test.ts",
  "test/docs/**/*.test.ts",
  "test/fuzz/{payloads,kills}.test.ts",
  "test/homes/home-accuracy.test.ts",
  "test/hook/**/*.test.ts",
  "test/hostile/**/*.test.ts",
  "test/scan/{background,killed,long-line}.test.ts",
  "test/tui/terminal.test.ts",
  "test/{package,plugin}.test.ts",
];

// With the real agents: `npm run test:agents`.
const never = ["**/node_modules/**", "test/agents/**"];

export default defineConfig({
  test: {
    globalSetup: "test/kit/temporary-root.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each worker loads the source once, for all of its files: no test changes what others see of its process.
    isolate: false,
    // Vitest would leave a core to itself, and it has next to nothing to do.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...never, ...withProcesses],
        },
      },
      {
        extends: true,
        test: { name: "program", include: withProcesses, exclude: never },
      },
    ],
  },
});
