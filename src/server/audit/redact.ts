/** What a log line must never hold, whatever logged it (tests/server/security/README.md#sessions, S19, S63). */

// Every run is bounded, so that a device's long text costs no more than its length.
const name = String.raw`[\w-]{0,40}(?:token|password|passwd|secret|credential|authorization|cookie)[\w-]{0,40}`;
/** `"token":"…"` of the line itself. */
const field = new RegExp(String.raw`("${name}"\s*:\s*")(?:[^"\\]|\\.)*"`, 'gi');
/** The same as text within one of its strings, where quotes have backslashes before them. */
const quoted = new RegExp(String.raw`(\\{1,7}")(${name}\1\s*:\s*\1).*?(?<!\\)\1`, 'gi');
/** `token=…` of an address, a header's `Cookie: …`. */
const pair = new RegExp(String.raw`\b(${name}(?:=|:\s))[^&\s"'\\,;]+`, 'gi');
const scheme = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;
/** The password of `scheme://user:password@host`. */
const address = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"']{0,200}:)[^\s/@"']{1,500}@/gi;

/** Shorter ones would take ordinary words out of the log. */
const shortest = 6;

/**
 * Takes secrets out of a log line: values of fields that are named like one, what follows `Bearer`, passwords within
 * addresses, and every value that is given as known.
 */
export function redactor(known: readonly string[] = []): (line: string) => string {
  const values = known.filter((value) => value.length >= shortest).sort((a, b) => b.length - a.length);
  return (line) => {
    let text = line
      .replace(field, '$1[redacted]"')
      .replace(quoted, '$1$2[redacted]$1')
      .replace(address, '$1[redacted]@')
      .replace(scheme, '$1 [redacted]')
      .replace(pair, '$1[redacted]');
    for (const value of values) text = text.replaceAll(value, '[redacted]');
    return text;
  };
}
