import type { LessonDraft } from "../src/lesson/record/lesson.ts";

/** Fifty lessons as a developer may have them after some months: mostly commands, some files, one or two about what is written. */
export const typicalLessons: readonly LessonDraft[] = [
  shell(
    "git stash leaves untracked files behind",
    "use git stash -u",
    String.raw`^git stash\b(?!.*(?:-u|--include-untracked|pop|list|drop|apply|show))`,
    7,
  ),
  shell(
    "git push --force overwrites what others pushed",
    "use --force-with-lease",
    String.raw`^git push\b.*(?:--force\b(?!-with-lease)|\s-f\b)`,
    9,
  ),
  shell(
    "git push without an upstream fails on a new branch",
    "push with -u origin HEAD the first time",
    String.raw`^git push$`,
    5,
  ),
  shell(
    "git commit opens an editor and hangs without -m",
    "pass -m or -F",
    String.raw`^git commit\b(?!.*(?:\s-[a-z]*m|--message|-F|--file|--amend|--no-edit))`,
    7,
  ),
  shell(
    "git rebase -i waits for an editor",
    "set GIT_SEQUENCE_EDITOR or use --autosquash",
    String.raw`^git rebase\b.*(?:-i\b|--interactive)`,
    7,
  ),
  shell(
    "git log pages and hangs without a terminal",
    "use git --no-pager log",
    String.raw`^git log\b(?!.*-n?\s*\d)`,
    4,
  ),
  shell(
    "git checkout of a file throws local changes away",
    "use git stash first",
    String.raw`^git checkout\b.*\s--\s`,
    8,
  ),
  shell(
    "git clean -fdx deletes local environment files",
    "exclude .env with -e .env",
    String.raw`^git clean\b.*-\w*x`,
    9,
  ),
  shell(
    "git worktree branches cannot be checked out twice",
    "make a new branch with -b",
    String.raw`^git worktree add\b(?!.*-b)`,
    5,
  ),
  shell(
    "git submodules are empty after a plain clone",
    "clone with --recurse-submodules",
    String.raw`^git clone\b(?!.*--recurse)`,
    5,
  ),
  shell(
    "pytest hangs on rich output without a terminal",
    "run python -m pytest -p no:faulthandler",
    String.raw`^pytest\b(?!.*no:faulthandler)`,
    7,
  ),
  shell("python is not on the PATH here", "use python3", String.raw`^python\b(?!3)`, 7),
  shell(
    "pip installs into the system",
    "use uv pip or a virtual environment",
    String.raw`^pip3?\s+install\b(?!.*--user)`,
    7,
  ),
  shell(
    "poetry run is needed for project tools",
    "prefix with poetry run",
    String.raw`^(?:mypy|ruff|black)\b`,
    5,
  ),
  shell(
    "alembic needs the database to be up",
    "start it with docker compose up -d db",
    String.raw`^alembic\s+(?:upgrade|downgrade)\b`,
    6,
  ),
  shell(
    "django migrations must be named",
    "pass --name",
    String.raw`^(?:python3?\s+|\./)manage\.py\s+makemigrations\b(?!.*--name)`,
    5,
  ),
  shell("npm install rewrites the lockfile", "use npm ci", String.raw`^npm\s+(?:install|i)$`, 7),
  shell(
    "npm test starts watch mode here",
    "run npm test -- --run",
    String.raw`^npm\s+(?:run\s+)?test\b(?!.*--run)`,
    7,
  ),
  shell(
    "this workspace uses pnpm",
    "use pnpm",
    String.raw`^(?:npm|yarn)\s+(?:install|add|remove)\b`,
    7,
  ),
  shell(
    "npx asks before it installs and hangs",
    "use npx --yes",
    String.raw`^npx\b(?!.*(?:--yes|-y)\b)`,
    6,
  ),
  shell(
    "vite dev servers never end",
    "start it in the background",
    String.raw`^(?:npm|pnpm|yarn)\s+(?:run\s+)?dev\b`,
    7,
  ),
  shell(
    "tsc emits next to the sources without --noEmit",
    "use tsc --noEmit",
    String.raw`^(?:npx\s+)?tsc\b(?!.*--noEmit)`,
    6,
  ),
  shell(
    "jest does not see path aliases from the root",
    "run it in the package",
    String.raw`^(?:npx\s+)?jest\b`,
    5,
  ),
  shell(
    "prisma generate must follow a schema change",
    "run prisma generate",
    String.raw`^(?:npx\s+)?prisma\s+migrate\b`,
    6,
  ),
  shell(
    "playwright browsers are not installed in CI",
    "run playwright install --with-deps",
    String.raw`^(?:npx\s+)?playwright\s+test\b`,
    5,
  ),
  shell("docker compose v1 is gone", "use docker compose", String.raw`^docker-compose\b`, 7),
  shell(
    "docker run without --rm leaves containers behind",
    "add --rm",
    String.raw`^docker run\b(?!.*--rm)`,
    5,
  ),
  shell(
    "docker build needs the right platform",
    "add --platform linux/amd64",
    String.raw`^docker (?:buildx )?build\b(?!.*--platform)`,
    6,
  ),
  shell(
    "docker exec -it fails without a terminal",
    "leave out -t",
    String.raw`^docker exec\b.*\s-(?:it|ti|t)\b`,
    7,
  ),
  shell(
    "kubectl points at production by default",
    "pass --context",
    String.raw`^kubectl\b(?!.*--context)`,
    9,
  ),
  shell(
    "terraform apply asks and hangs",
    "plan first, then apply the plan file",
    String.raw`^terraform\s+apply\b(?!.*-auto-approve)`,
    8,
  ),
  shell(
    "helm upgrade needs --install the first time",
    "use helm upgrade --install",
    String.raw`^helm\s+upgrade\b(?!.*--install)`,
    5,
  ),
  shell("aws needs a profile here", "pass --profile dev", String.raw`^aws\b(?!.*--profile)`, 7),
  shell(
    "gh pr create asks without --fill or --body",
    "pass --title and --body",
    String.raw`^gh\s+pr\s+create\b(?!.*(?:--fill|--body))`,
    7,
  ),
  shell(
    "gh run watch never returns in a pipe",
    "use gh run view --exit-status",
    String.raw`^gh\s+run\s+watch\b`,
    6,
  ),
  shell("sed -i needs a suffix on macOS", "use sed -i ''", String.raw`^sed\s+-i\s+(?!'')`, 6),
  shell("grep -P is not on macOS", "use rg or perl", String.raw`^grep\s+-P\b`, 6),
  shell("timeout is not on macOS", "use gtimeout", String.raw`^timeout\b`, 5),
  shell(
    "find -delete before the name test deletes all",
    "put -delete last",
    String.raw`^find\s+\S+\s+-delete\b`,
    9,
  ),
  shell(
    "rm -rf of a variable may be the root",
    "check that it is set",
    String.raw`^rm\s+-rf\s+"?\$`,
    9,
  ),
  shell(
    "cargo test runs doc tests for minutes",
    "use cargo test --lib",
    String.raw`^cargo\s+test\b(?!.*(?:--lib|--test|-p))`,
    5,
  ),
  shell("go test caches results", "pass -count=1", String.raw`^go\s+test\b(?!.*-count)`, 5),
  shell("gradle must be the wrapper", "use ./gradlew", String.raw`^gradle\b`, 7),
  shell(
    "make deploy goes to production",
    "use make deploy-staging",
    String.raw`^make\s+deploy\b(?!-)`,
    9,
  ),
  shell("psql opens a shell and hangs", "pass -c", String.raw`^psql\b(?!.*\s-c\b)`, 7),
  file(
    "migrations are never edited after they are merged",
    "write a new one",
    "**/migrations/*.sql",
    8,
  ),
  file(
    "generated clients are overwritten by the next build",
    "change the schema",
    "src/generated/**",
    7,
  ),
  file("the lockfile is not edited by hand", "run the package manager", "**/package-lock.json", 7),
  file("workflows need pinned actions", "pin by commit", ".github/workflows/*.yml", 6),
  {
    kind: "requirement",
    summary: "no console.log in the library",
    body: { constraint: "the library prints nothing", rationale: "its users own the terminal" },
    triggers: { toolNames: ["Edit", "Write"], contentPatterns: [String.raw`\bconsole\.log\(`] },
    tags: ["lang:typescript"],
    priority: 6,
  },
];

function shell(
  summary: string,
  remediation: string,
  pattern: string,
  priority: number,
): LessonDraft {
  const program = /\w[\w-]*/.exec(pattern.replace(/^\^(?:\(\?:)?/, ""))?.[0] ?? "shell";
  return {
    kind: "pitfall",
    summary,
    body: { mistake: summary, remediation },
    triggers: { toolNames: ["Bash"], commandPatterns: [pattern] },
    tags: [`tool:${program.toLowerCase()}`],
    priority,
  };
}

function file(summary: string, remediation: string, glob: string, priority: number): LessonDraft {
  return {
    kind: "pitfall",
    summary,
    body: { mistake: summary, remediation },
    triggers: { toolNames: ["Edit", "Write"], pathPatterns: [glob] },
    tags: [],
    priority,
  };
}
