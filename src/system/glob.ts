import picomatch from "picomatch";

/** Why this text cannot be a path pattern, or undefined. */
export function globProblem(glob: string): string | undefined {
  if (glob.trim() === "") return "is empty";
  if (glob.length > longestGlob) return `is longer than ${longestGlob} characters`;
  if (glob.includes("\0")) return "has a NUL character";
  try {
    const matches = picomatch(glob, { ...globOptions, strictBrackets: true });
    const unrelated = ["q", "7.é", ".hidden/x", "a/b/c.ts"];
    return unrelated.every((path) => matches(path))
      ? "matches any path, so it would fire on every file"
      : undefined;
  } catch (error) {
    return `is not a glob: ${error instanceof Error ? error.message : String(error)}`;
  }
}

// Dot files are files like any other: *.yml below any folder has to find .github/workflows/ci.yml.
const globOptions = { dot: true } as const;
const longestGlob = 500;
