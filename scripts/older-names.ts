import { commandTable } from "../src/cli/command-table.ts";

const renamed = commandTable
  .flatMap(({ name, today }) =>
    today === undefined ? [] : [`| \`lessons ${name}\` | \`lessons ${today}\` |`],
  )
  .join("\n");

/** What commands were called before, and what the documents that we come from call things. */
export const olderNames = `## Older names

These names still work:

| before | today |
|---|---|
${renamed}

Older documents use these names:

| in the documents | here |
|---|---|
| \`/scan-lessons\`, \`lessons.mjs scan\` | \`lessons scan\`, \`/lessons:scan\` |
| \`scan candidates\`, \`scan aggregate\` | \`lessons dev aggregate\` |
| \`scan promote\`, \`intake\` | \`lessons review\`, \`/lessons:review\` |
| \`promote --ids …\` | \`lessons review "approve …"\` |
| \`/add-lesson\` | \`lessons add\`, \`/lessons:add\` |
| \`/lessons:restore\`, \`lessons restore\` | \`lessons restore\`; in a review \`unarchive\` |
| \`lessons build\` | \`lessons dev compile\`; automatic when lessons change |
| \`/knowledge-search\`, \`/knowledge-show\` | \`lessons list\`, \`lessons show\`, \`/lessons:search\`, \`/lessons:show\` |
| \`/knowledge-review-drafts\` | \`lessons review\`, \`/lessons:review\` |
| \`/knowledge-promote\`, \`/knowledge-archive\` | \`lessons review\`, \`lessons archive\`, \`/lessons:archive\` |`;
