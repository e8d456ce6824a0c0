import type { FailureRule } from "./failure-rule.ts";

/** What the machine or the sandbox around the agent does not let any program do. */
export const sandboxRules: readonly FailureRule[] = [
  {
    name: "sandbox-denied",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /\bSandbox ?\(?Denied/,
      /^.{0,60}\bsandbox(?:-exec|ed)?\b.{0,80}(?:denied|blocked|not permitted|not allowed)/,
      /[Oo]peration not permitted/,
      /\b(?:EPERM|EROFS)\b/,
      /[Rr]ead-only file system/,
      /^(?:.{0,80}: )?bwrap: /,
      /(?:^deno: .{0,60}|NotCapable: )Requires (?:net|read|write|env|run) access/,
    ],
  },
  {
    name: "docker-not-reachable",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /permission denied while trying to connect to the [Dd]ocker/,
      /[Cc]annot connect to (?:the )?(?:Docker|Podman)/,
      /[Ii]s the docker daemon running/,
      /error during connect: .{0,120}docker/,
      /^(?:ERROR: )?failed to connect to the docker API/,
    ],
  },
  {
    name: "out-of-resources",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /[Nn]o space left on device|\bENOSPC\b|[Dd]isk quota exceeded/,
      /JavaScript heap out of memory|^java\.lang\.OutOfMemoryError|^fatal: Out of memory/,
      /[Tt]oo many open files\b|\bEMFILE\b|Cannot allocate memory/,
    ],
  },
];
