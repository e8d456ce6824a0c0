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
import { proveAtOnce } from "./live-proof.ts";

interface DoctorFlags extends CommonOptions {
  readonly fix?: boolean;
  readonly live?: boolean;
  readonly security?: boolean;
  readonly yes?: boolean;
}

export function doctorCommand(kit: CommandKit): Command {
  const { terminal, answer, wireFor } = kit;
  return newCommand("doctor", "find problems and outdated lessons", [
    "lessons doctor",
    "lessons doctor --fix        # makes safe repairs; asks before archiving",
    "lessons doctor --live       # starts the agent; does a lesson arrive?",
    "lessons doctor --security   # links, permissions and hook programs",
    "lessons doctor --json | jq '.findings[].text'",
  ])
    .option("--fix", "make safe repairs, and ask before archiving outdated lessons")
    .option("--live", "start the agent once and check that a lesson arrives")
    .option(
      "--security",
      "also check links, permissions, the hook's Node and files, and shared lessons",
    )
    .option("--yes", "do not ask: --live starts the agent, --fix archives")
    .addHelpText(
      "after",
      "Exit status: 0 no problems (notes do not count), 1 problems found, 2 error.\n",
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
      const more =
        options.security === true
          ? (await import("../doctor/security-checks.ts")).securityChecks(terminal.workingDirectory)
          : [];
      const examined = await diagnose(
        { paths, system, machine, source, config: deliveryValues, more },
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
      if (options.json !== true) terminal.write(doctorText(diagnosis, terminal));
      const upkeep = isInWay ? undefined : await careForLessons(kit, options);
      await answer(options, {
        type: "lessons-doctor",
        value: {
          home: paths.home,
          isFine: isFine(findings),
          ...diagnosis,
          findings: findings.map(({ fix, ...found }) => ({ ...found, canFix: fix !== undefined })),
          live: proof ? { by: proof.by, isProved: typeof proof.examined === "string" } : null,
          upkeep: upkeep?.value ?? null,
        },
        text: () => upkeep?.end ?? "",
        aside: upkeep?.aside,
      });
    });
}

/** Lessons that are out of date or do not help. Only `--fix` changes something, and it asks. */
async function careForLessons(kit: CommandKit, { fix, ...options }: DoctorFlags) {
  const { keepUp } = await import("./upkeep.ts");
  return keepUp(kit, { ...options, dryRun: fix !== true, isAppended: true });
}

/** With the agent's program when the person agrees and it is here; else by what it wrote down. */
async function prove(
  terminal: Terminal,
  wiring: Wiring,
  machine: Machine,
  { yes, json }: DoctorFlags,
): Promise<LiveProof> {
  const { proveByTranscript } = await import("../doctor/prove-delivery.ts");
  const isAsked = yes !== true && json !== true;
  const answer = isAsked ? await askToGoOn(terminal, question) : yes === true ? "yes" : "nobody";
  if (answer !== "yes") return proveByTranscript(machine);
  return (await proveAtOnce(terminal, wiring, machine)) ?? proveByTranscript(machine);
}

const question = `Start ${deliveryDoor.adapter.title} once? This costs one short model answer.`;

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
  if (findings.length === 0) return "No problems found.";
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${plurals[severity][count === 1 ? 0 : 1]}`];
  });
  const fixable = findings.filter(({ fix }) => fix !== undefined).length;
  const next = fixable === 0 ? "" : ` lessons doctor --fix repairs ${fixable} of them.`;
  return `${isFine(findings) ? "No problems; " : ""}${counts.join(", ")}.${next}`;
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
