import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The fields of package.json that our scripts look at. */
export interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

export function readPackage(): Package {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
}
