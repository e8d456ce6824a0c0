/**
 * How an agent's own program answers one question without a person before it. The question comes on
 * standard input, never as an argument; the program gets no tools and runs no hooks, as far as it can be told so.
 */
export interface HeadlessProgram {
  readonly program: string;
  readonly args: (options: { readonly model?: string }) => readonly string[];
  /** On top of the person's own environment, which holds how they sign in. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the model said, from all that the program printed; undefined when it said nothing. */
  readonly replyIn: (printed: string) => HeadlessReply | undefined;
}

export interface HeadlessReply {
  readonly text: string;
  /** The model that answered, where the program tells. */
  readonly model?: string;
}

/** How the folders begin in which programs are asked. One that keeps a log of it all the same shows it by this name. */
export const askFolderStart = "lessons-ask-";
