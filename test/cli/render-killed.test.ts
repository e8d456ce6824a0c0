import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKnowledge } from "../../src/knowledge/index/read-knowledge.ts";
import { Program } from "../kit/program.ts";
import { freshFolder } from "../kit/store.ts";
import { godScripts, migrate, release, useResults } from "../render/ground.ts";

/** Loaded before the program: at the change of the disk with this number it ends as a machine without power does. */
const killer = `
const fs = require("node:fs");
const limit = Number(process.env.KILL_BEFORE);
let count = 0;
for (const name of ["mkdirSync", "openSync", "writeFileSync", "writeSync", "fsyncSync", "renameSync",
    "unlinkSync", "rmdirSync", "rmSync", "appendFileSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    const isReading = name === "openSync" && !/[wa]/.test(String(args[1]));
    if (!isReading && count++ === limit) process.kill(process.pid, "SIGKILL");
    return real(...args);
  };
}
require("node:module").syncBuiltinESMExports();
process.on("exit", () => fs.writeSync(2, "steps " + count));
`;

/** A home with four active lessons of the project in it. */
class Killable extends Program {
  readonly project = join(this.home, "api");

  static prepared(): Killable {
    const program = new Killable();
    cpSync(template.home, program.home, { recursive: true });
    return program;
  }

  /** Renders until it is killed; says how it ended, and how many changes of the disk there were. */
  killed(step: number): { readonly signal: string | null; readonly steps: number } {
    const [node = "", launcher = ""] = this.commandLine;
    const { signal, stderr } = spawnSync(
      node,
      ["--require", killerFile, launcher, "render", "--project", this.project],
      {
        cwd: this.home,
        env: { ...this.environment, KILL_BEFORE: String(step) },
        encoding: "utf8",
      },
    );
    return { signal, steps: Number(/steps (\d+)/.exec(stderr)?.[1] ?? 0) };
  }

  render(): string {
    return this.ok(["render", "--project", this.project]);
  }

  /** Every file of the project with its text; the times of day differ. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    return Object.fromEntries(
      names.map((name) => [
        name.slice(this.project.length + 1),
        readFileSync(name, "utf8").replace(/"renderedAt": "[^"]+"/g, '"renderedAt": "…"'),
      ]),
    );
  }
}

const killerFile = join(freshFolder(), "killer.cjs");
writeFileSync(killerFile, killer);

const template = new Program();
const scope = "project:example.org/team/api";
const own = "## ADR-007: by hand\n\nwritten by a person\n";
for (const folder of ["api/.git", "api/.memory/knowledge"])
  cpSync(freshFolder(), join(template.home, folder), { recursive: true });
writeFileSync(
  join(template.home, "api/.git/config"),
  '[remote "origin"]\n\turl = https://example.org/team/api.git\n',
);
writeFileSync(join(template.home, "api/.memory/knowledge/decisions.md"), own);
template.ok(["add", "--json"], {
  input: JSON.stringify(
    [release, migrate, useResults, godScripts].map((draft) => ({ ...draft, scope })),
  ),
});

test("killed at any change of the disk, reconcile and render end as if nothing had happened", () => {
  const whole = Killable.prepared();
  const { steps, signal } = whole.killed(-1);
  expect(signal).toBe(null);
  const expected = whole.files();
  expect(steps).toBeGreaterThan(40);
  // Each third: every kind of step is among them, and each takes three starts of the program.
  for (let step = 0; step < steps; step += 3) {
    const program = Killable.prepared();
    expect(program.killed(step).signal).toBe("SIGKILL");
    program.ok(["reconcile", "--project", program.project]);
    program.render();
    expect(program.files(), `killed before change ${step}`).toEqual(expected);
  }
  const { sections } = readKnowledge(expected[".memory/knowledge/decisions.md"] ?? "");
  expect(sections.map(({ id }) => id)).toEqual(["ADR-007", "ADR-008"]);
}, 240_000);
