import { fstatSync, statSync, writeSync } from "node:fs";

/** Standard output or standard error of this process. */
export interface Outlet {
  readonly isTerminal: boolean;
  /** Node's own stream: makes it where there is none yet, which takes longer than many a command. */
  readonly stream: () => NodeJS.WriteStream;
  /** Undefined, or what to wait for before more is written. */
  readonly write: (text: string) => Promise<void> | undefined;
}

/**
 * A terminal gets Node's stream. A file or a pipe is written to without one, as long as it takes everything at once; where it does not,
 * the stream takes over. `onError` is told of the errors of both.
 */
export function outletTo(
  descriptor: 1 | 2,
  onError: (error: NodeJS.ErrnoException) => void,
): Outlet {
  let made: NodeJS.WriteStream | undefined;
  const stream = () =>
    (made ??= (descriptor === 1 ? process.stdout : process.stderr).on("error", onError));
  const isPlain = isSurelyNoTerminal(descriptor);
  return {
    get isTerminal() {
      return !isPlain && stream().isTTY;
    },
    stream,
    write: (text) => {
      const rest = isPlain && made === undefined ? writePlainly(descriptor, text, onError) : text;
      if (rest.length === 0 || stream().write(rest)) return undefined;
      return new Promise<void>((resolve) => void stream().once("drain", resolve));
    },
  };
}

/** Told by what kind of file it is. Where that does not tell, it may be one, and Node is asked. */
export function isSurelyNoTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return false;
  try {
    const found = fstatSync(descriptor);
    return !found.isCharacterDevice() || found.rdev === statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}

/** What could not be written at once: the reader is slow, and whoever started us does not let us wait. */
function writePlainly(
  descriptor: number,
  text: string,
  onError: (error: NodeJS.ErrnoException) => void,
): Buffer {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN") return rest;
    onError(error as NodeJS.ErrnoException);
    return rest.subarray(rest.length);
  }
  return rest;
}
