/** A brace that was opened in a text, for the list of placeholders. Pure. */
export interface OpenBrace {
  /** Where the brace stands. */
  readonly from: number;
  /** Where the caret is. */
  readonly to: number;
  /** What was typed after the brace. */
  readonly typed: string;
}

/** The brace before the caret that nothing has closed, with at most letters and digits after it; null = there is none. */
export function openBrace(text: string, caret: number): OpenBrace | null {
  const found = /\{([A-Za-z0-9]*)$/.exec(text.slice(0, caret));
  return found === null ? null : { from: found.index, to: caret, typed: found[1] ?? '' };
}

/** A text with a placeholder in place of what stands between two places, and where the caret is after it. */
export function withField(text: string, at: { readonly from: number; readonly to: number }, field: string) {
  // A brace that closes already is not written twice.
  const rest = text.slice(at.to).replace(/^\}/, '');
  const written = `${text.slice(0, at.from)}{${field}}`;
  return { text: `${written}${rest}`, caret: written.length };
}
