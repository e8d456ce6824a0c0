import type { Act, NamedTarget, Target, Targets } from "./act.ts";
import { isKeyword, words } from "./decision-words.ts";
import { quote } from "./quoted-text.ts";

/**
 * The acts as a sentence, to be shown before anything is done. The grammar understands it: read
 * again, it gives the same acts, and "the rest is skipped" where that was not said but holds.
 */
export function readBack(acts: readonly Act[]): string {
  const parts = acts.map((act, index) => {
    const previous = acts[index - 1];
    return previous !== undefined && isContinuation(previous, act)
      ? `, then ${readAct(act, "it")}`
      : `${index === 0 ? "" : "; "}${readAct(act, readTargets(act.targets))}`;
  });
  const isRestOpen = acts.some(decides) && !acts.some((act) => decides(act) && coversRest(act));
  return `${parts.join("")}${isRestOpen ? "; the rest is skipped" : ""}`;
}

function readAct(act: Act, lessons: string): string {
  switch (act.act) {
    case "approve":
      return `approve ${lessons}${act.delivery === undefined ? "" : ` with ${act.delivery}`}`;
    case "archive":
      return `archive ${lessons}: ${isPlainReason(act.reason) ? act.reason : quote(act.reason)}`;
    case "edit":
      return `change the ${act.field} of ${lessons} to ${quote(act.value)}`;
    case "expand":
      return `expand ${lessons}${act.into === undefined ? "" : ` into ${readSlug(act.into)}`}`;
    case "skip":
      return isJustRest(act.targets) ? "the rest is skipped" : `skip ${lessons}`;
    case "unarchive":
    case "show":
      return `${act.act} ${lessons}`;
  }
}

/** "it" only where it cannot be misread: for the lesson that was changed just before. */
function isContinuation(previous: Act, act: Act): boolean {
  return (
    previous.act === "edit" &&
    act.act !== "edit" &&
    act.act !== "show" &&
    readTargets(previous.targets) === readTargets(act.targets) &&
    !isJustRest(act.targets)
  );
}

function readTargets(targets: Targets): string {
  return targets.map(readTarget).join(", ");
}

function readTarget(target: Target): string {
  if (target.by !== "all" && target.by !== "rest") return readNamed(target);
  const group = target.by === "all" ? "all" : "the rest";
  if (target.except === undefined) return group;
  return `${group} except ${target.except.map(readNamed).join(", ")}`;
}

function readNamed(target: NamedTarget): string {
  switch (target.by) {
    case "number":
      return String(target.number);
    case "range":
      return `${target.from}-${target.to}`;
    case "slug":
      return readSlug(target.slug);
  }
}

/** Only what looks like nothing but a slug stands without quotes. */
function readSlug(slug: string): string {
  const isPlain = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(slug) && !isKeyword(slug);
  return isPlain ? slug : quote(slug);
}

/** Words and single spaces: nothing in it could introduce it, end it or begin an act. */
function isPlainReason(reason: string): boolean {
  const [first = "", ...others] = reason.toLowerCase().split(" ");
  return (
    /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u.test(reason) &&
    !introductions.has(first) &&
    ![first, ...others].some((word) => words.pauses.has(word))
  );
}

function coversRest(act: Act): boolean {
  return act.targets.some((target) => target.by === "all" || target.by === "rest");
}

function decides(act: Act): boolean {
  return act.act !== "show" && act.act !== "edit";
}

function isJustRest(targets: Targets): boolean {
  const [only, ...others] = targets;
  return others.length === 0 && only?.by === "rest" && only.except === undefined;
}

const introductions: ReadonlySet<string> = new Set([...words.reasonOpenings, "of"]);
