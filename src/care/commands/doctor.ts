import type { Machine } from "../../agents/adapter.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Command } from "commander";
import type { Diagnosis } from "../doctor/diagnose.ts";
import { type Finding, areas, severities, type Severity } from "../doctor/finding.ts";
import type { LiveProof } from "../doctor/prove-delivery.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot, userHome } from "../../platform/paths.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { row, rows } from "../../cli/layout.ts";
import type { StyleName, Terminal } from "../../cli/terminal.ts";

interface DoctorFlags extends CommonOptions {
  readonly fix?: boolean;
  readonly live?: boolean;
  readonly yes?: boolean;
}

export function doctorCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("doctor", "find out what is broken, and what to do about it", [
    "lessons doctor",
    "lessons doctor --fix        # put right what is safe to put right",
    "lessons doctor --live       # start the agent, and see a lesson arrive",
    "lessons doctor --json | jq '.findings[].text'",
  ])
    .option("--fix", "do what is safe: compile, copy the hook, take rights away, clean up")
    .option("--live", "prove with the agent itself that lessons arrive")
    .option("--yes", "with --live: start the agent without asking")
    .addHelpText(
      "after",
      "Exit status: 0 all is fine (notes do not count), 1 something is broken or not as it should be, 2 error.\n",
    )
    .action(async (options: DoctorFlags) => {
      const { diagnose, withLiveProof } = await import("../doctor/diagnose.ts");
      const wiring = await wireFor(options);
      const { paths, system, deliveryValues } = wiring;
      const { environment } = terminal;
      const machine = { home: userHome(environment), environment };
      const source = {
        packageRoot: packageRoot(),
        node: process.execPath,
        platform: process.platform,
      };
      const examined = await diagnose(
        { paths, system, machine, source, config: deliveryValues },
        { isFixing: options.fix === true },
      );
      // Without these there is nothing that could be delivered.
      const isInWay = examined.findings.some(
        ({ check }) => check === "store" || check === "config",
      );
      const proof =
        options.live === true && !isInWay
          ? await prove(terminal, wiring, machine, options)
          : undefined;
      const diagnosis = proof === undefined ? examined : withLiveProof(examined, proof.examined);
      const { findings } = diagnosis;
      if (!isFine(findings)) terminal.exitStatus = 1;
      await answer(options, {
        type: "lessons-doctor",
        value: {
          home: paths.home,
          isFine: isFine(findings),
          ...diagnosis,
          findings: findings.map(({ fix, ...found }) => ({ ...found, canFix: fix !== undefined })),
          live: proof ? { by: proof.by, isProved: typeof proof.examined === "string" } : null,
        },
        text: () => doctorText(diagnosis, terminal),
      });
    });
}

/** With the agent's program when the person agrees and it is here; else by what it wrote down. */
async function prove(
  terminal: Terminal,
  { paths, deliveryValues, inContext }: Wiring,
  machine: Machine,
  { yes, json }: DoctorFlags,
): Promise<LiveProof> {
  const { proveByProgram, proveByTranscript } = await import("../doctor/prove-delivery.ts");
  const isAsked = yes !== true && json !== true;
  const answer = isAsked ? await askToGoOn(terminal, question) : yes === true ? "yes" : "nobody";
  if (answer !== "yes") return proveByTranscript(machine);
  terminal.progress(`${deliveryDoor.adapter.title} is asked to make a call …`);
  const config = await deliveryValues();
  const proof = await inContext((context) =>
    proveByProgram({ ...context, config }, paths, machine),
  );
  return proof ?? proveByTranscript(machine);
}

const question = `Start ${deliveryDoor.adapter.title} once? It asks its model for one short answer.`;

type Page = Pick<Terminal, "style" | "environment" | "width">;

/** What was put right, what was found, the worst first, and a line for every area where all is fine. */
function doctorText(diagnosis: Diagnosis, page: Page): string {
  const { style } = page;
  const line = (label: string) => (text: string) => row(`  ${label}`, shown(text, page), page);
  const done = [
    ...diagnosis.fixed.map(line(style("green", "fixed"))),
    ...diagnosis.failed.map(line(style("red", "not fixed"))),
  ];
  const found = severities.flatMap((severity) => {
    const ones = diagnosis.findings.filter((finding) => finding.severity === severity);
    return ones.length === 0
      ? []
      : [[style(colours[severity], severity), ...ones.map((one) => findingText(one, page))]];
  });
  return [done, ...found, fineLines(diagnosis, page), [lastLine(diagnosis)]]
    .filter(({ length }) => length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** A note is good to know, and nothing that is wrong. */
function isFine(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity === "note");
}

const colours: Readonly<Record<Severity, StyleName>> = {
  broken: "red",
  warning: "yellow",
  note: "cyan",
};

function findingText({ area, text, hint }: Finding, page: Page): string {
  const next = page.style("dim", `→ ${shown(hint, page)}`);
  return rows(`  ${area}`, [shown(text, page), next], page).join("\n");
}

function fineLines({ findings, fine }: Diagnosis, page: Page): readonly string[] {
  return areas
    .filter((area) => !findings.some((finding) => finding.area === area))
    .flatMap((area) => {
      const texts = fine.filter((one) => one.area === area).map(({ text }) => text);
      return texts.length === 0
        ? []
        : [row(`  ${page.style("green", "✓")} ${area}`, shown(texts.join(" · "), page), page)];
    });
}

function lastLine({ findings }: Diagnosis): string {
  if (findings.length === 0) return "All is fine.";
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${plurals[severity][count === 1 ? 0 : 1]}`];
  });
  const fixable = findings.filter(({ fix }) => fix !== undefined).length;
  const next = fixable === 0 ? "" : ` lessons doctor --fix puts ${fixable} of them right.`;
  return `${isFine(findings) ? "All is fine; " : ""}${counts.join(", ")}.${next}`;
}

const plurals: Readonly<Record<Severity, readonly [string, string]>> = {
  broken: ["broken", "broken"],
  warning: ["warning", "warnings"],
  note: ["note", "notes"],
};

/** Paths as a person reads them; what a log or a lesson says must not reach the terminal as it is. */
function shown(text: string, { environment }: Page): string {
  const home = userHome(environment);
  return plainLine(text).replaceAll(`${home}/`, "~/");
}
