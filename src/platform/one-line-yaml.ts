/** How YAML is written: each text on a line of its own, whatever is in it. Other forms lose spaces at the ends of lines. */
export const onOneLine = {
  lineWidth: 0,
  blockQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
} as const;
