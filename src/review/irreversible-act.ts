import { patternProblem, readPattern } from "../match/pattern/pattern.ts";

/** What is done and cannot be taken back. */
export interface IrreversibleAct {
  /** As a person types it. */
  readonly name: string;
  readonly isLoss: boolean;
  /** Ways to do it. */
  readonly samples: readonly string[];
  /** Next to it, and harmless: a pattern that also finds these is about something wider. */
  readonly harmless: readonly string[];
}

/** The act that a command or content pattern is about, when it is about that one and nothing wider. */
export function irreversibleAct(patterns: readonly string[]): IrreversibleAct | undefined {
  const expressions = patterns
    .filter((pattern) => patternProblem(pattern) === undefined)
    .map(readPattern)
    .map(({ source, flags }) => new RegExp(source, flags));
  return acts.find(({ samples, harmless }) =>
    expressions.some(
      (expression) =>
        samples.some((sample) => expression.test(sample)) &&
        !harmless.some((sample) => expression.test(sample)),
    ),
  );
}

const acts: readonly IrreversibleAct[] = [
  loss("rm -rf", ["rm -rf build", "rm -fr build", "rm -r -f build", "rm -r build"], ["rm x"]),
  loss("git reset --hard", ["git reset --hard", "git reset --hard HEAD~1"], ["git reset HEAD x"]),
  loss("git clean -f", ["git clean -f", "git clean -fd", "git clean -fdx"], ["git clean -n"]),
  loss(
    "git push --force",
    ["git push --force", "git push -f origin main", "git push origin main --force"],
    ["git push", "git push origin main"],
  ),
  loss(
    "git checkout -- .",
    ["git checkout .", "git checkout -- .", "git restore ."],
    ["git checkout main", "git checkout -b x"],
  ),
  loss("git stash drop", ["git stash drop", "git stash clear"], ["git stash", "git stash list"]),
  loss("git branch -D", ["git branch -D x"], ["git branch x", "git branch -d x"]),
  loss("git filter-branch", ["git filter-branch --all", "git filter-repo --path x"], ["git log"]),
  loss(
    "drop table",
    ["DROP TABLE users;", "drop database shop;", "truncate table users;", "dropdb shop"],
    ["select 1 from users;", "create table users"],
  ),
  loss("delete from", ["DELETE FROM users;"], ["delete from users where id = 1", "select 1"]),
  loss("redis flushall", ["redis-cli flushall", "redis-cli flushdb"], ["redis-cli get x"]),
  loss("mkfs", ["mkfs.ext4 /dev/sdb", "dd if=/dev/zero of=/dev/sdb"], ["dd if=a of=b"]),
  loss(
    "docker volume rm",
    ["docker volume rm x", "docker system prune -a --volumes", "docker compose down -v"],
    ["docker ps", "docker compose down"],
  ),
  loss("terraform destroy", ["terraform destroy", "tofu destroy"], ["terraform plan"]),
  loss("kubectl delete", ["kubectl delete namespace x"], ["kubectl get pods"]),
  loss(
    "aws s3 rm --recursive",
    ["aws s3 rm s3://x --recursive", "aws s3 rb s3://x --force"],
    ["aws s3 ls"],
  ),
  step(
    "npm publish",
    ["npm publish", "pnpm publish", "yarn publish", "cargo publish"],
    ["npm test", "npm publish --dry-run"],
  ),
  step("gh release create", ["gh release create v1"], ["gh release list"]),
];

function loss(
  name: string,
  samples: readonly string[],
  harmless: readonly string[],
): IrreversibleAct {
  return { name, isLoss: true, samples, harmless };
}

/** Nothing is lost, and yet nobody can undo it. */
function step(
  name: string,
  samples: readonly string[],
  harmless: readonly string[],
): IrreversibleAct {
  return { name, isLoss: false, samples, harmless };
}
