import type { FailureRule } from "./failure-rule.ts";

/** It would have worked at another time. */
export const transientRules: readonly FailureRule[] = [
  {
    name: "outage",
    about: "transient",
    worth: "none",
    lines: [
      /\btemporarily unavailable\b/,
      /\bsocket hang up\b/,
      /\b(?:HTTP|status code|status|error:?) 5\d\d\b/,
      /\b50[234] (?:Bad Gateway|Service Unavailable|Gateway)/,
      /\b429\b.{0,30}(?:Too Many|rate)/,
      /\b[Rr]ate limit/,
      /\bECONNRESET\b/,
      /\bETIMEDOUT\b/,
      /[Cc]onnection (?:reset by peer|timed out)/,
      /TLS handshake timeout/,
      /\bearly EOF\b/,
      /^error: RPC failed/,
      /remote end hung up unexpectedly/,
      /\b[Oo]verloaded\b/,
      /^Request (?:failed with status code|timed out)/,
      /^(?:Error: )?fetch failed/,
      /unexpected disconnect while reading sideband/,
      /i\/o timeout/,
      /The operation was aborted/,
      /^Connection closed by /,
    ],
  },
];
