/**
 * Says when a person wants to stop: at the first Ctrl-C or request to end. The second one ends the process as
 * it always does. `release` gives the signals back.
 */
export function stopSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of names) process.once(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
