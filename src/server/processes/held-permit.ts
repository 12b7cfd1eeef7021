/** Leave to work that one of several processes does: held while this process has the lease of its name. */
import type { WorkPermit } from '../work/permit.ts';

/** Who has leases, as far as a permit asks. */
interface Holding {
  mayAct(name: string): boolean;
  under<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export class HeldPermit implements WorkPermit {
  readonly #held: (() => void)[] = [];
  readonly #lost: (() => void)[] = [];
  constructor(
    readonly name: string,
    readonly leases: Holding,
  ) {}

  get isHeld(): boolean {
    return this.leases.mayAct(this.name);
  }
  onHeld(listener: () => void): void {
    this.#held.push(listener);
    if (this.isHeld) listener();
  }
  onLost(listener: () => void): void {
    this.#lost.push(listener);
  }
  within<T>(work: () => Promise<T>): Promise<T> {
    return this.leases.under(this.name, work);
  }
  /** Calls those who wait for it, or for its end. */
  say(isHeld: boolean): void {
    for (const listener of isHeld ? this.#held : this.#lost) listener();
  }
}
