/** recheck ships its types for the Node entry only; the browser build has the same function. */
declare module "recheck/lib/browser.js" {
  export const checkSync: typeof import("recheck").checkSync;
}
