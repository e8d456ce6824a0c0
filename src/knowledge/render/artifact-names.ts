import type { Slug } from "../../lesson/record/lesson.ts";
import { slugSuffixLength } from "../../lesson/record/slug.ts";
import type { TargetName } from "./manifest.ts";

/**
 * What a file may be called, the best first: the slug without its random end, else the whole. A skill with the name
 * of a command that the agent brings takes its place, and those have one or two words; so a short name is only for
 * commands, which have a folder of their own, and for names of three words and more.
 */
export function artifactNames(target: TargetName, slug: Slug): readonly string[] {
  const short = withoutEnd(slug);
  const isTheirs = target !== "claude-command" && short.split("-").length < 3;
  return isTheirs ? [slug] : [short, slug];
}

function withoutEnd(slug: Slug): string {
  const short = slug.slice(0, -(slugSuffixLength + 1));
  const hasEnd = /^[a-z0-9]+$/.test(slug.slice(-slugSuffixLength)) && slug.startsWith(`${short}-`);
  return hasEnd && short !== "" ? short : slug;
}
