/** Bounds of derived channels (src/domain/formulas/README.md), as calls, forms and the server check them. */

/** Letters of inputs, in order; their count is the greatest number of inputs. */
export const inputLetters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
/** Characters of a formula. */
export const longestFormula = 200;
/** Seconds that the age limit may be. */
export const ageBounds = { min: 60, max: 7 * 86_400 } as const;
/** Milliseconds that `mean`, `before` and `change` may look back. */
export const spanBounds = { min: 60_000, max: 31 * 86_400_000 } as const;
/** Values that the spans of one input may hold by its collection cycle: each new reading reads them again. */
export const mostInSpan = 10_000;
/** Derived channels of a station. */
export const mostFormulas = 24;
