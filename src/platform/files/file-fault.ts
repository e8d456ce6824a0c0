import { Fault, type FaultCode } from "../fault.ts";

/** An error of the file system as something the user can act on: what we tried, where, what to do. */
export function fileFault(error: unknown, attempt: string, path: string): Fault {
  const code = errorCode(error);
  const [name, reason, hint] = explanations[code] ?? unexplained(error, code);
  return new Fault(name, `cannot ${attempt} ${path}: ${reason}`, { hint, cause: error });
}

/** Does something with a file, and says what the system refuses as a fault. */
export function withFileFault<Result>(attempt: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileFault(error, attempt, path);
  }
}

/** The system's name for an error, or "" when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

type Explanation = readonly [FaultCode, string, string];

const mayNotWrite = "check its owner, or set LESSONS_HOME to a folder that you can write to";

const explanations: Readonly<Record<string, Explanation>> = {
  ENOENT: ["file-unreadable", "no such file or folder", "check the path"],
  ENOTREG: [
    "file-unwritable",
    "it is a pipe, a device or a folder",
    "replace it with a file, or move it",
  ],
  EISDIR: ["file-unreadable", "it is a folder", "name a file in it"],
  ENOTDIR: [
    "file-unwritable",
    "part of the path is a file, not a folder",
    "check the path, or LESSONS_HOME",
  ],
  EACCES: ["file-unwritable", "permission denied", mayNotWrite],
  EPERM: ["file-unwritable", "operation not permitted", mayNotWrite],
  EROFS: ["file-unwritable", "the file system is read-only", mayNotWrite],
  EEXIST: [
    "file-unwritable",
    "a file with that name already exists",
    "choose another path; LESSONS_HOME sets the lessons folder",
  ],
  ENOSPC: [
    "disk-full",
    "no space left on the device",
    "free some space and run the command again; nothing was changed",
  ],
  EDQUOT: [
    "disk-full",
    "disk quota exceeded",
    "free some space and run the command again; nothing was changed",
  ],
};

function unexplained(error: unknown, code: string): Explanation {
  const reason = error instanceof Error ? error.message : String(error);
  return [
    "file-unreadable",
    code === "" ? reason : `${code}: ${reason}`,
    "run again with --debug for the details",
  ];
}
