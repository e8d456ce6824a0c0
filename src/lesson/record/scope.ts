/** Where a lesson holds. A project is named by its git root commit or remote, so that it is the same on every machine. */
export type Scope = "global" | `project:${string}` | `team:${string}`;

const shape = /^(?:global|(?:project|team):[\p{L}\p{N}][\p{L}\p{N}._@/:+-]{0,199})$/u;

export function parseScope(text: string): Scope | undefined {
  return shape.test(text) ? (text as Scope) : undefined;
}
