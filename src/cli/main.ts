import { endInTime } from "../platform/process/lifetime.ts";
import { run } from "./run.ts";
import { realTerminal } from "./terminal.ts";

endQuietlyWhenNobodyReads();
await endInTime(process.env);
process.exitCode = await run(process.argv.slice(2), realTerminal());

/** `lessons list | head -1`: the reader has seen enough. Whoever closed standard error does not want to hear. */
function endQuietlyWhenNobodyReads(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(
      `lessons: cannot write the answer: ${error.message}\n  next: check where the output goes to\n`,
    );
    process.exit(2);
  });
}
