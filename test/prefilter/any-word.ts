import fc from "fast-check";

// Few words, so that patterns and calls often speak of the same thing.
const words = [
  "git",
  "push",
  "go",
  "test",
  "-f",
  "--force",
  "a.b",
  "x/y",
  "sudo",
  "rm",
  "été",
  "漢字",
];
export const anyWord = fc.constantFrom(...words);
