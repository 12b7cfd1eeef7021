/** Mails that try the mail server: one at a time, with a pause, each in the audit. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { appendAudit } from '../audit/audit.ts';
import type { By } from '../audit/by.ts';
import { everyCompany } from '../sites/edit/scope.ts';
import type { Storage } from '../storage/storage.ts';

/** Between two of them, ms. Assumed. */
export const mailPause = 10_000;

interface Outcome {
  readonly accepted: boolean;
  readonly answer: string;
}

export class TestMails {
  readonly #storage: Storage;
  /** Null = there is no mail server. */
  readonly #send: ((address: string, language: Language) => Promise<Outcome>) | null;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  constructor(
    storage: Storage,
    send: ((address: string, language: Language) => Promise<Outcome>) | null,
    now: () => number,
  ) {
    this.#storage = storage;
    this.#send = send;
    this.#now = now;
  }

  /** @throws Refusal 403, 409 without a mail server, 429 within the pause */
  async send(by: By, address: string, language: Language): Promise<Outcome> {
    const { viewer } = by;
    everyCompany(viewer);
    if (this.#send === null) throw new Refusal(409, 'platform.noMail');
    const at = this.#now();
    if (at - this.#last < mailPause)
      throw new Refusal(429, 'platform.mailPause', { seconds: mailPause / 1000 }, 'address');
    this.#last = at;
    const outcome = await this.#send(address, language);
    await this.#storage.write((db) =>
      appendAudit(db, {
        ...{ at, userId: viewer.userId, accountName: viewer.accountName, address: by.address },
        ...{ action: 'platform.mail', subject: `mail:${address}`, detail: outcome.answer },
        result: outcome.accepted ? 'ok' : 'failed',
      }),
    );
    return outcome;
  }
}
