import { projectPlace, remoteIdentity } from "./place.ts";
import { unnamedIdentity } from "./unnamed-identity.ts";

/**
 * The name of the project that a directory belongs to, the same on every machine: where it was cloned
 * from, else its first commit. A directory that is gone, or that never was in a repository, is named by
 * its path.
 */
export function projectIdentity(directory: string, repository?: string): string {
  if (repository !== undefined) {
    const id = remoteIdentity(repository);
    if (id !== undefined) return id;
  }
  const place = projectPlace(directory);
  return place.id ?? unnamedIdentity(place);
}
