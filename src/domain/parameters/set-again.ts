/**
 * Sets of one field of a device that stand in one plan more than once (src/server/plans/README.md). Where a step between them waits
 * (`after`), they go one after the other and both are meant; otherwise the later one holds. Pure.
 */

/** A step of a plan, as far as this is concerned. */
export interface SetStep {
  /** Whose steps wait for each other; null = it goes to no device. */
  readonly device: unknown;
  /** Names of what it sets, unique over all devices; none for what sets nothing. */
  readonly sets: readonly string[];
  /** It goes after the step before it. */
  readonly waits: boolean;
}

/** What a later step makes of one. */
export interface Overtaken {
  /** What of its sets does not hold. */
  readonly lost: ReadonlySet<string>;
  /** Index of the step whose waiting it takes over, since nothing is left of that; null = its own. */
  readonly waitsAs: number | null;
}

/** Looks at steps in their order. Answers what of a step was set before it, without any waiting between. */
export class SetAgain {
  readonly #turns = new Map<unknown, number>();
  readonly #known = new Map<string, { readonly turn: number; readonly at: number }>();
  #at = 0;

  /** Names with the index of the step that set them before. */
  next({ device, sets, waits }: SetStep): ReadonlyMap<string, number> {
    const at = this.#at++;
    if (device === null) return new Map();
    const turn = (this.#turns.get(device) ?? 0) + (waits ? 1 : 0);
    this.#turns.set(device, turn);
    const again = new Map<string, number>();
    for (const name of sets) {
      const before = this.#known.get(name);
      if (before?.turn === turn) again.set(name, before.at);
      this.#known.set(name, { turn, at });
    }
    return again;
  }
}

/** What is left of each step once the later sets hold; a step that loses all of its sets does not go. */
export function overtaken(steps: readonly SetStep[]): readonly Overtaken[] {
  const lost = steps.map(() => new Set<string>());
  const looking = new SetAgain();
  for (const step of steps) for (const [name, at] of looking.next(step)) lost[at]?.add(name);
  const waitsAs: (number | null)[] = steps.map(() => null);
  const open = new Map<unknown, number>();
  for (const [at, { device, sets, waits }] of steps.entries()) {
    if (device === null) continue;
    const isGone = sets.length > 0 && lost[at]?.size === new Set(sets).size;
    if (isGone) {
      if (waits) open.set(device, at);
      continue;
    }
    waitsAs[at] = waits ? null : (open.get(device) ?? null);
    open.delete(device);
  }
  return steps.map((_step, at) => ({ lost: lost[at] ?? new Set(), waitsAs: waitsAs[at] ?? null }));
}
