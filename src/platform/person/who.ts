import { Fault } from "../fault.ts";
import type { Actor } from "../../lesson/record/lifecycle.ts";
import type { Context } from "../context.ts";

/**
 * Who started this command, as far as a program can know it. A person sits at a terminal, and no agent stands between them
 * and us; a script acts for the person who gave it a token. What shows that it is neither is named, so that a person who is
 * taken for an agent knows what to change.
 */
export type Who =
  /** `through`: not at a terminal but by another way that a person has, such as the agent's permission prompt. */
  | { readonly is: "person"; readonly through?: string | undefined }
  | {
      readonly is: "script";
      readonly token: string;
      /** Keeps what the token was used for. */
      readonly noteUse: (what: string) => void;
    }
  | { readonly is: "agent"; readonly sign: string }
  | { readonly is: "nobody"; readonly sign: string };

/** The variable that a script hands its token over in: arguments can be read by everybody on the machine. */
export const tokenVariable = "LESSONS_TOKEN";

/** Who acts in a context. One that was made for something else than an act has nobody. */
export function whoIn({ who }: Pick<Context, "who">): Who {
  return who ?? { is: "nobody", sign: "no person asked for it" };
}

/** Something that only a person does. */
export interface PersonalAct {
  /** Behind "cannot": `approve lessons`. */
  readonly what: string;
  /** What the person types to do it: `lessons review`. */
  readonly type: string;
}

/** The one gate before everything that needs a person. */
export function requirePerson(who: Who, { what, type }: PersonalAct): void {
  if (who.is === "script") who.noteUse(what);
  if (who.is === "person" || who.is === "script") return;
  if (who.is === "agent") {
    throw new Fault("only-a-person", `an agent cannot ${what}; a person can`, {
      hint: `run it in your own terminal: ${type} (here ${who.sign})`,
    });
  }
  throw new Fault("only-a-person", `only a person can ${what}, and ${who.sign}`, {
    hint: `run it in a terminal: ${type}; a script needs a token in ${tokenVariable}: lessons config token create --name <name>`,
  });
}

export function isPerson(who: Who): boolean {
  return who.is === "person" || who.is === "script";
}

/** How history names them. A token does what its person would do; its name stands in the reason. */
export function actorOf(who: Who): Actor {
  switch (who.is) {
    case "person":
    case "script":
      return "person";
    case "agent":
      return "agent";
    case "nobody":
      return "script";
  }
}

/** How a person acted who was not at a terminal: `token ci`. */
export function throughOf(who: Who): string | undefined {
  if (who.is === "script") return `token ${who.token}`;
  return who.is === "person" ? who.through : undefined;
}

/** A reason for the history, with the way that it was given in. */
export function reasonBy(who: Who, because: string): string {
  const through = throughOf(who);
  return through === undefined ? because : `${because} (${through})`;
}
