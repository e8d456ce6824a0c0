import { configKeys } from "../src/platform/configuration/schema.ts";
import { configEffects } from "../test/config-effects.ts";

/** docs/configuration.md: every setting with the test that proves that it does something. */
export function configReference(): string {
  const rows = configKeys.map((key) => {
    const proof = configEffects[key.name];
    const cells = [
      `\`${key.name}\``,
      `\`${JSON.stringify(key.usual)}\``,
      `${key.about}${key.isUserOnly ? " (not in a project's file)" : ""}`,
      `\`${key.environmentName}\``,
      proof === undefined ? "–" : `\`${proof.file}\`: ${proof.test}`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `# Settings

Made by \`npm run generate\` from the table of settings; a test fails when it is out of step.

A setting is looked for in this order, and the last one that says something holds:

1. the default,
2. your own file, \`~/.lessons/config.json\` (\`lessons config set\`, \`lessons config edit\`),
3. the project's file, the nearest \`.lessons/config.json\` above the working directory (\`--project\`),
4. an environment variable,
5. \`--set key=value\` on the command line.

\`lessons config list\` shows what holds and where it comes from. A value that is out of bounds, or a key
that does not exist, is an error that names the file and the key: a typo is never ignored. A project's file comes with a
clone, so what is wrong in it is a warning on every command and stops none. It must be a regular file that belongs to you, behind no link.

Some settings are refused in a project's file, and marked below: which folders of your machine are read is
not for a repository to say, and what concerns delivery holds for all sessions on this machine. Hooks read no
configuration. They take these settings over from your own file when lessons are compiled, which \`lessons
config set\` does by itself. Their environment variables and \`--set\` hold for one call of \`lessons compile\`,
\`lessons match\` or \`lessons explain\`; what \`compile\` made with them holds until the next compilation. To the
hooks of a session they say nothing.

\`\`\`json
{
  "$schema": "./schemas/config.schema.json",
  "type": "lessons-config",
  "version": 1,
  "minConfidence": 0.6,
  "scoring": { "multiSessionBonus": 3 }
}
\`\`\`

The last column names the test that proves the setting's effect. A setting without one would fail the tests.

| key | default | what it does | environment | proved by |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
