/**
 * Does `work` for each item in order, at most `jobs` at a time. An item is not begun once `isOver` says so.
 * A throw ends it all, after what is under way has ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  { jobs, isOver }: { readonly jobs: number; readonly isOver: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    // One iterator for all: each item is taken once.
    while (failure === undefined && !isOver()) {
      const next = waiting.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
}
