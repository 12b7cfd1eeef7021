/** Everything that is wrong with a row, so that it is mended at once. */
import { Refusal } from '../../base/errors.ts';

/** A row with faults, one or more, in the order in which they were found. */
export class RowRefusal extends Error {
  override readonly name = 'RowRefusal';
  constructor(readonly faults: readonly Refusal[]) {
    super(faults.map(({ message }) => message).join(', '));
  }
}

/** The faults of what a row was refused for. @throws what is no refusal */
export function faultsOf(refused: unknown): readonly Refusal[] {
  if (refused instanceof RowRefusal) return refused.faults;
  if (refused instanceof Refusal) return [refused];
  throw refused;
}

/** Goes on reading a row after a fault. */
export class RowFaults {
  readonly #found: Refusal[] = [];

  get found(): readonly Refusal[] {
    return this.#found;
  }

  /** What `read` answers; null where it refuses, which is kept. */
  try<T>(read: () => T): T | null {
    try {
      return read();
    } catch (refused) {
      this.#found.push(...faultsOf(refused));
      return null;
    }
  }

  /** As `try`, of what takes time. */
  async wait<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (refused) {
      this.#found.push(...faultsOf(refused));
      return null;
    }
  }

  /** @throws RowRefusal where a fault was found */
  check(): void {
    if (this.#found.length > 0) throw new RowRefusal(this.#found);
  }
}
