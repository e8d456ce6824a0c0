/**
 * A finding of a linter that names its rule, in the forms that linters use: `eslint(sort-keys)`, `lint/style/useConst`,
 * `a.go:3:1: message (errcheck)`, `a.py:1:2: E501 message`, `12:5  error  message  no-undef`, `clippy::needless_return`.
 * The rule is the one group of the form that matches.
 */
export const lintRule = new RegExp(
  [
    /\b[a-z][\w-]{1,30}\(([a-z][a-z\d]{0,30}(?:[-/][a-z\d-]{1,40}){1,3})\): /,
    /\b(lint\/\w{1,40}\/\w{1,60})\b/,
    /^\S{1,300}:\d{1,9}:\d{1,9}: .{1,300} \(([a-z][a-z\d-]{2,30})\)$/,
    /^\S{1,300}:\d{1,9}(?::\d{1,9})?:? (?:\w{1,10}: )?([A-Z]{1,5}\d{2,5})\b/,
    /^\s{1,9}\d{1,9}:\d{1,9}\s{1,9}(?:error|warning)\s{1,9}.{1,300}?\s{2,9}((?:@?[\w-]{1,40}\/)?[a-z][\w-]{2,60})$/,
    /\b(clippy::\w{2,60})\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
