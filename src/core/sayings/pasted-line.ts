/** Whether a line starts the output of a program: the lines after it are most likely output as well. */
export function opensOutput(line: string): boolean {
  return prompt.test(line) || logLine.test(line) || trace.test(line) || failure.test(line);
}

/** Whether a line by itself is quoted, code, or what a program printed. */
export function looksPasted(line: string): boolean {
  return opensOutput(line) || quote.test(line) || diff.test(line) || drawing.test(line);
}

/** `$ npm test`, `❯ make`, `user@host:~/app$ ls`. */
export const prompt = /^\s{0,4}(?:[❯➜»⏺⎿●]|[$%] ?[a-z./~]+ |\S{1,40}@\S{1,60}[$#%] )/iu;
/** `[lint] …`, `2024-05-01T…`, `12:30:01 …`, `time=… level=…`. */
export const logLine =
  /^\s{0,8}(?:\[[\w:./@ -]{1,40}\]\s?\S|\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d:\d\d:\d\d\b|time=\S|level=\w|(?:info|warn|warning|debug|trace|error)\b\s{0,3}[:|[])/iu;
/** Stack frames and places in files: `at f (a.js:1:2)`, `File "a.py", line 3`, `src/a.go:10:4: …`. */
export const trace =
  /^\s{0,16}(?:at \S{1,80} ?\(|at (?:file:|node:|\/)|File "|Traceback \(most recent|goroutine \d|panic:|Caused by:|\.{0,2}[\w@./\\-]{1,200}\.\w{1,5}[:(]\d{1,6}[:,)]\d{0,6})/iu;
/** What compilers, test runners and git put in front of bad news. */
export const failure =
  /^\s{0,8}(?:error|fatal|err|npm err|npm error|fail|failed|failure|exception|uncaught|\w{1,40}(?:error|exception)|exit code \d|exit status \d|process completed with exit code \d|command failed|error\[\w+\])(?::|!|\s*$)|^\s{0,8}(?:--- fail|=== run|fail\t|[✗✘❌✖×✕])/iu;
export const quote = /^\s{0,3}>/u;
export const diff = /^(?:diff --git |index [0-9a-f]{7}|@@ |\+\+\+ |--- )/iu;
export const drawing =
  /[─│┌┐└┘├┤═║╔╗╭╮╰╯]|^\s{0,8}[{}[\]()<>;,]{1,4}\s?$|^\s{0,40}"[\w-]{1,60}": |^\s{0,8}(?:---|===|\+-|\|)/u;
