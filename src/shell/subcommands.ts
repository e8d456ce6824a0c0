import { once } from "../match/once.ts";

/**
 * Where among its words a program names what it is asked to do, behind the options that hold for all of it: the
 * `push` of `git -C dir push`, the `compose` and `up` of `docker compose -f x up`. One place, or two
 * where the first only names a group. Empty where there is none, or where we know nothing about the program.
 */
export function subcommandPlaces(program: string, words: readonly string[]): readonly number[] {
  const known = knownFor(program);
  if (known === undefined) return [];
  const first = nextName(words, 1, known);
  const name = first === undefined ? "" : (words[first] ?? "");
  if (first === undefined || known.only?.has(name) === false) return [];
  if (known.groups !== "every" && !known.groups.has(name)) return [first];
  const second = nextName(words, first + 1, known);
  return second === undefined ? [first] : [first, second];
}

/** Whether its first word that is no option is a subcommand, and not a file. */
export function hasSubcommands(program: string): boolean {
  return knownFor(program) !== undefined;
}

/** The words behind which such options may stand: programs and the names of groups. */
export function wordsBeforeOptions(): readonly string[] {
  const names = new Set<string>();
  for (const [program, { groups }] of subcommandsOf()) {
    names.add(program);
    if (groups !== "every") for (const group of groups) names.add(group);
  }
  return [...names];
}

function knownFor(program: string): Subcommands | undefined {
  return subcommandsOf().get(program.startsWith("python") ? "python" : program);
}

/** The next word that can be a subcommand, unless an argument that cannot be one comes first. */
function nextName(
  words: readonly string[],
  from: number,
  { options, only }: Subcommands,
): number | undefined {
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (only?.has(word) || isName(word)) return at;
    if (options.has(word)) at += 1;
    else if (word === "--" || !isSetting(word)) return undefined;
  }
  return undefined;
}

/** What may stand before a subcommand: `-v`, the `+nightly` of cargo, the `CC=gcc` and `-j 8` of make. */
function isSetting(word: string): boolean {
  return word.startsWith("-") || word.startsWith("+") || word.includes("=") || /^\d+$/.test(word);
}

function isName(word: string): boolean {
  return word.length <= longestName && /^(?!\d+$)[\w.@/:~][\w.@/:~+-]*$/.test(word);
}

export const longestName = 64;

/** How to find what a program with subcommands was asked to do. */
interface Subcommands {
  /** Options before the subcommand that take the next word as their value. */
  readonly options: ReadonlySet<string>;
  /** First words that mean nothing without a second: the `run` of `npm run test`. */
  readonly groups: ReadonlySet<string> | "every";
  /** Where the first word is usually a file: the ones that count. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Facts about programs, each list as one string because there are so many of them. */
const subcommandsOf: () => ReadonlyMap<string, Subcommands> = once(
  () =>
    new Map([
      ...alike("git", {
        options:
          "-C -c --attr-source --config-env --git-dir --namespace --super-prefix --work-tree",
        groups: "bisect lfs remote submodule worktree",
      }),
      ...alike("gh glab", {
        options: "-R --repo",
        groups:
          "alias auth cache ci codespace config extension gist issue label mr pr project release repo" +
          " ruleset run search secret variable workflow",
      }),

      ...alike("npm", {
        options: "-C -w --cache --loglevel --prefix --registry --userconfig --workspace",
        groups: "exec run run-script x",
      }),
      ...alike("pnpm", {
        options: "-C -F --dir --filter --loglevel --reporter",
        groups: "dlx exec run store",
      }),
      ...alike("yarn", { options: "--cwd", groups: "dlx exec run workspace workspaces" }),
      ...alike("bun", { options: "--cwd --filter", groups: "pm run x" }),
      ...alike("npx bunx pnpx", { options: "-p -w --package --workspace" }),
      ...alike("deno", { options: "-c --config", groups: "task" }),
      ...alike("nx turbo lerna rush", { options: "-F --cwd --filter --scope", groups: "run" }),
      ...alike("prisma", { groups: "db migrate" }),
      ...alike("firebase fly flyctl heroku netlify supabase vercel wrangler"),

      ...alike("pip pip3", {
        options: "--cache-dir --log --proxy --python",
        groups: "cache config index",
      }),
      ...alike("uv", {
        options:
          "-p --directory --env-file --extra --group --index-url --package --project --python --with",
        groups: "cache pip python run self tool",
      }),
      ...alike("poetry pdm pipenv hatch rye", {
        options: "-C -P --directory --env --project",
        groups: "cache env python run self source",
      }),
      ...alike("conda mamba", { options: "-n -p --name --prefix", groups: "env run" }),
      ...alike("uvx pipx", { options: "--from --python --with", groups: "run" }),
      ...alike("python py pypy pypy3", {
        options: "-W -X",
        groups: "-m manage.py",
        only: "-m manage.py",
      }),
      ...alike("alembic flask tox"),

      ...alike("cargo", { options: "-C -Z --color --config", groups: "nextest" }),
      ...alike("rustup", { groups: "component override self target toolchain" }),
      ...alike("go", { options: "-C", groups: "mod tool work" }),
      ...alike("dotnet", { groups: "ef nuget tool workload" }),
      ...alike("mvn mvnw", {
        options: "-f -P -pl -s -T -t --file --projects --settings --threads",
      }),
      ...alike("gradle gradlew", {
        options: "-b -c -I -p -x --build-file --exclude-task --project-dir",
      }),
      ...alike("make gmake ninja", {
        options:
          "-C -E -f -I -o -W --assume-old --directory --eval --file --include-dir --makefile",
      }),
      ...alike("just rake task", {
        options: "-d -f -t --dir --justfile --rakefile --taskfile --working-directory",
      }),
      ...alike("bundle", { groups: "config exec" }),
      ...alike("rails gem rbenv"),
      ...alike("composer", { options: "-d --working-dir", groups: "global" }),
      ...alike("php", {
        options: "-c -d",
        groups: "artisan bin/console",
        only: "artisan bin/console",
      }),
      ...alike("flutter dart", { options: "-d --device-id", groups: "pub" }),
      ...alike("swift", { groups: "package" }),
      ...alike("xcrun", { options: "--sdk --toolchain", groups: "simctl" }),
      ...alike("fastlane pod mix stack cabal zig"),

      ...alike("docker podman docker-compose", {
        options:
          "-c -f -H -l -p --ansi --config --context --env-file --file --host --log-level --parallel" +
          " --profile --progress --project-directory --project-name --tlscacert --tlscert --tlskey",
        groups:
          "builder buildx compose container context image manifest network plugin secret service" +
          " stack swarm system volume",
      }),
      ...alike("kubectl oc", {
        options:
          "-n -s --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate" +
          " --client-key --cluster --context --kubeconfig --namespace --password --request-timeout --server" +
          " --token --user --username",
        groups: "auth config rollout set top",
      }),
      ...alike("helm", {
        options: "-n --kube-apiserver --kube-context --kube-token --kubeconfig --namespace",
        groups: "dependency plugin repo",
      }),
      ...alike("terraform tofu terragrunt", { groups: "providers state workspace" }),
      ...alike("pulumi", { options: "-C -s --cwd --stack", groups: "config stack" }),
      ...alike("aws", {
        options:
          "--ca-bundle --cli-connect-timeout --cli-read-timeout --color --endpoint-url --output --profile --query --region",
        groups: "every",
      }),
      ...alike("gcloud", {
        options: "--account --configuration --format --project --verbosity",
        groups: "every",
      }),
      ...alike("az", { options: "-o --output --query --subscription", groups: "every" }),

      ...alike("apt apt-get", { options: "-c -o -t" }),
      ...alike("brew", { groups: "bundle services tap" }),
      ...alike("apk dnf yum snap port"),
      ...alike("systemctl", {
        options:
          "-H -M -n -o -p -s -t --host --job-mode --kill-whom --lines --machine --output --property --root" +
          " --signal --state --type --what",
      }),
      ...alike("launchctl"),
      ...alike("mise", { options: "-C --cd", groups: "exec run tasks" }),
      ...alike("asdf nvm fnm volta pyenv corepack"),
      ...alike("openssl"),
    ]),
);

function alike(
  programs: string,
  facts: { readonly options?: string; readonly groups?: string; readonly only?: string } = {},
): readonly (readonly [string, Subcommands])[] {
  const options = listed(facts.options);
  const groups = facts.groups === "every" ? "every" : listed(facts.groups);
  const only = facts.only === undefined ? undefined : listed(facts.only);
  return programs.split(" ").map((program) => [program, { options, groups, only }]);
}

function listed(words: string | undefined): ReadonlySet<string> {
  return new Set(words?.split(" "));
}
