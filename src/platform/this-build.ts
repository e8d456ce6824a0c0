/** A digest of the source that the program was built from; undefined for one that runs from source, which changes as it is written. */
declare const BUILD: string;

export function thisBuild(): string | undefined {
  return typeof BUILD === "undefined" ? undefined : BUILD;
}
