import type { Act, TargetName, Targets } from "./act.ts";
import { quote } from "./sentence-reader.ts";

/** The acts as a sentence in the one way that needs no thought. Read again, it gives the same acts. */
export function readBack(acts: readonly Act[]): string {
  return acts.map((act) => `${act.act} ${readTargets(act.targets)}${readEnding(act)}`).join("; ");
}

function readEnding(act: Act): string {
  switch (act.act) {
    case "approve":
      return act.delivery === undefined ? "" : ` ${act.delivery}`;
    case "archive":
      return ` ${quote(act.reason)}`;
    case "edit":
      return ` ${act.field} ${quote(act.value)}`;
    case "expand":
      return act.into === undefined ? "" : ` into ${readSlug(act.into)}`;
    case "skip":
    case "unarchive":
    case "show":
      return "";
  }
}

function readTargets(targets: Targets): string {
  if (targets.by === "name") return readNames(targets.names);
  return targets.except.length === 0
    ? targets.by
    : `${targets.by} except ${readNames(targets.except)}`;
}

function readNames(names: readonly TargetName[]): string {
  return names
    .map((name) => {
      if ("slug" in name) return readSlug(name.slug);
      return name.from === name.to ? `${name.from}` : `${name.from}-${name.to}`;
    })
    .join(", ");
}

/** Only what looks like nothing but a slug stands without quotes. */
function readSlug(slug: string): string {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(slug) ? slug : quote(slug);
}
