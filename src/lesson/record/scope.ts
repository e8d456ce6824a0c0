import type { Scope } from "./lesson.ts";

/** Whether lessons of two scopes can be shown in one session. A team's lessons hold everywhere, like those of the machine. */
export function canMeet(one: Scope, other: Scope): boolean {
  return one === other || !isOfProject(one) || !isOfProject(other);
}

/** The narrowest scope that holds wherever the two do: two projects of one person share the machine, not the world. */
export function commonScope(one: Scope, other: Scope): Scope {
  if (one === other) return one;
  const areLocal = [one, other].every((scope) => scope === "machine" || isOfProject(scope));
  return areLocal ? "machine" : "global";
}

/** Whether a lesson of a scope is shown wherever one of the other is. */
export function holdsFor(scope: Scope, other: Scope): boolean {
  return scope === other || !isOfProject(scope);
}

/** At equal score the narrower comes first: project, machine, everything else. */
export function closeness(scope: Scope): number {
  if (isOfProject(scope)) return 2;
  return scope === "machine" ? 1 : 0;
}

function isOfProject(scope: Scope): boolean {
  return scope.startsWith("project:");
}
