/** Folders and files that most projects have: a path of nothing else says little. */
export const everyProjects: ReadonlySet<string> = new Set(
  (
    "src lib libs pkg cmd internal main app apps packages package core shared common utils helpers api web client server frontend backend scripts bin " +
    "docs test tests spec specs e2e unit integration components pages modules tmp var opt usr home users " +
    "package.json package-lock.json tsconfig.json cargo.toml go.mod go.sum pyproject.toml requirements.txt makefile dockerfile readme.md .gitignore"
  ).split(" "),
);

/** Words that are in every session: two sessions that share them need not speak of the same thing. */
export const genericWords: ReadonlySet<string> = new Set([
  ...everyProjects,
  // The words of sentences.
  ...(
    "a an the this that these those it its they them there here my our your their his we you i all any some each every both only just " +
    "also still now not no never very too more most other others another same own new old first last next previous earlier current " +
    "is are was were be been being has have had do does did can could will would should may might must need needs using use used uses " +
    "one two three what which who whose why how where when then than such like even yet already actually currently really simply " +
    "get gets got make makes made see seen look looks run runs ran running work works worked working fail fails failed failing failure failures " +
    "break breaks broke broken cause causes caused reason issue issues problem problems error errors warning warnings bug bugs fix fixes fixed " +
    "thing things stuff part parts way case cases time times point place lot bit kind sort side set sets several many few external internal " +
    "previously unrelated related pre-existing preexisting existing entire whole correct wrong right bad good different similar proper main actual real " +
    "full quick clean empty optional temporary temp temporarily open closed oversized after before during contain contains containing pick picks picked " +
    "stale leftover outdated orphaned obsolete lingering abandoned expired corrupt corrupted missing absent blocked locked full down offline unreachable " +
    "push pull merge rebase stash checkout fetch origin upstream remote head tmp var opt usr home users " +
    "local global final second remaining production staging development final manual automatic environment " +
    // The words of every project.
    "file files folder folders directory directories dir path paths code codebase source sources test tests testing suite suites spec specs " +
    "function functions method methods class classes object objects value values variable variables type types typing import imports export exports " +
    "module modules package packages field fields property properties prop props argument arguments parameter parameters param params option options " +
    "line lines command commands script scripts config configuration configurations setting settings check checks build builds job jobs task tasks " +
    "change changes version versions output outputs input inputs result results mock mocks stub stubs fixture fixtures assertion assertions expectation " +
    "state cache caches data array list map string strings number numbers key keys name names branch branches commit commits repo repos repository project projects " +
    "hook hooks lint linter linting formatter format formatting ci pr api app application program component components page pages route routes handler " +
    "step steps process processes call calls request requests response responses message messages log logs entry entries item items index " +
    "user users model models table column row query schema element node event events callback promise hook context session sessions reference references " +
    "statement expression block body header title label text content contents comment comments doc docs documentation section example feature " +
    "logic behaviour behavior implementation definition declaration signature interface constant default defaults flag flags rule rules " +
    "lib libs src pkg cmd internal main index utils helpers common shared core app apps packages api web client server frontend backend scripts bin docs tests test spec e2e unit integration runner " +
    "date dates timestamp annotation button icon link url expected record records account role screen view form order status loop counter dependency service daemon container port snapshot snapshots plugin plugins extension extensions tool tools library libraries framework binary executable endpoint permission " +
    "semicolon comma bracket brace quote await async return null undefined true false any void let const var def self none nil if else for while switch try catch throw " +
    "javascript typescript python rust golang java kotlin ruby go json yaml html css sql bash shell git github npm node bun yarn pnpm pip cargo make eslint prettier biome jest vitest pytest tsc"
  ).split(" "),
]);
