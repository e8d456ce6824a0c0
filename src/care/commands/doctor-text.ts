import type { Diagnosis } from "../doctor/diagnose.ts";
import { areas, severities, type Finding, type Severity } from "../doctor/finding.ts";
import type { LiveProof } from "../doctor/prove-delivery.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { userHome } from "../../platform/paths.ts";
import { hang } from "../../cli/layout.ts";
import type { StyleName, Terminal } from "../../cli/terminal.ts";

type Page = Pick<Terminal, "style" | "environment" | "width">;

/** What was put right, what was found, the worst first, and a line for every area where all is fine. */
export function doctorText(diagnosis: Diagnosis, page: Page): string {
  const { style } = page;
  const done = [
    ...diagnosis.fixed.map((text) => line(style("green", "fixed"), shown(text, page), page)),
    ...diagnosis.failed.map((text) => line(style("red", "not fixed"), shown(text, page), page)),
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

/** The report for `--json`. */
export function doctorValue(
  { findings, fine, fixed, failed }: Diagnosis,
  proof: LiveProof | undefined,
  home: string,
): Record<string, unknown> {
  return {
    home,
    isFine: isFine(findings),
    findings: findings.map(({ area, check, severity, text, hint, slugs = [], fix }) => ({
      area,
      check,
      severity,
      text,
      hint,
      slugs,
      canFix: fix !== undefined,
    })),
    fine,
    fixed,
    failed,
    live: proof === undefined ? null : { by: proof.by, isProved: proof.isProved },
  };
}

/** A note is good to know, and nothing that is wrong. */
export function isFine(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity === "note");
}

const colours: Readonly<Record<Severity, StyleName>> = {
  broken: "red",
  warning: "yellow",
  note: "cyan",
};

function findingText({ area, text, hint }: Finding, page: Page): string {
  return `${line(area, shown(text, page), page)}\n${line("", page.style("dim", `→ ${shown(hint, page)}`), page)}`;
}

function fineLines({ findings, fine }: Diagnosis, page: Page): readonly string[] {
  return areas
    .filter((area) => !findings.some((finding) => finding.area === area))
    .flatMap((area) => {
      const texts = fine.filter((one) => one.area === area).map(({ text }) => text);
      return texts.length === 0
        ? []
        : [line(`${page.style("green", "✓")} ${area}`, shown(texts.join(" · "), page), page)];
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

function line(label: string, text: string, page: Page): string {
  return hang(label === "" ? "" : `  ${label}`, text, {
    column: 14,
    width: page.width,
  });
}

/** Paths as a person reads them; what a log or a lesson says must not reach the terminal as it is. */
function shown(text: string, { environment }: Page): string {
  const home = userHome(environment);
  return plainLine(text).replaceAll(`${home}/`, "~/");
}
