import type { ClassAdvice } from "./class-advice.ts";

/** What the machine, the sandbox and the accounts allow. */
export const machineAdvice: Readonly<Record<string, ClassAdvice>> = {
  "sandbox-denied": {
    summary: "the sandbox does not permit what it does",
    mistake:
      "{it} writes, listens or reads where the sandbox does not permit it (caches, `.git`, ports, other folders).",
    remediation:
      "Point caches and temporary files into the workspace or `/tmp`, or ask for permission to run it outside the sandbox.",
    cures: ["variable"],
    tags: ["env:sandbox"],
    needsWords: true,
  },
  "docker-not-reachable": {
    summary: "the container engine cannot be reached",
    mistake: "{it} needs a container engine that is not running or may not be used from here.",
    remediation:
      "Check `docker info` first; ask the user to start the engine, or run what does not need it.",
    tags: ["tool:docker"],
  },
  "no-network": {
    summary: "there is no network in the sandbox",
    mistake: "{it} needs the network, and the shell that runs it has none.",
    remediation:
      "Ask for permission to run it with network access at the first try, or work from what is on the machine.",
    blames: [
      "gh",
      "curl",
      "wget",
      "go",
      "npm",
      "pip",
      "git fetch",
      "git push",
      "git pull",
      "git clone",
    ],
    tags: ["env:sandbox"],
  },
  "port-in-use": {
    summary: ["port {subject} is already in use", "the port is already in use"],
    mistake: "{it} wants a port that another process has, often an earlier run of the same server.",
    remediation: "Use the server that is running, stop it, or choose another port.",
    cures: ["flag", "variable"],
    needsWords: true,
  },
  "service-not-running": {
    summary: "the service that it needs is not running",
    mistake: "{it} needs a database or server that is not running here.",
    remediation: "Start the service first, the way the project does it, and wait until it answers.",
    cures: ["variable"],
    needsWords: true,
  },
  certificate: {
    summary: "the certificate is not trusted here",
    mistake: "{it} does not trust the certificate of the server, usually behind a proxy.",
    remediation:
      "Point the program to the right certificate file; do not switch the verification off.",
    cures: ["variable"],
  },
  "out-of-resources": {
    summary: ["{message}", "the machine has no room or memory left"],
    mistake: "{it} runs out of disk, memory or open files on this machine.",
    remediation: "Let it do less at once, clean up what earlier runs left, or raise its limit.",
    cures: ["variable", "flag"],
    needsWords: true,
  },
  "not-authenticated": {
    summary: "not logged in, or not allowed to do this",
    mistake: "{it} needs credentials that are missing, expired or not allowed to do this.",
    remediation:
      "Check the login first (for example `gh auth status`) and ask the user to log in; do not try again with the same credentials.",
    blames: [
      "gh",
      "npm",
      "git push",
      "git fetch",
      "git pull",
      "git clone",
      "curl",
      "aws",
      "docker",
    ],
    cures: ["variable"],
  },
  "missing-variable": {
    summary: ["needs the variable {subject} to be set", "a variable that it needs is not set"],
    mistake: [
      "{it} needs the variable {subject}, which is not set in the agent's shell.",
      "{it} needs a variable that is not set in the agent's shell.",
    ],
    remediation: [
      "Set {subject} for the call, or load the project's environment first.",
      "Set it for the call, or load the project's environment first.",
    ],
    cures: ["variable"],
  },
  "not-executable": {
    summary: "the file is not executable",
    mistake: "{it} runs a file that is not executable.",
    remediation: "Run it through its interpreter, or make it executable.",
    cures: ["runner"],
  },
  "permission-denied": {
    summary: "permission denied by the file system",
    mistake: "{it} touches a file that the user of the agent may not read or change.",
    remediation:
      "Work on a copy or in another place; ask the user where the file itself has to change.",
    cures: ["variable", "place"],
  },
};
