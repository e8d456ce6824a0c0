/** Who the machine belongs to; values come in, core looks nothing up. */
export interface Owner {
  readonly home: string;
  readonly userName: string;
  /** Hosts that the person calls private. */
  readonly hosts?: readonly string[] | undefined;
}

/** Who a home belongs to. Where the environment does not say it, the home is mostly named after its owner. */
export function ownerOf(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Owner {
  const named = environment["USER"] || environment["USERNAME"];
  return { home, userName: named || home.split(/[\\/]/).pop() || "" };
}
