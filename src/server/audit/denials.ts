import type { Viewer } from '../accounts/viewer.ts';
import type { Storage } from '../storage/storage.ts';
import { appendAudit } from './audit.ts';
import { Seldom } from './seldom.ts';

/** Records who was denied a call (S61), the same user and call once a minute. */
export class Denials {
  readonly #seldom: Seldom;

  constructor(
    readonly storage: Storage,
    readonly now: () => number = Date.now,
  ) {
    this.#seldom = new Seldom(60_000, now);
  }

  async record(viewer: Viewer, callId: string, permission: string, address: string): Promise<void> {
    if (!this.#seldom.first(`${viewer.userId}/${callId}`)) return;
    await this.storage.write((db) =>
      appendAudit(db, {
        at: this.now(),
        userId: viewer.userId,
        accountName: viewer.accountName,
        address,
        action: 'access.denied',
        subject: callId,
        result: 'refused',
        detail: permission,
      }),
    );
  }
}
