import { decisionsPath, pitfallsPath } from "./knowledge-index.ts";
import { numberOf, readKnowledge } from "./read-knowledge.ts";
import { plainText } from "../../redact/plain-text.ts";
import { Fault } from "../../platform/fault.ts";
import type { ProjectDisk } from "../render/project-disk.ts";

export interface ShownEntry {
  readonly id: string;
  readonly title: string;
  /** Relative to the project. */
  readonly path: string;
  /** The whole section, without what a reader cannot see. */
  readonly text: string;
}

/** The entry with an id: `ADR-003`, `adr-3` and `ADR3` are the same. */
export function showEntry(disk: ProjectDisk, name: string): ShownEntry {
  const [, prefix = "", digits = ""] = /^(adr|pf)-?(\d{1,9})$/i.exec(name.trim()) ?? [];
  if (digits === "") {
    throw new Fault("bad-input", `${name} is no id of an entry`, {
      hint: "ids look like ADR-003 and PF-012: lessons knowledge index",
    });
  }
  const path = prefix.toUpperCase() === "ADR" ? decisionsPath : pitfallsPath;
  const found = readKnowledge(disk.read(path) ?? "").sections.find(
    ({ id }) => id !== undefined && numberOf(id) === Number(digits),
  );
  if (found?.id === undefined) {
    throw new Fault("no-such-entry", `there is no ${name} in ${path}`, {
      hint: "lessons knowledge index lists what there is",
    });
  }
  return { id: found.id, title: found.title, path, text: plainText(found.text) };
}
