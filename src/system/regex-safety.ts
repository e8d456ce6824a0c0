import { isPlainlyLinear } from "../core/linear-pattern.ts";
import type { Pattern } from "../core/pattern.ts";

/**
 * Whether a pattern can be matched in time that grows with the text and not faster. Most show it by
 * their form. The checker for the others is large and slow, so it is only loaded for them.
 */
export async function judgeRegexSpeed(pattern: Pattern): Promise<RegexSpeed> {
  if (isPlainlyLinear(pattern)) return { speed: "linear" };
  const { checkSync } = await loadChecker();
  const diagnostics = checkSync(pattern.source, pattern.flags, {
    timeout: patienceMs,
    randomSeed: 1,
  });
  if (diagnostics.status === "vulnerable")
    return { speed: "super-linear", complexity: diagnostics.complexity.summary };
  return { speed: diagnostics.status === "safe" ? "linear" : "unproven" };
}

export type RegexSpeed =
  | { readonly speed: "linear" }
  /** It would take `complexity` time on a text made for it. */
  | { readonly speed: "super-linear"; readonly complexity: string }
  /** The checker gave up. Lookaheads often end here. */
  | { readonly speed: "unproven" };

/** Measured: ordinary patterns take 15–1,500 ms; what is undecided then stays so for a long time. */
const patienceMs = 2000;

type Checker = Pick<typeof import("recheck"), "checkSync">;

/** The browser build: the one for Node wants a worker file beside it, which a bundle does not have. */
async function loadChecker(): Promise<Checker> {
  const loaded: Checker & { readonly default?: Checker } = await import("recheck/lib/browser.js");
  return loaded.default ?? loaded;
}
