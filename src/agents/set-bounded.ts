/** Puts an entry into a map that may not grow for ever: what waits the longest makes room. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size <= mostWaiting) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const mostWaiting = 200;
