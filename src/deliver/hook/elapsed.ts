// Not `performance`, which Node would load for it.
const begun = process.hrtime();

/** Milliseconds since the hook began. */
export function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime(begun);
  return seconds * 1000 + nanoseconds / 1e6;
}
