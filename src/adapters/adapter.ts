/** What we know about one coding agent. Everything about it lives in its own folder. */
export interface Adapter {
  /** The name that is stored and typed: `claude-code`. */
  readonly agent: string;
  /** The name that people read: `Claude Code`. */
  readonly title: string;
  /** Where it keeps its session logs on this machine, whether or not the place exists. */
  readonly logPlaces: (machine: Machine) => readonly LogPlace[];
}

export interface Machine {
  /** The user's home directory. */
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A folder, and how the names of the session logs in it end. */
export interface LogPlace {
  readonly folder: string;
  readonly isLog: (relativePath: string) => boolean;
}
