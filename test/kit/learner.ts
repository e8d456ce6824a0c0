import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { session } from "../scan/one-session.ts";
import type { Story } from "../adapters/scribe.ts";
import { talk } from "./learning-ground.ts";
import { oneLine, Program } from "./program.ts";

/** The built program in a project of its own, with a `claude` that answers from a file. */
export class Learner extends Program {
  readonly project = join(this.home, "api");

  constructor() {
    super();
    const bin = join(this.home, "bin");
    for (const folder of [bin, this.project]) mkdirSync(folder);
    const script = `#!/bin/sh\ncat > "$HOME/question"\necho "$*" > "$HOME/asked-with"\nenv > "$HOME/asked-in"\ncat "$HOME/answer"\n`;
    writeFileSync(join(bin, "claude"), script);
    chmodSync(join(bin, "claude"), 0o755);
    this.environment["PATH"] = `${bin}:${this.environment["PATH"]}`;
    this.answer('{"observations": []}');
  }

  answer(text: string): void {
    const result = {
      type: "result",
      is_error: false,
      result: text,
      modelUsage: { "model-nine": {} },
    };
    writeFileSync(join(this.home, "answer"), JSON.stringify(result));
  }

  log(number: number, story: Story = talk): string {
    const { path, text } = session(number, story, { project: this.project });
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  learn(...args: readonly string[]) {
    const { status, out, err } = this.run(["learn", ...args], { cwd: this.project });
    return { status, out: oneLine(out), err: oneLine(err) };
  }

  value(...args: readonly string[]): Record<string, unknown> {
    return JSON.parse(this.run(["learn", ...args, "--json"], { cwd: this.project }).out);
  }
}
