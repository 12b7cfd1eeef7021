/**
 * An escaped backslash (kept as it is), an escaped control character but tab and line feed, or one that JSON leaves
 * bare: DEL and C1, line separators, marks that turn the direction of text.
 */
const found =
  /\\\\|\\u00[01][0-9a-f]|\\[bfr]|[\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gi;

/** A JSON line of the log without control characters, so that no device's text acts on the terminal of who reads it (S62). */
export function printable(line: string): string {
  return line.replace(found, (text) => (text === '\\\\' ? text : ''));
}
