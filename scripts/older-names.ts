/** What the documents that we come from call things, and what they are called here. */
export const olderNames = `## Older names

| in the documents | here |
|---|---|
| \`/scan-lessons\`, \`lessons.mjs scan\` | \`lessons scan\`, \`/lessons:scan\` |
| \`scan candidates\`, \`scan aggregate\` | \`lessons aggregate\` |
| \`scan promote\`, \`intake\` | \`lessons review\` and \`decide\`, \`/lessons:review\` |
| \`promote --ids …\` | \`lessons promote --ids …\` |
| \`/add-lesson\` | \`lessons add\`, \`/lessons:add\` |
| \`/lessons:restore\`, \`lessons restore\` | \`lessons restore\`; in a review \`unarchive\` |
| \`lessons build\` | \`lessons compile\`; changes do it by themselves |
| \`/knowledge-search\`, \`/knowledge-show\` | \`lessons search\`, \`lessons show\`, \`/lessons:search\`, \`/lessons:show\` |
| \`/knowledge-review-drafts\` | \`lessons review\`, \`/lessons:review\` |
| \`/knowledge-promote\`, \`/knowledge-archive\` | \`lessons promote\` or \`decide\`, \`lessons archive\`, \`/lessons:archive\` |`;
