import type { Command } from "commander";
import { Fault } from "../platform/fault.ts";
import { tokenVariable } from "../platform/person/who.ts";
import { newCommand, withoutFlags, type CommandKit, type CommonOptions } from "./command-kit.ts";
import { minute } from "./layout.ts";

/** Tokens, by which a script does what only a person may do. */
export function tokenCommand(kit: CommandKit): Command {
  return newCommand(
    "token",
    "let a script approve lessons for you: create, list and revoke tokens",
    [
      "lessons config token create --name ci",
      "lessons config token list",
      "lessons config token revoke ci",
    ],
  )
    .addCommand(withoutFlags(createCommand(kit), "--set"))
    .addCommand(withoutFlags(listCommand(kit), "--set"))
    .addCommand(withoutFlags(revokeCommand(kit), "--set"));
}

function createCommand({ answer, wireFor, who, requirePerson }: CommandKit): Command {
  return newCommand("create", "create a token; its value is shown once", [
    "lessons config token create --name ci",
  ])
    .requiredOption("--name <name>", "a name for the token; the history shows it")
    .action(async ({ name, ...options }: CommonOptions & { readonly name: string }) => {
      const type = `lessons config token create --name ${name}`;
      // A token does not beget others: whoever has found one would keep what is revoked.
      if ((await who()).is === "script") {
        throw new Fault("only-a-person", "only a person can create a token, not a script", {
          hint: `in a terminal: ${type}`,
        });
      }
      await requirePerson({ what: "create a token", type });
      const { createToken } = await import("../platform/person/script-tokens.ts");
      const { paths, system } = await wireFor(options);
      const token = createToken(paths.home, name, system.now());
      await answer(options, {
        type: "lessons-token",
        value: { name, token },
        text: () => `${token}\n`,
        aside: `Copy it now: it is shown only once. Pass it to the script as ${tokenVariable}. Anyone who has it can approve lessons in your name.\nTo revoke it: lessons config token revoke ${name}\n`,
      });
    });
}

function listCommand({ answer, wireFor }: CommandKit): Command {
  return newCommand("list", "list tokens and what each was last used for", [
    "lessons config token list",
  ]).action(async (options: CommonOptions) => {
    const { listTokens } = await import("../platform/person/script-tokens.ts");
    const { paths } = await wireFor(options);
    const tokens = listTokens(paths.home);
    await answer(options, {
      type: "lessons-tokens",
      value: { tokens },
      nothing:
        tokens.length === 0
          ? "No tokens. To create one: lessons config token create --name ci\n"
          : undefined,
      text: () =>
        tokens.map(({ name, createdAt, lastUsedAt, lastUsedFor = "" }) => {
          const use =
            lastUsedAt === undefined
              ? "never used"
              : `last used ${minute(lastUsedAt)} to ${lastUsedFor}`;
          return `${name}  created ${minute(createdAt)}, ${use}\n`;
        }),
    });
  });
}

function revokeCommand({ answer, wireFor, requirePerson }: CommandKit): Command {
  return newCommand("revoke", "revoke a token; it stops working at once", [
    "lessons config token revoke ci",
  ])
    .argument("<name>", "the token's name")
    .action(async (name: string, options: CommonOptions) => {
      const type = `lessons config token revoke ${name}`;
      await requirePerson({ what: "revoke a token", type });
      const { revokeToken } = await import("../platform/person/script-tokens.ts");
      const { paths } = await wireFor(options);
      revokeToken(paths.home, name);
      await answer(options, {
        type: "lessons-token-revoked",
        value: { name },
        text: () => `Revoked ${name}. Scripts can no longer use it.\n`,
      });
    });
}
