/** JSON whose keys are not known yet. */
export interface Tree {
  [key: string]: unknown;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function take(tree: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (isTree(value) ? value[part] : undefined), tree);
}

/** Sets a value deep in a tree, making the branches on the way. */
export function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const branch = tree[first];
  const next = isTree(branch) ? branch : {};
  tree[first] = next;
  put(next, rest, value);
}
