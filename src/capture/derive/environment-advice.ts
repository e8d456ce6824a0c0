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
    blames: "gh,curl,wget,go,npm,pip,git fetch,git push,git pull,git clone".split(","),
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

/** Rules that somebody wrote down, and what git and its hosts want first. */
export const repositoryAdvice: Readonly<Record<string, ClassAdvice>> = {
  "hook-blocked": {
    summary: ["{message}", "blocked by a hook or a policy"],
    mistake: [
      "{it} is blocked by a hook or a policy: {message}.",
      "{it} is blocked by a hook or a policy.",
    ],
    remediation: [
      "Do what the hook asks for from the start: {message}.",
      "Do it the way the hook allows; do not try to get around it.",
    ],
  },
  refusal: {
    summary: ["{message}", "refused by a rule of this place"],
    mistake: ["{it} is refused here: {message}.", "{it} is refused here by a rule."],
    remediation: [
      "Do what the refusal asks for from the start: {message}.",
      "Do it the way the refusal asks for; do not try to get around it.",
    ],
  },
  "permission-policy": {
    summary: ["{message}", "not permitted by the agent's settings"],
    mistake: "{it} is not permitted by the settings that the agent runs under.",
    remediation:
      "Do not try it again in other words: tell the user what is needed and why, and let them run or allow it.",
  },
  "commit-hook": {
    summary: "the commit hook fails",
    mistake:
      "{it} runs the checks of the project as a hook, and they fail, so nothing is committed or pushed.",
    remediation:
      "Run the project's own format, lint and test tasks before committing; never skip the hook.",
    blames: ["git commit", "git push", "git merge", "git rebase", "pre-commit", "git"],
  },
  "protected-branch": {
    summary: "the branch is protected: changes go through a pull request",
    mistake: "{it} changes a branch that is protected, or merges what its rules do not allow yet.",
    remediation:
      "Push to a branch of its own and open a pull request; let the required checks and reviews pass first.",
    blames: ["git push", "gh pr merge", "gh"],
  },
  "ignored-path": {
    summary: "the path is ignored by .gitignore",
    mistake: "A path is added that `.gitignore` excludes; none of the paths of the call is added.",
    remediation:
      "Leave ignored paths out (`git check-ignore -v` names the rule); add with `-f` only when the user wants the file in the repository.",
    blames: ["git add", "git"],
    fixWords: ["-f", "--force"],
    needsWords: true,
  },
  "dirty-tree": {
    summary: "needs a clean working tree",
    mistake: "{it} is run while there are changes that are not committed.",
    remediation: "Commit what belongs to the work first, or set it aside, then run it.",
    needsWords: true,
  },
  "no-known-remote": {
    summary: ["cannot tell which remote repository is meant"],
    mistake: "{it} cannot tell from the remotes of this checkout which repository is meant.",
    remediation:
      "Name it: `--repo owner/name` (or `GH_REPO`) for gh, the remote for git; `git remote -v` shows what there is.",
    blames: ["gh", "git push", "git pull", "git fetch"],
  },
  "no-upstream": {
    summary: "the branch has no upstream branch yet",
    mistake: "{it} does not know which branch of the remote belongs to the current one.",
    remediation:
      "Name them the first time: `git push -u origin <branch>`, `git pull origin <branch>`; after `-u` git remembers.",
    blames: ["git push", "git pull"],
    fixWords: ["-u", "--set-upstream", "origin"],
    cures: ["flag"],
  },
  "diverged-branches": {
    summary: "the branch and its upstream have diverged",
    mistake: "{it} has to join two lines of commits, and nothing says how.",
    remediation:
      "Look at both first (`git status -sb`, `git log`), then say how: `--rebase`, `--no-rebase` or `--ff-only`.",
    blames: ["git pull", "git merge"],
    fixWords: ["--rebase", "--no-rebase", "--ff-only"],
    cures: ["flag"],
  },
  "worktree-in-use": {
    summary: "the branch or the folder is in use by another worktree",
    mistake: "{it} wants a branch or a folder that another worktree has.",
    remediation:
      "Look at `git worktree list` first; work in that worktree, or take another branch or folder.",
    blames: ["git worktree", "git checkout", "git switch", "git branch", "git"],
    needsWords: true,
  },
  "git-lock": {
    summary: "another git process holds the lock",
    mistake:
      "{it} is run while another git process has the index locked; git calls must not run side by side.",
    remediation:
      "Run git commands one after the other, not in parallel; remove the lock file only when no git process is left.",
    blames: ["git"],
    needsWords: true,
  },
  "commit-signing": {
    summary: "the commit cannot be signed from here",
    mistake:
      "Commits are signed here, and the key or its agent cannot be used from the agent's shell.",
    remediation:
      "Ask the user to unlock the key, or to make the commit; do not switch signing off.",
    blames: ["git commit", "git rebase", "git merge", "git tag", "git"],
  },
  "needs-terminal": {
    summary: "opens an editor or asks, and there is no terminal",
    mistake: "{it} opens an editor, a pager or a prompt, and the agent's shell has no terminal.",
    remediation:
      "Give everything on the command line (`-m`, `--no-edit`, `--yes`), or set `GIT_EDITOR=true` where git wants an editor.",
    cures: ["variable", "flag"],
  },
  "git-identity": {
    summary: "git does not know who commits",
    mistake: "No name and address are set for commits on this machine.",
    remediation: "Ask the user whose name to use; do not make one up.",
    blames: ["git commit", "git"],
  },
  "would-overwrite": {
    summary: "stops, because work would be lost",
    mistake: "{it} would overwrite or drop work that is only here, or only on the remote.",
    remediation:
      "Look at what differs first; commit or set aside local changes, fetch and rebase before pushing; do not force.",
    blames: ["git"],
    needsWords: true,
  },
};
