import { configKeys } from "../src/platform/configuration/schema.ts";
import { configEffects } from "../test/config-effects.ts";

/** docs/configuration.md: every setting with the test that proves that it does something. */
export function configReference(): string {
  const rows = configKeys.map((key) => {
    const proof = configEffects[key.name];
    const cells = [
      `\`${key.name}\``,
      `\`${JSON.stringify(key.usual)}\``,
      `${key.about}${marksOf(key)}`,
      `\`${key.environmentName}\``,
      proof === undefined ? "–" : `\`${proof.file}\`: ${proof.test}`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `# Settings

\`\`\`sh
lessons config list                               # every value, and where it comes from
lessons config set minConfidence 0.6
lessons scan --set scoring.multiSessionBonus=3   # for one call
\`\`\`

A later source overrides an earlier one:

1. the default,
2. your own file, \`~/.lessons/config.json\` (\`lessons config set\`, \`lessons config edit\`),
3. the project's file, the nearest \`.lessons/config.json\` above the working directory (\`--project\`),
4. an environment variable,
5. \`--set key=value\` on the command line.

An invalid value or an unknown key is an error that names the file and the key. A project's file comes with a clone, so errors in it are only
warnings. It must be a regular file that belongs to you, not behind a link.

Settings marked "only a person" decide what is read, started, redacted, delivered, activated or archived. Only
[a person](../SECURITY.md#what-only-a-person-does) can change them, even for one call. Inside an agent, and in a script without a token, \`--set\`
refuses them, and their environment variables are ignored with a warning.

Settings marked "not in a project's file" concern your machine or all its sessions. Hooks use the values from your own file; \`lessons config set\`
updates them at once. The environment variables and \`--set\` affect one call of \`lessons dev compile\`, \`lessons dev match\` or \`lessons show\`.
They do not affect running hooks.

\`\`\`json
{
  "$schema": "./schemas/config.schema.json",
  "type": "lessons-config",
  "version": 1,
  "minConfidence": 0.6,
  "scoring": { "multiSessionBonus": 3 }
}
\`\`\`

The last column names the test that proves the setting's effect. \`npm run generate\` makes this page from the settings.

| key | default | what it does | environment | proved by |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

function marksOf({ isUserOnly, isPersonal }: (typeof configKeys)[number]): string {
  if (isPersonal) return " (only a person; not in a project's file)";
  return isUserOnly ? " (not in a project's file)" : "";
}
