import type { Plugin } from "esbuild";

/**
 * What takes Node longest to load of its own, and most runs never call: loaded at the first call. So is what only uses it, and
 * no source file has to think of that. `load` is the expression that loads a module.
 */
export function atFirstCall(load: (name: string) => string): Plugin {
  return {
    name: "at-first-call",
    setup: (bundle) => {
      bundle.onResolve({ filter: /^node:(?:crypto|child_process|zlib)$/ }, ({ path, namespace }) =>
        namespace === "file" ? { path, namespace: "at-first-call", sideEffects: false } : undefined,
      );
      bundle.onLoad({ filter: /.*/, namespace: "at-first-call" }, ({ path }) => {
        const names = Object.entries({ ...process.getBuiltinModule(path) })
          .filter(([, value]) => typeof value === "function")
          .map(([name]) => name);
        return {
          contents: names
            .map((name) => `export const ${name} = (...given) => ${load(path)}.${name}(...given);`)
            .join("\n"),
        };
      });
    },
  };
}
