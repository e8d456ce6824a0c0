import { spawn } from "node:child_process";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

/**
 * `npm run check`: formatting, lint, types and unused code, all at once. Each tool's output is printed in one piece,
 * and only where it found something; the exit status is 1 when any of them did.
 */
const tools = [["oxfmt", "--check", "."], ["oxlint"], ["tsc"], ["knip"]] as const;

const root = join(import.meta.dirname, "..");

const passed = await Promise.all(
  tools.map(async ([tool, ...options]) => {
    const { output, isFine } = await run(tool, options);
    const name = [tool, ...options].join(" ");
    process.stdout.write(isFine ? `${name}: fine\n` : `${name}: not fine\n${output}\n`);
    return isFine;
  }),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;

async function run(
  tool: string,
  options: readonly string[],
): Promise<{ readonly output: string; readonly isFine: boolean }> {
  const child = spawn(join(root, "node_modules/.bin", tool), options, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<string | number | null>((resolve) => {
    child.once("error", (error) => {
      resolve(error.message);
    });
    child.once("close", resolve);
  });
  const [printed, complained, status] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    ended,
  ]);
  const why = typeof status === "string" ? status : "";
  return { output: `${String(printed)}${String(complained)}${why}`, isFine: status === 0 };
}
