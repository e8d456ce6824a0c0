/** Settings that somebody wrote into the `.git/config` of a folder that they hand over, and what they make git start. */
export interface GitSettings {
  readonly name: string;
  /** With `CANARY` in the place of the program. */
  readonly config: string;
  /** Whether the commit that the branch names is missing, so that git would fetch it. */
  readonly isCut?: true;
  /** A question at which a git without guards starts that program. */
  readonly provokedBy: readonly string[];
}

const promisor = (remote: string, more = "") => `
[core]
	repositoryformatversion = 1
${more}
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	partialclonefilter = blob:none
${remote}
`;

/**
 * A list to add to: `clones.ts` opens a session in a folder with each of them. The remotes are none that could be the name of
 * a project, or nobody would look for its first commit.
 */
export const gitSettings: readonly GitSettings[] = [
  {
    name: "a missing commit is fetched over ssh, by a program of the folder",
    config: promisor("\turl = ssh://[::1]/path", "\tsshCommand = CANARY"),
    isCut: true,
    provokedBy: ["rev-list", "--max-parents=0", "HEAD"],
  },
  {
    name: "a missing commit is fetched from a remote that is a command",
    config: `${promisor("\turl = ext::CANARY")}\n[protocol "ext"]\n\tallow = always\n`,
    isCut: true,
    provokedBy: ["rev-list", "--max-parents=0", "HEAD"],
  },
  {
    name: "a missing commit is fetched from a local repository by a program named for it",
    config: promisor("\turl = .\n\tuploadpack = CANARY"),
    isCut: true,
    provokedBy: ["rev-list", "--max-parents=0", "HEAD"],
  },
  {
    name: "a missing commit is fetched through a proxy that is a program",
    config: promisor("\turl = git://[::1]/path", "\tgitProxy = CANARY"),
    isCut: true,
    provokedBy: ["rev-list", "--max-parents=0", "HEAD"],
  },
  {
    name: "a program that watches the files",
    config: "[core]\n\tfsmonitor = CANARY\n",
    provokedBy: ["status", "--porcelain"],
  },
  {
    name: "a hook in a folder of its choice",
    config: "[core]\n\thooksPath = HOOKS\n",
    provokedBy: ["add", "notes.md"],
  },
  {
    name: "a program that shows what changed",
    config: "[diff]\n\texternal = CANARY\n",
    provokedBy: ["diff"],
  },
  {
    name: "a filter for contents",
    config: '[filter "x"]\n\tclean = CANARY\n\tsmudge = CANARY\n\tprocess = CANARY\n',
    provokedBy: ["diff"],
  },
  {
    name: "a pager",
    config: "[core]\n\tpager = CANARY\n[pager]\n\trev-list = CANARY\n\tls-files = CANARY\n",
    provokedBy: ["grep", "-O", "Two"],
  },
  {
    name: "another name for a question",
    config: "[alias]\n\tasked = !CANARY\n\trev-list = !CANARY\n\tls-files = !CANARY\n",
    provokedBy: ["asked"],
  },
];
