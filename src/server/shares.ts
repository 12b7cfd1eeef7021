import { Refusal } from '../base/errors.ts';
import type { MessageId } from '../base/messages.ts';
import { companyBounds } from '../contract/company/company-bounds.ts';
import type { Viewer } from './accounts/viewer.ts';

type Who = Pick<Viewer, 'companyId' | 'userId'>;

/** Whose part of what is shared somebody uses: the company's; who sees every company has one of their own. */
export const shareOf = ({ companyId, userId }: Who): string =>
  companyId === null ? `user ${userId}` : `company ${companyId}`;

/** Work of which each company has so much at the same time, and all of them together so much. */
export class Shares {
  readonly #held = new Map<string, number>();

  constructor(
    readonly bounds: {
      readonly ofCompany: number;
      readonly all: number;
      /** Said where the company's, or all, are held; each with `limit`. */
      readonly companyBusy: MessageId;
      readonly busy: MessageId;
    },
  ) {}

  /** Begins a piece of work; what it answers ends it, called once or more. @throws Refusal 429 */
  hold(who: Who): () => void {
    const { ofCompany, all, companyBusy, busy } = this.bounds;
    const share = shareOf(who);
    const own = this.#held.get(share) ?? 0;
    if (own >= ofCompany) throw new Refusal(429, companyBusy, { limit: ofCompany });
    const held = [...this.#held.values()].reduce((sum, one) => sum + one, 0);
    if (held >= all) throw new Refusal(429, busy, { limit: all });
    this.#held.set(share, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#held.get(share) ?? 1) - 1;
      if (left === 0) this.#held.delete(share);
      else this.#held.set(share, left);
    };
  }

  /** Does work that ends with its promise. @throws Refusal 429, and what the work throws */
  async during<T>(who: Who, work: () => Promise<T>): Promise<T> {
    const over = this.hold(who);
    try {
      return await work();
    } finally {
      over();
    }
  }
}

/** Files of one kind that are written out of the database. */
export const exportShares = (): Shares =>
  new Shares({
    ofCompany: companyBounds.exports,
    all: 8,
    companyBusy: 'bounds.companyExports',
    busy: 'bounds.exports',
  });
