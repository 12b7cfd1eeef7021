/** Details named in one flag; the rest is counted. */
const named = 3;
/** Characters of a name that are kept. */
const longest = 64;

/** Gathers what is wrong with the metrics of one message, so that thousands of them are told once for each reason. */
export class FlagTally<Reason extends string> {
  /** Nearly every message is without a flaw: nothing is made for it. */
  #found: Map<Reason, { readonly details: string[]; count: number }> | null = null;

  readonly add = (reason: Reason, detail: string): void => {
    this.#found ??= new Map();
    const known = this.#found.get(reason);
    if (known === undefined) this.#found.set(reason, { details: [detail.slice(0, longest)], count: 1 });
    else if (known.count++ < named) known.details.push(detail.slice(0, longest));
  };

  /** Tells each reason once: `a, b, c (+97)`. */
  tell(flag: (reason: Reason, detail: string) => void): void {
    if (this.#found === null) return;
    const found = this.#found;
    this.#found = null;
    for (const [reason, { details, count }] of found) {
      const more = count - details.length;
      flag(reason, details.join(', ') + (more > 0 ? ` (+${more})` : ''));
    }
  }
}
