import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of everything that went into a bundle. A package without a licence text stops the build. */
export function collectLicences(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const sections = [...folders].toSorted().map((folder) => section(join(root, folder)));
  return `lessons contains the following packages.\n\n${sections.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** `node_modules/@scope/name` of a path inside it; our own files have none. */
export function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function section(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(join(folder, file)))
    throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
