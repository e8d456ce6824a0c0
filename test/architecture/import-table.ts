/** What a folder of `src` may import. The table is the architecture; the test only reads it. */
export interface FolderRule {
  /** Other folders of `src`, or single paths in them (`adapters/<agent>/hook-payload.ts`, `system/fault.ts`). */
  readonly folders: readonly string[];
  readonly packages: readonly string[];
  /** Node's own modules: none, or all but the ones that another folder has for itself. */
  readonly node: "none" | "any";
}

export const importTable: Readonly<Record<string, FolderRule>> = {
  core: { folders: [], packages: ["unbash", "@eslint-community/regexpp"], node: "none" },
  system: {
    folders: ["core"],
    packages: ["zod", "picomatch", "jsonc-parser", "yaml", "diff"],
    node: "any",
  },
  adapters: { folders: ["core", "system"], packages: [], node: "any" },
  ingest: { folders: ["core", "system", "adapters"], packages: [], node: "any" },
  render: { folders: ["core", "system", "adapters"], packages: ["yaml"], node: "any" },
  // What was captured is stored as it is: the SQL takes the types of the part that captures.
  store: { folders: ["core", "system", "ingest"], packages: [], node: "any" },
  compile: { folders: ["core", "system"], packages: [], node: "any" },
  review: { folders: ["core", "system"], packages: [], node: "any" },
  learn: { folders: ["core", "system"], packages: [], node: "any" },
  gates: { folders: ["core", "system"], packages: [], node: "any" },
  // What is measured is the episodes as they were captured.
  evaluate: { folders: ["core", "system", "ingest/episode.ts"], packages: [], node: "any" },
  hook: {
    folders: [
      "core",
      "adapters/<agent>/agent-name.ts",
      "adapters/<agent>/hook-answer.ts",
      "adapters/<agent>/hook-moment.ts",
      "adapters/<agent>/hook-payload.ts",
      "adapters/<agent>/settings-beside-plugin.ts",
      "system/names-in.ts",
      "system/pause.ts",
      "system/project-place.ts",
      "system/project-stack.ts",
      "system/unnamed-identity.ts",
    ],
    packages: [],
    node: "any",
  },
  app: {
    folders: [
      "core",
      "system",
      "adapters",
      "ingest",
      "render",
      "store",
      "compile",
      "review",
      "learn",
      "gates",
      "evaluate",
    ],
    packages: [],
    node: "any",
  },
  ui: {
    // A command that only asks the store asks it itself.
    folders: ["app", "core", "store", "system"],
    packages: ["commander", "@clack/prompts", "fast-string-width", "fast-wrap-ansi"],
    node: "any",
  },
};

/** Node modules that belong to one folder. */
export const reservedNodeModules: Readonly<Record<string, string>> = { "node:sqlite": "store" };

/** What a test beside the code may use on top. */
export const testPackages: readonly string[] = ["vitest", "fast-check"];
